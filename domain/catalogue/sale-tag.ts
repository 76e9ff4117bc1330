/** Slug of the tag that every product on campaign bears, per store. */
import type { StoreCode } from '../stores/stores.ts'

export const saleTag: Record<StoreCode, string> = {
  sv: 'kampanj',
  no: 'kampanje',
  de: 'angebote',
  da: 'tilbud',
}
