/**
 * Re-prices a cart against what the shop sells now (API-18, API-19, CART-09, ROLE-08): every line from the
 * catalogue, every quantity from stock, every origin checked. Nothing the browser says about a price counts.
 * The number of queries does not grow with the cart. It reserves nothing.
 */
import { textsOf } from '../../locales/texts.server.ts'
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductCard } from '../catalogue/product.ts'
import { productTypes } from '../catalogue/product-type.ts'
import type { StoreCode } from '../stores/stores.ts'
import { allocateStock, type StockTake } from './allocate-stock.ts'
import { lineOf, type CartItem } from './cart-item.ts'
import { loadRelations, type ReadStockNeeds, type StockNeeds } from './cart-stock.server.ts'
import { depositFee, depositLine } from './deposit-line.ts'
import {
  claimedSources,
  genuineOrigins,
  noRelations,
  type CartLineRequest,
  type ProductRelations,
} from './line-origins.ts'

export interface SyncCartServices {
  db: Kysely<DB>
  catalogue: Pick<Catalogue, 'productsById' | 'productsBySku'>
  stock: ReadStockNeeds
}

export interface SyncedLine {
  item: CartItem
  /** What ordering the line would take from stock. */
  takes: StockTake[]
  /** Whether the line can be ordered as it stands here. */
  orderable: boolean
  /** Starter batteries in one unit: dangerous goods that not every way of delivery takes, and under deposit in Germany. */
  startersPerUnit: number
}

/** A product that a code puts into the cart for nothing. */
export interface Gift {
  code: string
  productId: number
  quantity: number
  uuid: string
}

export interface SyncedCart {
  lines: SyncedLine[]
  /** Lines of products the store does not sell (any more); they are left out of `lines`. */
  removed: number
}

/** A cart's lines as they stand at `now` (epoch milliseconds), in the order sent, under the uuids sent. */
export async function syncCart(
  services: SyncCartServices,
  input: { store: StoreCode; lines: readonly CartLineRequest[]; now: number; gifts?: readonly Gift[] },
): Promise<SyncedCart> {
  const { store, now, gifts = [] } = input
  // What coupons and fees added is the server's own doing: it is made anew, never taken over.
  const wanted = input.lines.filter((line) => !line.added_by_coupon && !line.fee)
  if (wanted.length === 0) return { lines: [], removed: 0 }
  const ids = [...new Set([...wanted.map((line) => line.product_id), ...gifts.map((gift) => gift.productId)])]
  const products = new Map(
    services.catalogue.productsById(store, ids).map((product) => [product.id, product]),
  )
  const sold = wanted.filter((line) => isSold(products.get(line.product_id)))
  const [needs, relations] = await Promise.all([services.stock(store, ids), relationsOf(services.db, sold)])
  const drafts = [
    ...priceDrafts(
      sold.map((line) => ({ line, product: products.get(line.product_id)! })),
      relations,
    ),
    ...giftDrafts(gifts, products),
  ]
  const starters = startersPerUnit(services, store, products, needs)
  const lines = stockLines(store, drafts, { needs, starters, now }).filter(
    (line) => line.orderable || !line.item.added_by_coupon,
  )
  return { lines: withDeposit(store, lines, input.lines), removed: wanted.length - sold.length }
}

/** Gifts of products the store sells; they take from stock after the lines that are paid for. */
function giftDrafts(gifts: readonly Gift[], products: ReadonlyMap<number, ProductCard>): PricedDraft[] {
  return gifts.flatMap(({ code, productId, quantity, uuid }) => {
    const product = products.get(productId)
    if (!isSold(product)) return []
    const line = { uuid, product_id: productId, quantity }
    return [{ line, product, origin: { added_by_coupon: code }, allowed: quantity }]
  })
}

/** How many starter batteries a unit of a product is, or holds where it is a set. */
function startersPerUnit(
  services: SyncCartServices,
  store: StoreCode,
  products: ReadonlyMap<number, ProductCard>,
  needs: StockNeeds,
): (productId: number) => number {
  const parts = [...products.values()]
    .filter(({ type }) => type === productTypes.SET)
    .flatMap(({ id }) => needs.get(id) ?? [])
    .map(({ productId }) => productId)
  const cards = parts.length > 0 ? services.catalogue.productsById(store, [...new Set(parts)]) : []
  const starters = new Set([...products.values(), ...cards].filter((card) => card.starter_battery).map(({ id }) => id)) // prettier-ignore
  return (productId) => {
    if (starters.has(productId)) return 1
    if (products.get(productId)?.type !== productTypes.SET) return 0
    const held = (needs.get(productId) ?? []).filter((need) => starters.has(need.productId))
    return held.reduce((sum, need) => sum + need.perUnit, 0)
  }
}

