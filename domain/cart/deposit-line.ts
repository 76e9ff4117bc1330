/**
 * The deposit on starter batteries in the German store (BattDG § 19): 7.50 € with VAT per battery, a line of
 * its own that takes no coupon and can be refunded by itself. The server makes it anew at every cart sync; of one
 * sent along it keeps the uuid alone.
 */
import { productTypes } from '../catalogue/product-type.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CartItem } from './cart-item.ts'

/** Value of a deposit line's `fee`. */
export const depositFee = 'deposit'

/** Deposit per starter battery, major units of the store's currency; stores that are absent have none. */
const depositPerStore: Partial<Record<StoreCode, { price: number; vat: number; name: string }>> = {
  de: { price: 7.5, vat: 19, name: 'Pfand für Starterbatterie (§ 19 BattDG)' },
}

/** Whether that store takes a deposit on starter batteries. */
export const takesDeposit = (code: StoreCode): boolean => depositPerStore[code] !== undefined

/** The deposit line for that many starter batteries, or null where none is owed. */
export function depositLine(store: StoreCode, starters: number, uuid: string): CartItem | null {
  const terms = depositPerStore[store]
  if (!terms || starters === 0) return null
  return {
    uuid,
    type: productTypes.Any,
    thumb: null,
    name: terms.name,
    slug: '',
    product_id: 0,
    sku: 'DEPOSIT',
    quantity: starters,
    price: terms.price,
    ordinary_price: terms.price,
    pricing: [{ q: 1, p: terms.price }],
    vat: terms.vat,
    categories: [],
    group_id: null,
    discount_category: null,
    stock_status: null,
    estimated_at: null,
    cross_selling_product_id: null,
    upselling_bundle_id: null,
    offer_item_id: null,
    added_by_coupon: null,
    subscription_interval: null,
    accessory_id: null,
    related_id: null,
    recommended_id: null,
    cart_notice: null,
    adjusted_quantity: null,
    campaign: false,
    fee: depositFee,
  }
}
