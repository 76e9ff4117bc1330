/**
 * What a product lacks before it may be sold in a store. `blocks`: the shop does not sell it. `law`: it is shown, and
 * the law asks for what is missing: Regulation (EU) 2023/988 (GPSR) Art. 19 for the responsible person and a picture,
 * ADR 3.4 and 2.2.9 for what carriers must know. Pure.
 */
import { lacksLithiumFacts } from '../products/dangerous-goods.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { ProductRecord } from './catalogue-record.ts'

export type SaleGap =
  | 'not_in_store'
  | 'no_price'
  | 'no_category'
  | 'discontinued'
  | 'no_description'
  | 'no_picture'
  | 'no_responsible_person'
  | 'no_un_number'
  | 'no_battery_facts'

const blocking: ReadonlySet<SaleGap> = new Set(['not_in_store', 'no_price', 'no_category', 'discontinued'])

export interface SaleFacts {
  record: ProductRecord
  /** Whether the brand has a responsible economic operator with an address. */
  hasResponsiblePerson: boolean
  hasPicture: boolean
}

export interface StoreGaps {
  store: StoreCode
  gaps: { code: SaleGap; isBlocking: boolean }[]
}

export function saleGaps(facts: SaleFacts): StoreGaps[] {
  return storeCodes.map((store) => ({
    store,
    gaps: gapsIn(store, facts).map((code) => ({ code, isBlocking: blocking.has(code) })),
  }))
}

function gapsIn(store: StoreCode, { record, hasResponsiblePerson, hasPicture }: SaleFacts): SaleGap[] {
  const section = record.stores[store]
  if (!section) return ['not_in_store']
  const isGoods = record.type !== 'gift_card'
  const isBattery = record.attributes?.['chemistry'] !== undefined && record.type !== 'set'
  const { unNumber = null, batteryEnergyMilliwattHours = null, lithiumContentMilligrams = null } = record
  const lacksFacts =
    unNumber !== null &&
    lacksLithiumFacts({ unNumber, batteryEnergyMilliwattHours, lithiumContentMilligrams })
  const found: [SaleGap, boolean][] = [
    ['no_price', !section.prices.some(({ q }) => q === 1)],
    ['no_category', record.categories.length === 0],
    ['discontinued', section.stock.discontinued === true],
    ['no_description', section.description.trim() === ''],
    ['no_picture', !hasPicture],
    ['no_responsible_person', isGoods && !hasResponsiblePerson],
    ['no_un_number', isBattery && unNumber === null],
    ['no_battery_facts', isBattery && lacksFacts],
  ]
  return found.filter(([, isMissing]) => isMissing).map(([code]) => code)
}
