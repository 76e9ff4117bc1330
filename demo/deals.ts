/** One running and one coming deal per store (ENTITY-35). */
import type { DealRecord } from '../domain/catalogue/catalogue-record.ts'
import { daysFrom } from './demo-stock.ts'
import { words } from './words.ts'
import { demoStores } from './demo-stores.ts'

const runningTitle = words('Veckans erbjudande', 'Ukens tilbud', 'Angebot der Woche', 'Ugens tilbud')
const comingTitle = words(
  'Nästa veckas erbjudande',
  'Neste ukes tilbud',
  'Angebot der nächsten Woche',
  'Næste uges tilbud',
)

/**
 * Products of the running and of the coming deal. A deal announces a reduction, so its product's own campaign must
 * give that reduction for as long as the deal runs (Dir. 98/6/EC Art. 6a).
 */
export const dealSkus = { sv: 'SV-56219', no: 'SV-AGM80', de: 'SV-LEI-AGM100', da: 'SV-56219' } as const
const comingSkus = { sv: 'SV-LEI-AGM100', no: 'SV-56219', de: 'SV-56219', da: 'SV-LEI-AGM100' } as const

/** The deals of all stores, counted from `now`. */
export function demoDeals(now: Date): DealRecord[] {
  return demoStores.flatMap((store) => [
    {
      record: 'deal' as const,
      store,
      title: runningTitle[store],
      sku: dealSkus[store],
      discount: 20,
      startsAt: daysFrom(now, -1),
      expiresAt: daysFrom(now, 3),
    },
    {
      record: 'deal' as const,
      store,
      title: comingTitle[store],
      sku: comingSkus[store],
      discount: 20,
      startsAt: daysFrom(now, 7),
      expiresAt: daysFrom(now, 10),
    },
  ])
}
