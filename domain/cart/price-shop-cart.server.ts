/**
 * The full price of a shopper's cart, shared by sync-coupons, price-cart and checkout, so that all of them
 * report the same figures: lines re-priced from the catalogue, codes evaluated, the cart priced. Stores and
 * reserves nothing.
 */
import type { CouponBook, FoundCode } from '../coupons/coupon-book.server.ts'
import type { CustomerDiscounts } from '../coupons/coupon-line.ts'
import { noOffers, type PersonalOffers } from '../../modules/personal-offer.ts'
import type { Agreements } from '../../modules/agreement-terms.ts'
import { noAgreements } from '../pricing/price-agreement.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PricedCart } from '../pricing/priced-cart.ts'
import type { Store } from '../stores/stores.ts'
import { agreedTerms, personalOffers } from './agreed-terms.server.ts'
import type { CartLine, RequestedLine } from './cart-line.ts'
import { cartCouponsOf, evaluateCodes, type EvaluatedCode } from './evaluate-coupons.server.ts'
import { giftsOf, grantsGift } from './gift-lines.server.ts'
import { syncCart, type Gift, type SyncCartServices, type SyncedCart } from './sync-cart.server.ts'

export interface PriceShopCartServices extends SyncCartServices {
  coupons: CouponBook
  /** Discount category → percentage of the account's customer (ENTITY-40); omitted: no customer has any. */
  customerDiscounts?: (accountId: number) => Promise<CustomerDiscounts>
}

export interface ShopCartRequest {
  store: Store
  lines: readonly RequestedLine[]
  couponCodes: readonly string[]
  /** Epoch milliseconds. */
  now: number
  /** Null: a guest. */
  accountId?: number | null
  /** The buyer's e-mail address where it is known: some codes are limited per customer. */
  email?: string | null
}

export interface ShopCart {
  synced: SyncedCart
  /** The orderable lines: those that are priced. */
  lines: CartLine[]
  /** Every code once, in the order sent, rejected ones with their reason. */
  coupons: EvaluatedCode[]
  cart: PricedCart
}

/** Lines, codes and price. */
export async function priceShopCart(
  services: PriceShopCartServices,
  request: ShopCartRequest,
): Promise<ShopCart> {
  const { store, accountId } = request
  const owned = ownPrices(services, request)
  const [own, plain, found, customerDiscounts] = await Promise.all([
    owned,
    owned.then((own) => syncGiven(services, request, own)),
    findCodes(services, request),
    accountId == null ? {} : (services.customerDiscounts?.(accountId) ?? {}),
  ])
  const evaluate = (synced: SyncedCart): ShopCart => {
    const lines = synced.lines.filter((line) => line.orderable)
    const cart = { lines, digits: store.currencyDigits, customerDiscounts }
    const coupons = evaluateCodes(cart, found)
    return { synced, lines, coupons, cart: priceCart({ ...cart, coupons: cartCouponsOf(coupons) }) }
  }
  const priced = evaluate(plain)
  if (!grantsGift(found)) return priced
  const gifts = giftsOf(services, store.code, found, priced.coupons, request.lines)
  return gifts.length === 0 ? priced : evaluate(await syncGiven(services, request, { ...own, gifts }))
}

/** The lines alone, with the codes' gifts: the response of sync-cart. */
export async function syncShopCart(
  services: PriceShopCartServices,
  request: ShopCartRequest,
): Promise<SyncedCart> {
  const [synced, found] = await Promise.all([
    ownPrices(services, request).then((own) => syncGiven(services, request, own)),
    findCodes(services, request),
  ])
  return grantsGift(found) ? (await priceShopCart(services, request)).synced : synced
}

async function findCodes(services: PriceShopCartServices, request: ShopCartRequest): Promise<FoundCode[]> {
  const { store, couponCodes: codes, now, email = null } = request
  return codes.length > 0 ? services.coupons.find({ store: store.code, codes, now, email }) : []
}

interface OwnPrices {
  offers: PersonalOffers
  agreements: Agreements
}

/** The customer's offers and agreements. */
async function ownPrices(services: PriceShopCartServices, request: ShopCartRequest): Promise<OwnPrices> {
  const [offers, agreements] = await Promise.all([
    claimedOffers(services, request),
    agreedPrices(services, request),
  ])
  return { offers, agreements }
}

async function agreedPrices(
  { db }: PriceShopCartServices,
  { store, lines, accountId, now }: ShopCartRequest,
): Promise<Agreements> {
  if (accountId == null || lines.length === 0) return noAgreements
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  return agreedTerms(db, { accountId, store: store.code, productIds, now })
}

/** The offers of the customer, where a line claims one. */
async function claimedOffers(
  { db }: PriceShopCartServices,
  { store, lines, accountId, now }: ShopCartRequest,
): Promise<PersonalOffers> {
  if (accountId == null || lines.every((line) => line.offerItemId == null)) return noOffers
  return personalOffers(db, { accountId, store: store.code, now })
}

function syncGiven(
  services: PriceShopCartServices,
  { store, lines, now }: ShopCartRequest,
  given: OwnPrices & { gifts?: readonly Gift[] },
) {
  return syncCart(services, { store: store.code, lines, now, ...given })
}
