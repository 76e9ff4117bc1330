/** The buyer's right to withdraw (CRD Art. 9–16): how long, and where the shop takes the declaration (Art. 11a). */
import type { StoreCode } from '../stores/stores.ts'

/** Days from delivery. */
export const withdrawalDays = 14

/** Page of the store, without its prefix, where a buyer withdraws; reachable without login. */
export const withdrawalPath: Record<StoreCode, string> = {
  sv: 'angra-kop',
  no: 'angre-kjop',
  de: 'vertrag-widerrufen',
  da: 'fortryd-kob',
}
