import { expect, it } from 'vitest'
import { readAvailabilityWord, readConditionWord } from './offer-words.ts'

it('reads availability in every published spelling, in any case', () => {
  const spellings = {
    in_stock: [
      'in_stock',
      'in stock',
      'In Stock',
      'IN_STOCK',
      'in-stock',
      'InStock',
      'https://schema.org/InStock',
    ],
    out_of_stock: [
      'out_of_stock',
      'out of stock',
      'Out Of Stock',
      'out-of-stock',
      'http://schema.org/OutOfStock',
      'SoldOut',
      'discontinued',
    ],
    preorder: ['preorder', 'pre-order', 'Pre Order', 'pre_order', 'https://schema.org/PreOrder'],
    backorder: ['backorder', 'back order', 'BackOrder', 'available for order'],
  }
  for (const [word, each] of Object.entries(spellings))
    for (const text of each) expect(readAvailabilityWord(text), text).toBe(word)
  for (const text of ['', 'i lager', 'maybe', 'IN-STOCK!', '1', 'stock', 'constructor'])
    expect(readAvailabilityWord(text), text).toBeNull()
})

it('reads condition in every published spelling, in any case', () => {
  const spellings = {
    new: ['new', 'New', 'NEW', 'https://schema.org/NewCondition'],
    refurbished: ['refurbished', 'Refurbished', 'RefurbishedCondition'],
    used: ['used', 'Used', 'used_like_new', 'Used - Good', 'https://schema.org/UsedCondition'],
  }
  for (const [word, each] of Object.entries(spellings))
    for (const text of each) expect(readConditionWord(text), text).toBe(word)
  expect(readConditionWord('old')).toBeNull()
})
