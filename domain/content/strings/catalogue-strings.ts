/** Words of listings, cards and product pages, side by side in the four languages. */
import type { StringTable } from './string-table.ts'

export const catalogueStrings = {
  'error.not_found': {
    sv: 'Sidan kunde inte hittas', no: 'Siden ble ikke funnet', de: 'Diese Seite wurde nicht gefunden', da: 'Siden kunne ikke findes',
  },
} as const satisfies StringTable // prettier-ignore
