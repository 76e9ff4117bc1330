import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PickingList } from '../../contract/admin/picking.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>
let packer: TestStaff
let products: ProductId[]
/** As orders name the products, and as the database does. */
let skus: string[]
let databaseSkus: string[]

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  packer = await signedInStaff(shop.db, { role: 'warehouse', now: shop.now.at })
  products = [
    await shop.addProduct({ available: 50 }),
    await shop.addProduct({ available: 50 }),
    await shop.addProduct({ available: 50 }),
  ]
  skus = shop.catalogue.productsById('sv', products).map(({ sku }) => sku)
  const rows = await shop.db.selectFrom('product').select(['id', 'sku']).execute()
  databaseSkus = products.map((id) => rows.find((row) => row.id === id)!.sku)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const [a, b, c] = [0, 1, 2]
const buy = (...items: [product: number, quantity: number][]) =>
  orders.order(items.map(([product, quantity]) => line(products[product]!, quantity)))
const listOf = async (query: string, person = packer) => {
  const { status, body } = await callAdmin(app, person, 'GET', `picking-list?${query}`)
  expect(status).toBe(200)
  return body as PickingList
}
const place = (sku: string, at: string, { person = packer, expected = null as string | null } = {}) =>
  callAdmin(app, person, 'PUT', `products/sv/${sku}/place`, { place: at, expected })

describe('the picking list', () => {
  it('adds up what is left to ship, sorted by place', async () => {
    expect((await place(databaseSkus[a]!, ' A10 ')).status).toBe(200)
    expect((await place(databaseSkus[b]!, 'A2')).status).toBe(200)
    const first = await buy([a, 3], [b, 1])
    const second = await buy([a, 2], [c, 4])
    const list = await listOf('')
    expect(list.products.map(({ sku, place: at, units }) => [sku, at, units])).toEqual([
      [skus[b], 'A2', 1],
      [skus[a], 'A10', 5],
      [skus[c], null, 4],
    ])
    expect(list.products[1]!.orders.toSorted((x, y) => y.units - x.units)).toEqual([
      { number: first.number, units: 3 },
      { number: second.number, units: 2 },
    ])
    expect(list.hasMore).toBe(false)
    const slip = list.orders.find(({ number }) => number === first.number)
    expect(slip?.lines.map(({ sku, units }) => [sku, units])).toEqual([
      [skus[b], 1],
      [skus[a], 3],
    ])

    const shipped = await callAdmin(app, packer, 'POST', `orders/${first.number}/ship`, {
      lines: [{ sku: skus[a], quantity: 2 }],
      trackingNumber: 'T1',
    })
    expect(shipped).toMatchObject({ status: 200 })
    await orders.force(second.number, 'cancelled')
    const rest = await listOf('')
    expect(rest.products.map(({ sku, units }) => [sku, units])).toEqual([
      [skus[b], 1],
      [skus[a], 1],
    ])
  })

  it('sends the picker to the parts of a set, each with its place, and the slip names them', async () => {
    const [set, cell, holder] = [
      await shop.addProduct({ available: 50 }),
      await shop.addProduct({ available: 50 }),
      await shop.addProduct({ available: 50 }),
    ]
    await sql`insert into set_part values (${set}, ${cell}, 2), (${set}, ${holder}, 1)`.execute(shop.db)
    const rows = await shop.db.selectFrom('product').select(['id', 'sku']).execute()
    const [cellSku, holderSku] = [cell, holder].map((id) => rows.find((row) => row.id === id)!.sku)
    expect((await place(cellSku!, 'C7')).status).toBe(200)
    const { number } = await orders.order([line(set, 3), line(products[c]!, 4)])
    const list = await listOf(`q=${number}`)
    expect(new Map(list.products.map(({ sku, place: at, units }) => [sku, [at, units]]))).toEqual(
      new Map([
        [cellSku, ['C7', 6]],
        [holderSku, [null, 3]],
        [skus[c], [null, 4]],
      ]),
    )
    expect(list.products[0]).toMatchObject({ sku: cellSku, orders: [{ number, units: 6 }] })
    const ofSet = list.orders[0]!.lines.find(({ units }) => units === 3)!
    expect(new Map(ofSet.parts.map(({ sku, perUnit: per_unit }) => [sku, per_unit]))).toEqual(
      new Map([
        [cellSku, 2],
        [holderSku, 1],
      ]),
    )
    const page = await callAdmin(app, packer, 'GET', `orders/${number}`)
    expect(page.body).toMatchObject({ lines: [{ parts: ofSet.parts }, { parts: [] }] })
  })

  it('holds the orders of the view only, of the stores of the person', async () => {
    const { number } = await buy([a, 1])
    await buy([a, 1])
    expect((await listOf(`q=${number}`)).orders.map((order) => order.number)).toEqual([number])
    expect((await listOf('filter.status=delivered')).orders).toEqual([])
    expect((await listOf('filter.store=no')).orders).toEqual([])
    const abroad = await signedInStaff(shop.db, { role: 'warehouse', stores: ['no'], now: shop.now.at })
    expect((await listOf('', abroad)).orders).toEqual([])
  })
})

describe('the place of a product', () => {
  it('is changed by staff of the store, and each change is in the audit log', async () => {
    expect((await place(databaseSkus[c]!, 'B1')).status).toBe(200)
    expect((await place(databaseSkus[c]!, 'B1')).status).toBe(200)
    // Somebody else saw no place.
    expect(await place(databaseSkus[c]!, 'B3')).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: 'B1' },
    })
    expect((await place(databaseSkus[c]!, '', { expected: 'B1' })).status).toBe(200)
    expect((await place('no-such-product', 'B1')).body).toEqual({ code: 'unknown_product' })
    const abroad = await signedInStaff(shop.db, { role: 'warehouse', stores: ['no'], now: shop.now.at })
    expect((await place(databaseSkus[c]!, 'B2', { person: abroad })).status).toBe(403)
    const entries = await shop.db
      .selectFrom('audit_entry')
      .select(['before', 'after', 'store'])
      .where('action', '=', 'product.set_place')
      .where('object_id', '=', databaseSkus[c]!)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { before: { place: null }, after: { place: 'B1' }, store: 'sv' },
      { before: { place: 'B1' }, after: { place: null }, store: 'sv' },
    ])
  })
})
