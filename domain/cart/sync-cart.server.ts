/**
 * Re-prices a cart from current shop data (API-18, API-19, CART-09, ROLE-08): every line from the catalogue,
 * every quantity from stock, every origin verified. Prices sent by the browser are ignored. The number of
 * queries does not depend on the cart's length. Reserves nothing.
 */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { productTypes } from '../catalogue/product-type.ts'
import type { Agreements } from '../../modules/agreement-terms.ts'
import { agreedPriceOf, noAgreements } from '../pricing/price-agreement.ts'
import type { AgreedPrice } from '../pricing/priced-cart.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { allocateStock, type StockGrant, type StockNeed } from './allocate-stock.ts'
import { cartLine, type CartLine, type CartNotice, type LineOrigin, type RequestedLine } from './cart-line.ts'
import type { CartProduct, CartProducts } from '../catalogue/cart-product.ts'
import { loadRelations, type ReadStockNeeds, type StockNeeds } from './cart-stock.server.ts'
import { depositFee, depositLine } from './deposit-line.ts'
import { noOffers, type PersonalOffer, type PersonalOffers } from '../../modules/personal-offer.ts'
import { claimedSources, genuineOrigins, noRelations, type ProductRelations } from './line-origins.ts'
import { packedTogether, withStarterBattery } from '../products/packed-unit.ts'
import { loadPackedUnits } from '../shipping/consignment.server.ts'
import type { ProductId } from '../products/product-id.ts'

export interface SyncCartServices {
  db: Kysely<DB>
  catalogue: CartProducts
  stock: ReadStockNeeds
}

/** A free product that a code adds to the cart. */
export interface Gift {
  code: string
  productId: ProductId
  quantity: number
  uuid: string
}

export interface SyncedCart {
  lines: CartLine[]
  /** Lines of products the store does not sell (any more); they are omitted from `lines`. */
  removed: number
}

/** A cart's lines at `now` (epoch milliseconds), in the order sent, with the uuids sent. */
export async function syncCart(
  services: SyncCartServices,
  input: {
    store: StoreCode
    lines: readonly RequestedLine[]
    now: number
    gifts?: readonly Gift[]
    /** The personal offers of the customer; a claim of any other is dropped. */
    offers?: PersonalOffers
    /** What the customer's agreements say about the products. */
    agreements?: Agreements
  },
): Promise<SyncedCart> {
  const { store, now, gifts = [], offers = noOffers, agreements = noAgreements } = input
  // Lines added by coupons and fees are rebuilt by the server, never accepted from the browser.
  const wanted = input.lines.filter((line) => !line.addedByCoupon && !line.fee)
  if (wanted.length === 0) return { lines: [], removed: 0 }
  const ids = [...new Set([...wanted.map((line) => line.productId), ...gifts.map((gift) => gift.productId)])]
  const products = new Map(
    services.catalogue.cartProducts(store, ids).map((product) => [product.id, product]),
  )
  const sold = wanted.filter((line) => isSold(products.get(line.productId)))
  const [needs, relations] = await Promise.all([services.stock(store, ids), relationsOf(services.db, sold)])
  const drafts = [
    ...priceDrafts(
      sold.map((line) => ({ line, product: products.get(line.productId)! })),
      relations,
      offers,
    ),
    ...giftDrafts(gifts, products),
  ]
  const contents = await readContents(services, store, products, needs)
  const agreementOf = ({ id, prices }: CartProduct) =>
    agreedPriceOf(prices, agreements.get(id) ?? [], stores[store].currencyDigits)
  const lines = stockLines(drafts, { needs, contents, agreementOf, now }).filter(
    (line) => line.orderable || !line.addedByCoupon,
  )
  return { lines: withDeposit(store, lines, input.lines), removed: wanted.length - sold.length }
}

/** Gifts of products the store sells; stock is allocated to them after the paid lines. */
function giftDrafts(gifts: readonly Gift[], products: ReadonlyMap<ProductId, CartProduct>): PricedDraft[] {
  return gifts.flatMap(({ code, productId, quantity, uuid }) => {
    const product = products.get(productId)
    if (!isSold(product)) return []
    const line = { uuid, productId, quantity }
    return [{ line, product, origin: { addedByCoupon: code }, allowed: quantity, offer: null }]
  })
}

