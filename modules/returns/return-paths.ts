import type { StoreCode } from '../../domain/stores/stores.ts'

/** Path of a return's label, under its unguessable token. */
export const returnLabelPath = (store: StoreCode, token: string): string =>
  `/${store}/my-order/label/${token}`

/** Path of an order's returns, in mails; asks for a login. */
export const orderReturnPath = (store: StoreCode, number: string): string =>
  `/${store}/my-order/return/${encodeURIComponent(number)}`
