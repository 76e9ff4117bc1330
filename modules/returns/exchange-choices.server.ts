/**
 * The variants that returned goods can be exchanged for, and the terms on which they are: priced by the pricing engine
 * for the order's customer at this moment. Reserves nothing.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CartLine } from '../../domain/cart/cart-line.ts'
import { priceShopCart, type PriceShopCartServices } from '../../domain/cart/price-shop-cart.server.ts'
import { productTypes } from '../../domain/catalogue/product-type.ts'
import { smallerMinor, type Minor } from '../../domain/money/money.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { isPercentage } from '../../domain/pricing/net-amounts.ts'
import type { PricedLine } from '../../domain/pricing/priced-cart.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { Refund } from '../../domain/refunds/refund.ts'
import { stores } from '../../domain/stores/stores.ts'
import { allowsExchange, listMinorOf, worthOf, type ExchangeTerms } from './exchange.ts'
import type { ReturnItem } from './return.ts'

export interface ExchangeServices extends PriceShopCartServices {
  /** Epoch milliseconds. */
  clock: () => number
}

/** A variant of a returned product. */
export interface ExchangeChoice {
  sku: Sku
  name: string
  /** The customer's price of one unit. */
  unitMinor: Minor
  /** `dearer`: it costs more than the returned product did. */
  state: 'offered' | 'dearer' | 'sold_out'
}

type OrderOfExchange = { id: number; snapshot: OrderSnapshot }

/** The variants for each of the order's products that has any, by its sku. */
export async function exchangeChoices(
  services: ExchangeServices,
  order: OrderOfExchange,
): Promise<Map<Sku, ExchangeChoice[]>> {
  const { lines } = order.snapshot
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const siblings = await selectSiblings(services.db, order)
  const wanted = siblings.map(({ variantId }) => ({ productId: variantId, quantity: 1 }))
  const priced = await priceVariants(services, order, wanted)
  return new Map(
    goods.map(({ sku, productId, quantity, ...line }) => {
      const paidUnitMinor = listMinorOf(line) / quantity
      const own = priced.filter(({ line: variant }) =>
        siblings.some((each) => each.productId === productId && each.variantId === variant.productId),
      )
      return [
        sku,
        own.map(({ line: variant, price }) => ({
          sku: variant.sku,
          name: variant.name,
          unitMinor: price?.lineTotalMinor ?? variant.priceMinor,
          state: stateOf(variant, price, paidUnitMinor),
        })),
      ] as const
    }),
  )
}

function stateOf(
  line: CartLine,
  price: PricedLine | undefined,
  paidUnitMinor: number,
): ExchangeChoice['state'] {
  if (!price || !isInStock(line)) return 'sold_out'
  return price.lineTotalMinor > paidUnitMinor ? 'dearer' : 'offered'
}

/**
 * The terms of the items that are to be exchanged, by the sku that comes back; or the first sku that cannot be. `refund`:
 * what the return of all items refunds.
 */
export async function exchangeTerms(
  services: ExchangeServices,
  order: OrderOfExchange,
  items: readonly ReturnItem[],
  refund: Refund,
): Promise<{ ok: true; terms: Map<Sku, ExchangeTerms> } | { ok: false; sku: Sku }> {
  const wanted = items.filter(({ exchangeFor }) => exchangeFor !== undefined)
  const terms = new Map<Sku, ExchangeTerms>()
  const [first] = wanted
  if (!first) return { ok: true, terms }
  const repeated = wanted.find(({ sku }) => items.filter((item) => item.sku === sku).length > 1)
  if (repeated) return { ok: false, sku: repeated.sku }
  const siblings = await selectSiblings(services.db, order)
  const variants = services.catalogue.cartProductsBySku(
    order.snapshot.store,
    wanted.flatMap(({ exchangeFor }) => (exchangeFor === undefined ? [] : [exchangeFor])),
  )
  const asked = wanted.map((item) => {
    const variant = variants.find(({ sku }) => sku === item.exchangeFor)
    const isSibling = siblings.some(({ sku, variantId }) => sku === item.sku && variantId === variant?.id)
    return { item, variant: isSibling ? variant : undefined }
  })
  for (const { item, variant } of asked) if (!variant) return { ok: false, sku: item.sku }
  const priced = await priceVariants(
    services,
    order,
    asked.map(({ item, variant }) => ({ productId: variant!.id, quantity: item.quantity })),
  )
  for (const [index, { item, variant }] of asked.entries()) {
    const { line, price } = priced[index] ?? {}
    const { paidMinor, listMinor } = worthOf(order.snapshot.lines, refund, item.sku)
    if (!line || !price || !isInStock(line) || price.lineTotalMinor > listMinor)
      return { ok: false, sku: item.sku }
    terms.set(item.sku, {
      productId: line.productId,
      sku: line.sku,
      name: line.name,
      slug: variant!.slug,
      unitMinor: price.unitMinor,
      percentages: price.reasons.filter(isPercentage),
      totalMinor: smallerMinor(price.netMinor, paidMinor),
      vatRateBasisPoints: price.vatRateBasisPoints,
    })
  }
  return { ok: true, terms }
}

/** Units that are on the shelf now: an exchange waits for no delivery to the shop. */
const isInStock = ({ orderable, loweredTo, allocations }: CartLine): boolean =>
  orderable && loweredTo === null && allocations.every(({ pool }) => pool === 'available')

/** Lines in the order of `wanted`; those that the store does not sell are left out. */
async function priceVariants(
  services: ExchangeServices,
  { id, snapshot }: OrderOfExchange,
  wanted: readonly { productId: ProductId; quantity: number }[],
): Promise<{ line: CartLine; price: PricedLine | undefined }[]> {
  if (wanted.length === 0) return []
  const { synced, cart } = await priceShopCart(services, {
    store: stores[snapshot.store],
    lines: wanted.map((line) => ({ ...line, uuid: randomUUID() })),
    couponCodes: [],
    now: services.clock(),
    accountId: await accountOf(services.db, id),
  })
  return synced.lines
    .filter(({ fee }) => !fee)
    .map((line) => ({ line, price: cart.lines.find(({ uuid }) => uuid === line.uuid) }))
}

async function accountOf(db: Kysely<DB>, orderId: number): Promise<number | null> {
  const row = await db.selectFrom('orders').select('account_id').where('id', '=', orderId).executeTakeFirst()
  return row?.account_id ?? null
}

interface Sibling {
  /** What comes back. */
  sku: Sku
  productId: ProductId
  variantId: ProductId
}

/**
 * The other variants of an order's products. Sets and starter batteries, which have a deposit, are returned for a
 * refund.
 */
async function selectSiblings(db: Kysely<DB>, { snapshot }: OrderOfExchange): Promise<Sibling[]> {
  if (!allowsExchange(snapshot)) return []
  const goods = snapshot.lines.filter(({ kind }) => kind === 'goods')
  const { rows } = await sql<Omit<Sibling, 'sku'>>`
    select p.id as "productId", s.id as "variantId"
    from product p join product s on s.variant_of = p.variant_of and s.id <> p.id
    where p.id = any(${goods.map(({ productId }) => productId)}) and p.type <> ${productTypes.SET}
      and s.type <> ${productTypes.SET}
      and coalesce(p.attributes -> 'starter_battery' <> 'true'::jsonb, true)
      and coalesce(s.attributes -> 'starter_battery' <> 'true'::jsonb, true)
    order by p.id, s.id`.execute(db)
  return goods.flatMap(({ sku, productId }) =>
    rows.filter((row) => row.productId === productId).map((row) => ({ ...row, sku })),
  )
}
