/** Addresses of the pages of returns. */
import { links } from '../../../app/links.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'

export const returnLinks = {
  /** Of an order whose number and address the visitor has entered. */
  ofOrder: (store: StoreCode, number: string) => `/${store}/my-order/return/${number}`,
  ofAccount: (store: StoreCode, number?: string) =>
    links.account(store, number === undefined ? 'orders/return' : `orders/return/${number}`),
}
