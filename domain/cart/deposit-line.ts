/**
 * The deposit on starter batteries where the law requires one (BattDG § 19): a separate line that accepts no
 * coupon and is refunded separately. The amount is in the store's policy. The server rebuilds it at every
 * cart sync; only the uuid of a line sent by the browser is kept.
 */
import { productTypes } from '../catalogue/product-type.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { CartLine, FeeKind } from './cart-line.ts'
import { toSku, type Sku } from '../products/sku.ts'
import { noProductId } from '../products/product-id.ts'

/** The article number of deposits, on receipts and at payment providers. */
export const depositSku = toSku('DEPOSIT')

/** Whether a line of an order is the deposit. */
export const isDeposit = ({ kind, sku }: { kind: string; sku: Sku }): boolean =>
  kind === 'fee' && sku === depositSku

/** The deposit's kind of fee. */
export const depositFee: FeeKind = 'deposit'

/**
 * The deposit line for that many starter batteries; null where the store charges none or there are no
 * batteries.
 */
export function depositLine(store: StoreCode, starters: number, uuid: string): CartLine | null {
  const deposit = storePolicies[store].starterBatteryDeposit
  if (!deposit || starters === 0) return null
  const priceMinor = deposit.minor
  return {
    uuid,
    type: productTypes.Any,
    thumb: null,
    name: deposit.name,
    slug: '',
    productId: noProductId,
    sku: depositSku,
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
    agreement: null,
    fixedPrice: true,
    crossSell: false,
    campaign: false,
    promisedPrices: null,
    packed: null,
    crossSellingProductId: null,
    upsellingBundleId: null,
    offerItemId: null,
    addedByCoupon: null,
    subscriptionInterval: null,
    giftRecipient: null,
    accessoryId: null,
    relatedId: null,
    recommendedId: null,
    stockStatus: null,
    estimatedAt: null,
    notice: null,
    loweredTo: null,
    orderable: true,
    allocations: [],
    startersPerUnit: 0,
  }
}
