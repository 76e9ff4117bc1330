/**
 * The current price of a checkout: its lines re-priced from the catalogue, its codes evaluated, its delivery
 * added. Shared by the summary the shopper sees and by the order. Stores and reserves nothing.
 */
import { type Minor, zeroMinor, addMinor, multiplyMinor, sumMinor } from '../money/money.ts'
import { findAccount } from '../accounts/account-repository.server.ts'
import { isLineUnchanged, type CartLine } from '../cart/cart-line.ts'
import { minimumOrder, minimumOrderSumMinor } from '../cart/minimum-order.ts'
import {
  priceShopCart,
  type PriceShopCartServices,
  type ShopCart,
  type ShopCartRequest,
} from '../cart/price-shop-cart.server.ts'
import type { AppliedCode, RefusedCode } from '../cart/evaluate-coupons.server.ts'
import { cardRefusal } from '../gift-cards/checkout-gift-cards.server.ts'
import { findGiftCards, type StoredGiftCard } from '../gift-cards/gift-card-repository.server.ts'
import { spendGiftCards, type GiftCardUse } from '../gift-cards/spend-gift-cards.ts'
import { addShippingVat } from '../orders/order-snapshot.ts'
import type { PricedCart, VatSum } from '../pricing/priced-cart.ts'
import {
  canCarry,
  isForBuyer,
  isOffered,
  emailDelivery,
  shippingMethod,
  shippingPriceMinor,
  shippingVat,
  unitsToShip,
} from '../shipping/shipping-methods.ts'
import { splitLines } from '../shipping/delivery-plan.ts'
import { consignmentOf, weightGramsOf, type Consignment } from '../shipping/consignment.ts'
import type { BuyerKind, ShippingMethod } from '../stores/store.ts'
import { findMember } from '../companies/company-repository.server.ts'
import type { Store, StoreCode } from '../stores/stores.ts'
import { aboveLimit, isAboveLimit, type LimitsOfStores, type AboveLimit } from './order-limits.ts'
import type { CheckoutRecord } from './checkout-repository.server.ts'

export { noCoupons } from '../coupons/coupon-book.server.ts'

export interface PriceCheckoutServices extends PriceShopCartServices {
  orderLimits: LimitsOfStores
}

export interface PricedCheckout extends Pick<ShopCart, 'synced' | 'cart'> {
  /** Applied codes. */
  coupons: AppliedCode[]
  /** Codes that are not applied, each with its reason. */
  rejected: RefusedCode[]
  goods: Consignment
  /** The lines that are shipped. */
  goodsLines: CartLine[]
  /** Both deliveries of a cart that can be divided, and what the second one weighs; null: it cannot. */
  split: { first: CartLine[]; rest: CartLine[]; restGrams: number } | null
  /** Whether the shopper wants it divided, and it can be. */
  isSplit: boolean
  /** Null: none chosen, unknown, or unable to carry the products. */
  method: ShippingMethod | null
  shippingMinor: Minor
  /** The VAT within it. */
  shippingVat: ReturnType<typeof shippingVat>
  totalMinor: Minor
  /** The VAT within the total, and per rate. */
  vatMinor: Minor
  vatPerRate: VatSum[]
  /** The checkout's usable gift cards, and what each pays. */
  giftCards: StoredGiftCard[]
  giftCardUses: GiftCardUse[]
  /** The amount left to pay after gift cards. */
  payableMinor: Minor
  /** Whether the store's minimum order is reached (MINORD-04). */
  minimumReached: boolean
  /** The buyer's order limits, and the parts of the cart that exceed them. */
  buyer: BuyerKind
  aboveLimit: AboveLimit
}

export interface CheckoutPriceRequest extends ShopCartRequest {
  shippingMethodId: string | null
  /** Who buys: a method that is not for such buyers is not offered. Absent: they have not said. */
  customerType?: 'private' | 'business'
  splitDelivery?: boolean
  giftCardReferences?: readonly string[]
}

/**
 * The fields of a stored checkout on which its price depends; the address typed so far affects codes limited
 * per customer.
 */
export function pricedPart(
  checkout: CheckoutRecord,
): Pick<
  CheckoutPriceRequest,
  'lines' | 'couponCodes' | 'accountId' | 'email' | 'customerType' | 'splitDelivery' | 'giftCardReferences'
> {
  const { lines, couponCodes, accountId, contact, customerType, splitDelivery, giftCardReferences } = checkout
  return {
    lines,
    couponCodes,
    accountId,
    ...(customerType && { customerType }),
    splitDelivery: splitDelivery === true,
    giftCardReferences,
    email: contact?.email || null,
  }
}