/** The lines with the deposit their starter batteries owe, under the uuid it had before. */
function withDeposit(store: StoreCode, lines: SyncedLine[], sent: readonly CartLineRequest[]): SyncedLine[] {
  const starters = lines.reduce(
    (sum, line) => (line.orderable ? sum + line.startersPerUnit * line.item.quantity : sum),
    0,
  )
  if (starters === 0) return lines
  const uuid = sent.find((line) => line.fee === depositFee)?.uuid ?? randomUUID()
  const item = depositLine(store, starters, uuid)
  return item ? [...lines, { item, takes: [], orderable: true, startersPerUnit: 0 }] : lines
}

/** A parent of variants is not for sale itself, and nothing is without a price. */
function isSold(product: ProductCard | undefined): product is ProductCard {
  return (
    product !== undefined &&
    product.variations.length === 0 &&
    product.prices.n.length + product.prices.c.length > 0
  )
}

async function relationsOf(db: Kysely<DB>, lines: readonly CartLineRequest[]): Promise<ProductRelations> {
  const claims = lines.filter((line) => claimedSources(line).length > 0)
  if (claims.length === 0) return noRelations
  const sources = new Set([...claims.flatMap(claimedSources), ...lines.map((line) => line.product_id)])
  return loadRelations(
    db,
    [...sources],
    claims.map((line) => line.product_id),
  )
}

interface Draft {
  line: CartLineRequest
  product: ProductCard
}

interface PricedDraft extends Draft {
  /** The quantity the origin allows. */
  allowed: number
  origin: ReturnType<typeof genuineOrigins>
}

/** Settles every line's origin. A cross-sell goes with what it was sold with: never more of it than of that. */
function priceDrafts(drafts: readonly Draft[], relations: ProductRelations): PricedDraft[] {
  const fullPriced = new Map<number, number>()
  for (const { line } of drafts) {
    if (line.cross_selling_product_id == null)
      fullPriced.set(line.product_id, (fullPriced.get(line.product_id) ?? 0) + line.quantity)
  }
  return drafts.map(({ line, product }) => {
    const origin = genuineOrigins(line, product, fullPriced, relations)
    let allowed = line.quantity
    if (origin.cross_selling_product_id != null) {
      const sources = [...relations.sources('cross_sell', product.id)]
      const soldWith = sources.reduce((sum, id) => sum + (fullPriced.get(id) ?? 0), 0)
      allowed = Math.min(allowed, soldWith)
    }
    return { line, product, origin, allowed }
  })
}

function stockLines(
  store: StoreCode,
  drafts: readonly PricedDraft[],
  { needs, starters, now }: { needs: StockNeeds; starters: (productId: number) => number; now: number },
): SyncedLine[] {
  const grants = allocateStock(
    drafts.map(({ product, allowed }) => ({
      quantity: allowed,
      needs: product.type === productTypes.GiftCard ? [] : (needs.get(product.id) ?? []),
    })),
    now,
  )
  return drafts.map(({ line, product, origin }, index) => {
    const grant = grants[index]!
    const orderable = grant.quantity > 0
    const quantity = orderable ? grant.quantity : line.quantity
    // A gift that is scarce is a smaller gift, nothing the shopper has to agree to.
    const lowered = quantity < line.quantity && !origin.added_by_coupon
    const item: CartItem = Object.assign(lineOf(product, quantity, origin), { uuid: line.uuid })
    if (item.added_by_coupon) Object.assign(item, { price: 0, pricing: [{ q: 1, p: 0 }], campaign: false })
    item.stock_status = grant.status?.status ?? product.stock_status
    const expected = grant.status?.estimatedAt
    item.estimated_at = expected
      ? new Date(expected).toISOString()
      : grant.status
        ? null
        : product.estimated_at
    item.adjusted_quantity = lowered ? quantity : null
    if (!orderable) item.cart_notice = textsOf(store).answers.cart_notice.unavailable
    else if (lowered) item.cart_notice = textsOf(store).answers.cart_notice.quantity_lowered
    else if (line.subscription_interval && item.subscription_interval === null)
      item.cart_notice = textsOf(store).answers.cart_notice.no_subscription
    return { item, takes: grant.takes, orderable, startersPerUnit: starters(product.id) }
  })
}