/** What one unit of a product contains that carriers and the law on batteries ask for. */
type UnitContents = Pick<CartLine, 'startersPerUnit' | 'packed'>

/** The contents of every product: its own, or those of a set's parts. */
async function readContents(
  services: SyncCartServices,
  store: StoreCode,
  products: ReadonlyMap<ProductId, CartProduct>,
  needs: StockNeeds,
): Promise<(product: CartProduct) => UnitContents> {
  const isSet = ({ type }: CartProduct) => type === productTypes.SET
  const partsOf = ({ id }: CartProduct) => needs.get(id) ?? []
  const partIds = [...products.values()]
    .filter(isSet)
    .flatMap((set) => partsOf(set).map(({ productId }) => productId))
  if (partIds.length === 0) return ownContents
  const starters = new Set(
    services.catalogue
      .cartProducts(store, [...new Set(partIds)])
      .filter((part) => part.starterBattery)
      .map(({ id }) => id),
  )
  // From the database: a part need not be sold by itself.
  const units = await loadPackedUnits(services.db, partIds)
  return (product) => {
    if (!isSet(product)) return ownContents(product)
    const startersPerUnit = product.starterBattery
      ? 1
      : partsOf(product)
          .filter(({ productId }) => starters.has(productId))
          .reduce((sum, { perUnit }) => sum + perUnit, 0)
    const packed = packedTogether(
      partsOf(product).flatMap(({ productId, perUnit }) => {
        const unit = units.get(productId)
        return unit ? [{ unit, quantity: perUnit }] : []
      }),
    )
    return { startersPerUnit, packed: startersPerUnit > 0 ? withStarterBattery(packed) : packed }
  }
}

const ownContents = ({ starterBattery, packed }: CartProduct): UnitContents => ({
  startersPerUnit: starterBattery ? 1 : 0,
  packed,
})

/** The lines with the deposit for their starter batteries, under the uuid the deposit line had before. */
function withDeposit(store: StoreCode, lines: CartLine[], sent: readonly RequestedLine[]): CartLine[] {
  const starters = lines.reduce(
    (sum, line) => (line.orderable ? sum + line.startersPerUnit * line.quantity : sum),
    0,
  )
  if (starters === 0) return lines
  const uuid = sent.find((line) => line.fee === depositFee)?.uuid ?? randomUUID()
  const deposit = depositLine(store, starters, uuid)
  return deposit ? [...lines, deposit] : lines
}

/** A parent of variants and a product without a price cannot be sold. */
function isSold(product: CartProduct | undefined): product is CartProduct {
  return (
    product !== undefined &&
    !product.hasVariants &&
    product.prices.normal.length + product.prices.campaign.length > 0
  )
}

async function relationsOf(db: Kysely<DB>, lines: readonly RequestedLine[]): Promise<ProductRelations> {
  const claims = lines.filter((line) => claimedSources(line).length > 0)
  if (claims.length === 0) return noRelations
  const sources = new Set([...claims.flatMap(claimedSources), ...lines.map((line) => line.productId)])
  return loadRelations(
    db,
    [...sources],
    claims.map((line) => line.productId),
  )
}

interface Draft {
  line: RequestedLine
  product: CartProduct
}

interface PricedDraft extends Draft {
  /** The quantity that the origin allows. */
  allowed: number
  origin: Partial<LineOrigin>
  /** The personal offer it is sold at. */
  offer: PersonalOffer | null
}

/**
 * Decides every line's origin. A cross-sell requires the product it was sold with; all lines of a cross-sell together
 * never exceed its quantity, and one that nothing is left for is a normal line. A personal offer is used once in a
 * cart, at its own quantity.
 */
