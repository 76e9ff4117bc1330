/**
 * The deposit on starter batteries in the German store (BattDG § 19): 7.50 € with VAT per battery, a line of
 * its own that takes no coupon and can be refunded by itself. The server adds it at every cart sync; the
 * browser never makes one.
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

/**
 * The lines with one deposit line at the end for all starter batteries among them, or none where none is owed.
 * A deposit line sent along is never trusted: only its uuid is kept.
 */
export function withDepositLine(
  items: readonly CartItem[],
  deposit: {
    store: { code: StoreCode }
    /** Starter batteries in one unit of the line: sets may hold several. */
    startersPerUnit: (item: CartItem) => number
    makeUuid: () => string
  },
): CartItem[] {
  const goods = items.filter((item) => !item.fee)
  const terms = depositPerStore[deposit.store.code]
  const quantity = goods.reduce((sum, item) => sum + deposit.startersPerUnit(item) * item.quantity, 0)
  if (!terms || quantity === 0) return goods
  return [
    ...goods,
    {
      uuid: items.find((item) => item.fee === depositFee)?.uuid ?? deposit.makeUuid(),
      type: productTypes.Any,
      thumb: null,
      name: terms.name,
      slug: '',
      product_id: 0,
      sku: 'DEPOSIT',
      quantity,
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
    },
  ]
}
