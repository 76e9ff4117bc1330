import type { StoreCode } from '../stores/stores.ts'

/** Where the slip of a return stands, behind its unguessable token. */
export const returnLabelPath = (store: StoreCode, token: string): string =>
  `/${store}/my-order/label/${token}`
