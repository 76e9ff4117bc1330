/** What is left to ship of several orders: one list sorted by place for the picker, and a slip for each parcel. */
import { sql, type Kysely } from 'kysely'
import { listRows, type TableView } from '../../db/table-query.server.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { recipientOf, type OrderRecipient } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import type { ProductId } from '../products/product-id.ts'
import { setPartsOf, type SetPart } from './set-parts.server.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { openUnits } from '../shipments/order-units.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { orderTable, type OrderFilters } from '../orders/order-table.server.ts'

/** Orders of one list: what a person picks in one round. */
export const mostPickedOrders = 100

/** Orders with these statuses are shipped next. */
const shippable: readonly OrderStatus[] = ['received', 'processing']

export interface PickedOrder {
  number: string
  store: StoreCode
  placedAt: string
  recipient: OrderRecipient
  method: string
  servicePoint: string | null
  note: string | null
  /** What is left to ship, in the order of the places. */
  lines: PickedLine[]
}

export interface PickedLine {
  uuid: string
  sku: string
  name: string
  units: number
  /** What is taken from the shelves: the product, or the parts of a set. */
  goods: PickedGoods[]
  /** Empty for what is no set. */
  parts: readonly SetPart[]
}

export interface PickedGoods {
  sku: string
  name: string
  units: number
  /** Null: nobody has said where it is. */
  place: string | null
}

export interface Picking {
  orders: PickedOrder[]
  /** Whether more orders match than one list holds. */
  hasMore: boolean
}

/** The orders of a view that can be shipped, as far as something is left of them, in the view's order. */
export async function readPicking(db: Kysely<DB>, view: TableView<OrderFilters>): Promise<Picking> {
  const wanted = view.filters.status ?? shippable
  const filters = { ...view.filters, status: shippable.filter((status) => wanted.includes(status)) }
  const page = await listRows(db, orderTable, { ...view, filters }, { after: null, limit: mostPickedOrders })
  if (!page.ok) throw new Error('a first page has no key')
  const orders: PickedOrder[] = []
  for (const { number } of page.rows) {
    const order = await findOrderByNumber(db, number)
    const picked = order && (await pickedOrder(db, order))
    if (picked && picked.lines.length > 0) orders.push(picked)
  }
  return { orders, hasMore: page.next !== null }
}

async function pickedOrder(
  db: Kysely<DB>,
  { id, number, status, snapshot }: StoredOrder,
): Promise<PickedOrder> {
  const [shipments, refunds] = [await shipmentsOf(db, id), await refundsOf(db, id)]
  const left = openUnits({ status, lines: snapshot.lines }, { shipments, refunds })
  const ids = snapshot.lines.map(({ productId }) => productId)
  const sets = await setPartsOf(db, snapshot.store, ids)
  const partIds = [...sets.values()].flat().map(({ productId }) => productId)
  const places = await placesOf(db, snapshot.store, [...ids, ...partIds])
  const lines = snapshot.lines.flatMap(({ uuid, productId, sku, name }): PickedLine[] => {
    const units = left.get(uuid) ?? 0
    if (units === 0) return []
    const parts = sets.get(productId) ?? []
    const taken = parts.length > 0 ? parts : [{ productId, sku, name, perUnit: 1 }]
    const goods = taken.map((product) => ({
      sku: product.sku,
      name: product.name,
      units: units * product.perUnit,
      place: places.get(product.productId) ?? null,
    }))
    return [{ uuid, sku, name, units, goods: goods.toSorted(byPlace), parts }]
  })
  return {
    number,
    store: snapshot.store,
    placedAt: snapshot.placedAt,
    recipient: recipientOf(snapshot),
    method: snapshot.shipping.name,
    servicePoint: snapshot.shipping.servicePoint?.name ?? null,
    note: snapshot.note ?? null,
    lines: lines.toSorted((one, other) => byPlace(one.goods[0]!, other.goods[0]!)),
  }
}

const naturally = new Intl.Collator('en', { numeric: true })

/** A2 before A10; what has no place comes last. */
function byPlace(a: PickedGoods, b: PickedGoods): number {
  if ((a.place === null) !== (b.place === null)) return a.place === null ? 1 : -1
  return naturally.compare(a.place ?? '', b.place ?? '') || naturally.compare(a.sku, b.sku)
}

async function placesOf(
  db: Kysely<DB>,
  store: StoreCode,
  ids: readonly ProductId[],
): Promise<Map<ProductId, string>> {
  const { rows } = await sql<{ productId: ProductId; place: string }>`
    select product_id as "productId", place from product_place
    where store = ${store} and product_id = any(${[...ids]}::integer[])`.execute(db)
  return new Map(rows.map(({ productId, place }) => [productId, place]))
}

/** One product of a picking list: all orders together, as itself and as a part of sets. */
export interface PickedProduct extends PickedGoods {
  store: StoreCode
  orders: { number: string; units: number }[]
}

/** The products of several orders, in the order in which they are passed in the warehouse. */
export function pickedProducts(orders: readonly PickedOrder[]): PickedProduct[] {
  const products = new Map<string, PickedProduct>()
  for (const { number, store, lines } of orders)
    for (const goods of lines.flatMap((line) => line.goods)) {
      const key = `${store} ${goods.sku}`
      const product = products.get(key) ?? { ...goods, store, units: 0, orders: [] }
      product.units += goods.units
      const order = product.orders.find((each) => each.number === number)
      if (order) order.units += goods.units
      else product.orders.push({ number, units: goods.units })
      products.set(key, product)
    }
  return [...products.values()].sort(byPlace)
}

/** Sets where a product is kept in a store; null: unknown. False where the store has no such product. */
export async function setProductPlace(
  db: Kysely<DB>,
  actor: Actor,
  {
    sku,
    store,
    place,
    expected,
  }: { sku: string; store: StoreCode; place: string | null; expected: string | null },
): Promise<
  | { ok: true }
  | { ok: false; code: 'unknown_product' }
  | { ok: false; code: 'changed_meanwhile'; current: string | null }
> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ id: ProductId; place: string | null }>`select s.product_id as id, p.place
      from store_product s join product on product.id = s.product_id
      left join product_place p on p.product_id = s.product_id and p.store = s.store
      where product.sku = ${sku} and s.store = ${store} for update of s`.execute(trx)
    const product = rows[0]
    if (!product) return { ok: false, code: 'unknown_product' }
    if (product.place === place) return { ok: true }
    if (product.place !== expected) return { ok: false, code: 'changed_meanwhile', current: product.place }
    if (place === null)
      await trx
        .deleteFrom('product_place')
        .where('product_id', '=', product.id)
        .where('store', '=', store)
        .execute()
    else
      await trx
        .insertInto('product_place')
        .values({ product_id: product.id, store, place })
        .onConflict((conflict) => conflict.columns(['product_id', 'store']).doUpdateSet({ place }))
        .execute()
    const [before, after] = [{ place: product.place }, { place }]
    record({ action: 'product.set_place', object: ['product', sku], store, before, after })
    return { ok: true }
  })
}
