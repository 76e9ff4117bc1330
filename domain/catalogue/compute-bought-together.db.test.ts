import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { smallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { jobActor } from '../audit/actor.ts'
import { crossSellingProducts } from '../cart/cross-selling.server.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { toProductId } from '../products/product-id.ts'
import type { StoreCode } from '../stores/stores.ts'
import { computeBoughtTogether } from './compute-bought-together.server.ts'

let test: TestDatabase
let ids: SmallCatalogue
let dataDir: string
let now = Date.now()

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-together-'))
})
afterAll(async () => {
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Orders of these products, settled unless another status is given. */
async function orders(
  count: number,
  skus: string[],
  { store = 'sv', status = 'received' }: { store?: StoreCode; status?: OrderStatus } = {},
) {
  for (let at = 0; at < count; at++) {
    const snapshot = snapshotOf(store)
    const [line] = snapshot.lines
    const lines = skus.map((sku, place) => ({
      ...line!,
      uuid: `l${place}`,
      productId: toProductId(ids[sku]!),
    }))
    const order = await writtenOrder(test.db, { ...snapshot, lines })
    await forceOrderStatus(test.db, order.number, status)
  }
}
const compute = () => computeBoughtTogether({ db: test.db, clock: () => now }, jobActor('bought-together'))
const pairs = async () => {
  const { rows } = await sql<{ pair: string; orders: number }>`
    select k.store || ' ' || p.sku || ' ' || o.sku as pair, k.orders from bought_together k
    join product p on p.id = k.product_id join product o on o.id = k.other_id order by 1`.execute(test.db)
  return Object.fromEntries(rows.map(({ pair, orders: count }) => [pair, count]))
}

it('products are bought together where enough orders of a store say so, and more than chance', async () => {
  await orders(4, ['NC-AA4', 'KV-CABLE-1'])
  await orders(2, ['NC-AA4', 'NC-2032'])
  await orders(3, ['KV-CABLE-1', 'KV-CABLE-2'])
  await orders(3, ['NC-2032', 'KV-CABLE-2'], { status: 'payment_failed' })
  await orders(9, ['NC-2032'])
  await orders(3, ['NC-AA4', 'KV-CABLE-2'], { store: 'de' })
  await orders(3, ['NC-AA10'], { store: 'de' })
  expect(await compute()).toEqual({ written: 4, deleted: 0 })
  expect(await pairs()).toEqual({
    'de KV-CABLE-2 NC-AA4': 3,
    'de NC-AA4 KV-CABLE-2': 3,
    'sv KV-CABLE-1 NC-AA4': 4,
    'sv NC-AA4 KV-CABLE-1': 4,
  })
  expect(await compute()).toEqual({ written: 0, deleted: 0 })
})

it('the product page and the cart show them in their store, goods that do not fit or are sold out never', async () => {
  await sql`insert into bought_together (store, product_id, other_id, position, orders, lift)
    select 'sv', ${ids['NC-AA4']}, id, 2, 3, 9 from product where sku = 'NC-2032'`.execute(test.db)
  // Cells of two sizes, whatever orders say.
  await sql`update product set attributes = attributes || '{"voltage_v": 1.5}' where sku in ('NC-AA4', 'NC-2032')`.execute(
    test.db,
  )
  await sql`update product set attributes = attributes || '{"battery_size": "cr2032"}' where sku = 'NC-2032'`.execute(
    test.db,
  )
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
  const beside = (store: StoreCode, slug: string) => {
    const answer = index.catalogue.product(store, slug)
    if (!answer || !('product' in answer)) throw new Error('no product')
    return answer.product.bought_together.map(({ sku }) => sku)
  }
  expect(beside('sv', 'nc-aa4')).toEqual(['KV-CABLE-1'])
  expect(beside('de', 'nc-aa4')).toEqual(['KV-CABLE-2'])
  expect(beside('no', 'nc-aa4')).toEqual([])
  const services = { db: test.db, catalogue: index.catalogue }
  const suggested = await crossSellingProducts(services, 'sv', [toProductId(ids['NC-AA4']!)])
  expect(suggested.map(({ sku }) => sku)).toEqual(['KV-CABLE-1'])
  const inCart = [ids['NC-AA4']!, ids['KV-CABLE-1']!].map(toProductId)
  expect((await crossSellingProducts(services, 'sv', inCart)).map(({ sku }) => sku)).not.toContain(
    'KV-CABLE-1',
  )
  await index.close()
})

it('a pair without orders in the last year is deleted', async () => {
  now += 2 * 365 * 86_400_000
  expect(await compute()).toMatchObject({ written: 0 })
  expect(await pairs()).toEqual({})
})
