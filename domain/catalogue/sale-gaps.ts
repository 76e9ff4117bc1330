/**
 * What a product lacks before it may be sold in a store. A blocking gap: the shop does not sell it. Statutory data that
 * is missing blocks where the store withholds such products, and is a warning elsewhere. Pure.
 */
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { ProductRecord } from './catalogue-record.ts'

/** As `statutory_gaps()` in db/routines/statutory-gaps.sql names them, which decides on them. */
export const statutoryGaps = [
  'no_picture',
  'no_responsible_person',
  'no_un_number',
  'no_battery_facts',
  /** A part of the set lacks one of these. */
  'part_gaps',
] as const
export type StatutoryGap = (typeof statutoryGaps)[number]

export type SaleGap =
  | 'not_in_store'
  | 'no_price'
  | 'no_category'
  | 'discontinued'
  | 'no_description'
  | StatutoryGap

const blocking: ReadonlySet<SaleGap> = new Set(['not_in_store', 'no_price', 'no_category', 'discontinued'])
const statutory: ReadonlySet<SaleGap> = new Set(statutoryGaps)

export interface SaleFacts {
  record: ProductRecord
  /** The statutory data that the product lacks, as stored. */
  statutoryGaps: readonly StatutoryGap[]
  /** Whether the store sells no product without statutory data. */
  requiresStatutoryData: (store: StoreCode) => boolean
}

export interface StoreGaps {
  store: StoreCode
  gaps: { code: SaleGap; isBlocking: boolean }[]
}

export function saleGaps(facts: SaleFacts): StoreGaps[] {
  return storeCodes.map((store) => ({
    store,
    gaps: gapsIn(store, facts).map((code) => ({
      code,
      isBlocking: blocking.has(code) || (statutory.has(code) && facts.requiresStatutoryData(store)),
    })),
  }))
}

function gapsIn(store: StoreCode, facts: SaleFacts): SaleGap[] {
  const { record } = facts
  const section = record.stores[store]
  if (!section) return ['not_in_store']
  const found: [SaleGap, boolean][] = [
    ['no_price', !section.prices.some(({ q }) => q === 1)],
    ['no_category', record.categories.length === 0],
    ['discontinued', section.stock.discontinued === true],
    ['no_description', section.description.trim() === ''],
  ]
  return [...found.filter(([, isMissing]) => isMissing).map(([code]) => code), ...facts.statutoryGaps]
}
