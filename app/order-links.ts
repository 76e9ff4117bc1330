/**
 * Addresses of a checkout's end and of orders. Apart from `links.ts`, which every page loads.
 */
import type { StoreCode } from '../domain/stores/stores.ts'

export const orderLinks = {
  confirmation: (store: StoreCode, id?: string | null) =>
    `/${store}/checkout/confirmation${id ? `/${id}` : ''}`,
  /** Where a payment of a checkout is confirmed; providers send the shopper back to it. */
  confirming: (store: StoreCode, checkoutId: string) =>
    `/${store}/checkout/confirmation?checkout=${encodeURIComponent(checkoutId)}`,
  failed: (store: StoreCode, id?: string | null) => `/${store}/checkout/failed${id ? `/${id}` : ''}`,
  trackOrder: (store: StoreCode, id?: string | null) => `/${store}/track-order${id ? `/${id}` : ''}`,
}
