/** What the feeds of price comparison services are made of: a row of the Merchant Center feed and the offer of its page. */
import { toMajor, type Minor } from '../domain/money/money.ts'
import type { LeftOutReason } from '../domain/seo/product-feeds.ts'
import type { ShopOffer } from '../domain/seo/shop-offers.server.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { FeedColumn } from './feed-row.ts'

export interface ComparisonOffer {
  /** The row that Merchant Center gets; its prices and its stock are not used. */
  values: Readonly<Record<FeedColumn, string>>
  offer: ShopOffer
  store: Store
  /** The value of an attribute in the words of the store; empty: it has none. */
  wordOf: (attribute: string) => string
}

/** A line with its end, or why there is none. */
export type ComparisonLine = string | { leftOut: LeftOutReason }

/** `499.00`: VAT included, a point, no currency. */
export const plainAmount = (amount: Minor): string => toMajor(amount).toFixed(2)

/** Without line ends, the separators of a feed's paragraphs, tabs and repeated spaces. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\u2028\u2029]+/g, ' ').trim()

/** Cut at the last word that fits. */
export function cutAtWord(text: string, characters: number): string {
  const letters = [...text]
  if (letters.length <= characters) return text
  const cut = letters.slice(0, characters).join('')
  const space = cut.lastIndexOf(' ')
  return (space > characters / 2 ? cut.slice(0, space) : cut).trimEnd()
}

/**
 * Cells of a file without field qualifiers: what a reader could take for one, or for the start of markup, is written as
 * another character.
 */
export const tabbedLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => onOneLine(cell).replaceAll('"', '”').replaceAll('<', '‹')).join('\t')}\n`