function priceDrafts(
  drafts: readonly Draft[],
  relations: ProductRelations,
  offers: PersonalOffers,
): PricedDraft[] {
  const used = new Set<number>()
  const offerOf = ({ line, product }: Draft): PersonalOffer | null => {
    const offer = line.offerItemId == null ? undefined : offers.get(Number(line.offerItemId))
    if (offer?.productId !== product.id || used.has(offer.id)) return null
    used.add(offer.id)
    return offer
  }
  const fullPriced = new Map<ProductId, number>()
  for (const { line } of drafts) {
    if (line.crossSellingProductId == null)
      fullPriced.set(line.productId, (fullPriced.get(line.productId) ?? 0) + line.quantity)
  }
  /** Units of earlier lines at the price of a cross-sell. */
  const crossSold = new Map<ProductId, number>()
  return drafts.map(({ line, product }) => {
    const offer = offerOf({ line, product })
    if (offer !== null) {
      const origin = { offerItemId: offer.id }
      const locked = { ...line, quantity: offer.quantity }
      return { line: locked, product, origin, allowed: offer.quantity, offer }
    }
    const { crossSellingProductId, ...origin } = genuineOrigins(line, product, fullPriced, relations)
    if (crossSellingProductId == null) return { line, product, origin, allowed: line.quantity, offer: null }
    const sources = [...relations.sources('cross_sell', product.id)]
    const soldWith = sources.reduce((sum, id) => sum + (fullPriced.get(id) ?? 0), 0)
    const sold = crossSold.get(product.id) ?? 0
    const allowed = Math.min(line.quantity, soldWith - sold)
    if (allowed <= 0) return { line, product, origin, allowed: line.quantity, offer: null }
    crossSold.set(product.id, sold + allowed)
    return { line, product, origin: { ...origin, crossSellingProductId }, allowed, offer: null }
  })
}

interface LineFacts {
  needs: StockNeeds
  contents: (product: CartProduct) => UnitContents
  agreementOf: (product: CartProduct) => AgreedPrice | null
  now: number
}

function stockLines(
  drafts: readonly PricedDraft[],
  { needs, contents, agreementOf, now }: LineFacts,
): CartLine[] {
  const grants = allocateStock(
    drafts.map(({ product, allowed }) => ({
      quantity: allowed,
      needs: stockNeedsOf(product, needs),
    })),
    now,
  )
  return drafts.map((draft, index) =>
    stockLine(draft, grants[index]!, {
      contents: contents(draft.product),
      agreement: agreementOf(draft.product),
    }),
  )
}

function stockNeedsOf({ id, type, isWithheld }: CartProduct, needs: StockNeeds): readonly StockNeed[] {
  if (type === productTypes.GiftCard) return []
  if (isWithheld) return [{ productId: id, perUnit: 1, stock: { available: 0, isWithheld } }]
  return needs.get(id) ?? []
}

/** A line at the allocated quantity; one without any allocation keeps its quantity and is not orderable. */
function stockLine(
  { line, product, origin, offer }: PricedDraft,
  { quantity: granted, allocations, status }: StockGrant,
  { contents, agreement }: { contents: UnitContents; agreement: AgreedPrice | null },
): CartLine {
  const orderable = granted > 0
  const quantity = orderable ? granted : line.quantity
  // A reduced gift needs no notice: the shopper has nothing to agree to.
  const isLowered = quantity < line.quantity && !origin.addedByCoupon
  const { uuid, renewalPrices } = line
  const state = {
    stockStatus: status?.status ?? product.stockStatus,
    estimatedAt: status ? isoDate(status.estimatedAt) : product.estimatedAt,
    notice: noticeOf({ orderable, isLowered, lostInterval: isIntervalLost(line, origin) }),
    loweredTo: isLowered ? quantity : null,
    orderable,
    allocations,
    ...contents,
  }
  return cartLine(product, { uuid, quantity, renewalPrices }, origin, state, { offer, agreement })
}

const isoDate = (at: number | null): string | null => (at ? new Date(at).toISOString() : null)

const isIntervalLost = (line: RequestedLine, origin: Partial<LineOrigin>): boolean =>
  Boolean(line.subscriptionInterval) && origin.subscriptionInterval == null

function noticeOf(line: {
  orderable: boolean
  isLowered: boolean
  lostInterval: boolean
}): CartNotice | null {
  if (!line.orderable) return 'unavailable'
  if (line.isLowered) return 'quantity_lowered'
  return line.lostInterval ? 'no_subscription' : null
}
