/**
 * The deposit on starter batteries where the law asks for one (BattDG § 19): a line of its own that takes no coupon
 * and can be refunded by itself; the amount is in the store's policy. The server makes it anew at every cart sync; of one
 * sent along it keeps the uuid alone.
 */
import { minor } from '../money/money.ts'
import { productTypes } from '../catalogue/product-type.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { CartLine, FeeKind } from './cart-line.ts'

/** The deposit's kind among the fees. */
export const depositFee: FeeKind = 'deposit'

/** The deposit line for that many starter batteries, or null where the store takes none or none is owed. */
export function depositLine(store: StoreCode, starters: number, uuid: string): CartLine | null {
  const deposit = storePolicies[store].starterBatteryDeposit
  if (!deposit || starters === 0) return null
  const priceMinor = minor(deposit.minor)
  return {
    uuid,
    type: productTypes.Any,
    thumb: null,
    name: deposit.name,
    slug: '',
    productId: 0,
    sku: 'DEPOSIT',
    quantity: starters,
    priceMinor,
    ordinaryMinor: priceMinor,
    tiers: [{ quantity: 1, unitMinor: priceMinor }],
    vatRateBasisPoints: deposit.vatRateBasisPoints,
    categoryIds: [],
    groupId: null,
    discountCategory: null,
    giftCard: false,
    fee: true,
    feeKind: depositFee,
    fixedPrice: true,
    crossSell: false,
    campaign: false,
    starterBattery: false,
    crossSellingProductId: null,
    upsellingBundleId: null,
    offerItemId: null,
    addedByCoupon: null,
    subscriptionInterval: null,
    accessoryId: null,
    relatedId: null,
    recommendedId: null,
    stockStatus: null,
    estimatedAt: null,
    notice: null,
    loweredTo: null,
    orderable: true,
    takes: [],
    startersPerUnit: 0,
  }
}
