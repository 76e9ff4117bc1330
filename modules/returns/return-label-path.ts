import type { StoreCode } from '../../domain/stores/stores.ts'

/** Path of a return's label, under its unguessable token. */
export const returnLabelPath = (store: StoreCode, token: string): string =>
  `/${store}/my-order/label/${token}`