/** Prices lines and codes with a chosen shipping method (its id or null) at `now` (epoch ms). */
export async function priceCheckout(
  services: PriceCheckoutServices,
  input: CheckoutPriceRequest,
): Promise<PricedCheckout> {
  const { store } = input
  const [{ synced, lines, coupons, cart }, buyer, cards] = await Promise.all([
    priceShopCart(services, input),
    buyerKind(services, input.accountId ?? null, store.code),
    findGiftCards(services.db, input.giftCardReferences ?? []),
  ])
  const goods = consignmentOf(synced.lines, unitsToShip(cart.lines))
  const method = deliveryOf(store, input, goods)
  const goodsLines = linesToShip(synced.lines, cart)
  const split = splitOf(goodsLines, synced.lines, goods)
  const isSplit = split !== null && input.splitDelivery === true
  const shippingMinor = method
    ? deliveryPriceMinor(method, minimumOrderSumMinor(cart), goods, isSplit ? split : null)
    : zeroMinor
  const totalMinor = addMinor(cart.sumMinor, shippingMinor)
  const vat = shippingVat(store.code, shippingMinor)
  const giftCards = cards.filter((card) => cardRefusal(card, store.code, input.accountId ?? null) === null)
  const { uses, payableMinor } = spendGiftCards(totalMinor, giftCards)
  return {
    synced,
    cart,
    coupons: coupons.filter((coupon) => coupon.applied),
    rejected: coupons.filter((coupon) => !coupon.applied),
    goods,
    goodsLines,
    split,
    isSplit,
    method,
    shippingMinor,
    shippingVat: vat,
    totalMinor,
    vatMinor: addMinor(cart.vatMinor, vat.vatMinor),
    vatPerRate: addShippingVat(cart.vatPerRate, { priceMinor: shippingMinor, ...vat }),
    giftCards,
    giftCardUses: uses,
    payableMinor,
    minimumReached: reachesMinimum(cart, store),
    buyer,
    aboveLimit: aboveLimit(services.orderLimits[store.code][buyer], { lines, totalMinor }),
  }
}

/** Whether the shop sells the lines as they are asked for: none is gone, and none has fewer units. */
export function isCartUnchanged({ removed, lines }: PricedCheckout['synced']): boolean {
  return removed === 0 && lines.every(isLineUnchanged)
}

/** Whether the cart can be ordered now, whoever orders it and however it is paid. */
export function isCartPayable(
  priced: Pick<PricedCheckout, 'synced' | 'minimumReached' | 'aboveLimit'>,
): boolean {
  return priced.minimumReached && isCartUnchanged(priced.synced) && !isAboveLimit(priced.aboveLimit)
}

/** How the lines of goods can be divided. `all`: the lines of `goods`, in its order. */
function splitOf(
  lines: readonly CartLine[],
  all: readonly CartLine[],
  { goods }: Consignment,
): PricedCheckout['split'] {
  const parts = splitLines(lines)
  if (parts === null) return null
  const rest = new Set(parts.rest.map(({ uuid }) => uuid))
  const restGoods = goods.filter((_, index) => rest.has(all[index]?.uuid ?? ''))
  return { ...parts, restGrams: weightGramsOf({ goods: restGoods }) }
}

/**
 * The method's price for the cart. A second delivery costs what the method costs for its weight, besides; both are free
 * where the cart reaches the method's free limit (decision 92).
 */
function deliveryPriceMinor(
  method: ShippingMethod,
  cartSumMinor: Minor,
  goods: Consignment,
  split: { restGrams: number } | null,
): Minor {
  const priceMinor = shippingPriceMinor(method, cartSumMinor, weightGramsOf(goods))
  return split === null
    ? priceMinor
    : addMinor(priceMinor, shippingPriceMinor(method, cartSumMinor, split.restGrams))
}

/** The lines that need a parcel: neither gift cards nor fees. */
function linesToShip(lines: readonly CartLine[], cart: PricedCart): CartLine[] {
  const shipped = new Set(cart.lines.filter(({ kind }) => kind === 'goods').map(({ uuid }) => uuid))
  return lines.filter(({ uuid }) => shipped.has(uuid))
}

async function buyerKind(
  { db }: PriceCheckoutServices,
  accountId: number | null,
  store: StoreCode,
): Promise<BuyerKind> {
  const account = accountId === null ? null : await findAccount(db, accountId)
  if (!account) return 'guest'
  const isBusiness =
    account.type === 'business' || (await findMember(db, account.id, store))?.company.isVerified === true
  return isBusiness ? 'business' : 'account'
}

/** The chosen method, if it is offered and can carry the products; without products to ship there is no choice. */
function deliveryOf(
  store: Store,
  { shippingMethodId, customerType }: Pick<CheckoutPriceRequest, 'shippingMethodId' | 'customerType'>,
  goods: Consignment,
): ShippingMethod | null {
  if (goods.units === 0) return emailDelivery(store.code)
  const chosen = shippingMethodId === null ? null : shippingMethod(store.code, shippingMethodId)
  if (!chosen || !isOffered(store.code, chosen) || !canCarry(chosen, goods)) return null
  return customerType === undefined || isForBuyer(chosen, customerType) ? chosen : null
}

/**
 * A cart that is fully paid by codes is compared with the minimum at its price without them (design, section
 * 7: a zero-total order completes).
 */
function reachesMinimum(cart: PricedCart, store: Store): boolean {
  const priced = cart.lines.filter((line) => line.kind !== 'fee')
  const full = sumMinor(priced.map((line) => multiplyMinor(line.unitMinor, line.quantity)))
  const compared = cart.lines.length > 0 && cart.sumMinor === 0 ? full : minimumOrderSumMinor(cart)
  return minimumOrder(compared, store.minimumOrderMinor).reached
}
