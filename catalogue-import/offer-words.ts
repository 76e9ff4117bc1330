/**
 * The words with which feeds name availability and condition: those of Google Merchant Center, schema.org and Meta, in
 * every spelling (`in_stock`, `In Stock`, `in-stock`, `InStock`, `https://schema.org/InStock`). Words of other languages
 * are unknown: nothing is guessed.
 */
import type { Availability } from './feed-product.ts'

const availabilityWords: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  limitedavailability: 'in_stock',
  onlineonly: 'in_stock',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  discontinued: 'out_of_stock',
  preorder: 'preorder',
  presale: 'preorder',
  backorder: 'backorder',
  availablefororder: 'backorder',
  madetoorder: 'backorder',
}

type Condition = 'new' | 'refurbished' | 'used'

const conditionWords: Readonly<Record<string, Condition>> = {
  new: 'new',
  newcondition: 'new',
  refurbished: 'refurbished',
  refurbishedcondition: 'refurbished',
  used: 'used',
  usedcondition: 'used',
  usedlikenew: 'used',
  usedgood: 'used',
  usedfair: 'used',
}

/** Letters alone, in lower case; other characters than separators stay, so that `IN-STOCK!` is no known word. */
function wordOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:www\.)?)?schema\.org\//, '')
    .replaceAll(/[\s\u00a0_-]+/g, '')
}

const lookUp = <Value>(words: Readonly<Record<string, Value>>, text: string): Value | null => {
  const word = wordOf(text)
  return Object.hasOwn(words, word) ? words[word]! : null
}

/** Null: no known word. */
export const readAvailabilityWord = (text: string): Availability | null => lookUp(availabilityWords, text)

/** Null: no known word. */
export const readConditionWord = (text: string): Condition | null => lookUp(conditionWords, text)
