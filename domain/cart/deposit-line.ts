/**
 * The deposit on starter batteries where the law asks for one (BattDG § 19): a line of its own that takes no coupon
 * and can be refunded by itself; the amount is in the store's policy. The server makes it anew at every cart sync; of one
 * sent along it keeps the uuid alone.
 */
import { toMajor } from '../money/money.ts'
import { productTypes } from '../catalogue/product-type.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { CartItem } from './cart-item.ts'

/** Value of a deposit line's `fee`. */
export const depositFee = 'deposit'

/** The deposit line for that many starter batteries, or null where the store takes none or none is owed. */
export function depositLine(store: StoreCode, starters: number, uuid: string): CartItem | null {
  const deposit = storePolicies[store].starterBatteryDeposit
  if (!deposit || starters === 0) return null
  const price = toMajor(deposit.minor)
  return {
    uuid,
    type: productTypes.Any,
    thumb: null,
    name: deposit.name,
    slug: '',
    product_id: 0,
    sku: 'DEPOSIT',
    quantity: starters,
    price,
    ordinary_price: price,
    pricing: [{ q: 1, p: price }],
    vat: deposit.vatRateBasisPoints / 100,
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
