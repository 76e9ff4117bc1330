/** One running and one coming deal per store (ENTITY-35). */
import type { DealRecord } from '../../domain/catalogue/catalogue-record.ts'
import { daysFrom } from './demo-stock.ts'
import { everyStore, words } from './words.ts'

const runningTitle = words('Veckans laddning', 'Ukens lading', 'Angebot der Woche', 'Ugens opladning')
const comingTitle = words(
  'Nästa veckas ljusblick',
  'Neste ukes lyspunkt',
  'Lichtblick der nächsten Woche',
  'Næste uges lyspunkt',
)

/** The product of the running deal in each store. */
export const dealSkus = { sv: 'EL-AA-8', no: 'LU-H3', de: 'AM-H4-LCD', da: 'VO-AA-20' } as const

/** The deals of all stores, counted from `now`. */
export function demoDeals(now: Date): DealRecord[] {
  return everyStore.flatMap((store) => [
    { record: 'deal' as const, store, title: runningTitle[store], sku: dealSkus[store], discount: 20, startsAt: daysFrom(now, -1), expiresAt: daysFrom(now, 3) },
    { record: 'deal' as const, store, title: comingTitle[store], sku: 'LU-T4', discount: 25, startsAt: daysFrom(now, 7), expiresAt: daysFrom(now, 10) },
  ])
} // prettier-ignore
