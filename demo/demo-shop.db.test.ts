import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKeys } from '../test/keyring.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { demoStores, type DemoStore } from './demo-stores.ts'
import { loadDemoCatalogue } from './load-demo-catalogue.server.ts'
import type { ProductCard } from '../contract/catalogue.ts'
import { createStockReader } from '../domain/cart/cart-stock.server.ts'
import { priceShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { stores } from '../domain/stores/stores.ts'
import { listCoupons } from '../domain/coupons/coupon-repository.server.ts'
import { loadDemoCoupons } from './load-demo-coupons.server.ts'
import { loadDemoDevices } from './load-demo-devices.server.ts'
import { loadDemoOrders } from './load-demo-orders.server.ts'
import { testServices } from '../test/composition.ts'
import { createCouponBook } from '../domain/coupons/coupon-book.server.ts'
import { testActor } from '../test/test-actor.ts'
import { demoOrderEnds } from '../server/demo-order-ends.ts'
import { toProductId } from '../domain/products/product-id.ts'

let test: TestDatabase
let index: CatalogueIndex
let dataDir: string
const now = Date.now()
beforeAll(async () => {
  test = await testDatabase()
  await loadDemoCatalogue(test.db, testActor, new Date(now))
  expect(await loadDemoCoupons(test.db, testActor, new Date(now))).toBeGreaterThan(30)
  expect(await loadDemoCoupons(test.db, testActor, new Date(now))).toBe(0)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-demo-coupons-'))
  index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log: { info: () => {}, warn: () => {} } })
  await index.ready
}, 120_000)
afterAll(async () => {
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the data of the demo', () => {
  const rows = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(test.db)).rows

  it('is within 6 MB with its pictures', async () => {
    const files = [
      ...(await readdir('demo/data', { recursive: true })).map((file) => join('demo/data', file)),
      'domain/pictures/sheets/shop.svgz',
    ]
    const found = await Promise.all(files.map((file) => stat(file)))
    const bytes = found.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
    expect(bytes).toBeGreaterThan(4_000_000)
    expect(bytes).toBeLessThan(6_000_000)
  })

  it('fills every store', async () => {
    expect(
      await rows(`select store, count(*)::int as products from store_product group by 1 order by 1`),
    ).toEqual([
      { store: 'da', products: 880 },
      { store: 'de', products: 879 },
      { store: 'no', products: 881 },
      { store: 'sv', products: 883 },
    ])
    expect(await loadDemoDevices(test.db, testActor, new Date(now))).toBe(625)
    expect(await rows('select count(*)::int as devices from device')).toEqual([{ devices: 625 }])
  })

  it('gives every product a picture and a category', async () => {
    expect(
      await rows(`select sku from product p
        where not exists (select from product_image i where i.product_id = p.id and i.source like 'drawing:%.svgz#%')
           or not exists (select from product_category c where c.product_id = p.id)`),
    ).toEqual([])
  })

  it('sells the same goods under the same numbers, addresses and prices', async () => {
    const offers = await rows(`select p.id::int, p.sku, s.store, s.slug, t.price_minor::int as price
      from product p join store_product s on s.product_id = p.id
      join price_tier t on t.product_id = p.id and t.store = s.store and t.min_quantity = 1 and t.kind = 'normal'
      where p.sku in ('VO-AA-4', 'LU-T4', 'SV-56219') and s.store in ('sv', 'de') order by p.id, s.store`)
    expect(offers.map((offer) => Object.values(offer).join(' '))).toEqual([
      '1002 VO-AA-4 de voltara-aa-batterie-power-plus-alkaline-4er-pack 445',
      '1002 VO-AA-4 sv voltara-aa-batteri-power-plus-alkaliskt-4-pack 4900',
      '1169 SV-56219 de startvik-autobatterie-12-v-62-ah-540-a 8990',
      '1169 SV-56219 sv startvik-bilbatteri-12-v-62-ah-540-a 98900',
      '1722 LU-T4 de lumen-co-taschenlampe-kompakt-600-lm 2690',
      '1722 LU-T4 sv lumen-co-ficklampa-kompakt-600-lm 29900',
    ])
  })

  it('dates what is relative from the moment of loading', async () => {
    const deals = await rows(`select starts_at, expires_at from deal where store = 'sv' order by starts_at`)
    const days = deals.map((deal) =>
      Object.values(deal).map((at) => Math.round(((at as Date).getTime() - now) / 86_400_000)),
    )
    expect(days).toEqual([
      [-1, 3],
      [7, 10],
    ])
  })
})

/** One or two well-stocked products of every group, eight units each, from anywhere in the demo. */
function fullCart(store: DemoStore) {
  const groups = new Map<number, ProductCard[]>()
  for (const node of index.catalogue.categoryTree(store, { mainMenu: false })) {
    for (const page of [1, 2, 3]) {
      const listing = index.catalogue.listing(store, {
        scope: { kind: 'category', path: node.path },
        sort: 'price_desc',
        page,
        facets: {},
      })
      for (const shown of listing?.products ?? []) {
        const card = index.catalogue.productsById(store, shown.variations.map(toProductId))[0] ?? shown
        const list = groups.get(card.group_id ?? 0) ?? []
        if (card.stock_status === 'in_stock' && card.type < 3 && list.length < 2)
          groups.set(card.group_id ?? 0, [...list, card])
      }
    }
  }
  return [...groups.values()]
    .flat()
    .map((card) => ({ uuid: crypto.randomUUID(), productId: toProductId(card.id), quantity: 8 }))
}

describe('each discount code of the demo', () => {
  it.each(demoStores)('makes a full cart cheaper in store %s, alone, or says why not', async (store) => {
    const services = {
      db: test.db,
      catalogue: index.catalogue,
      stock: createStockReader(test.db),
      coupons: createCouponBook(test.db, testKeys),
    }
    const lines = fullCart(store)
    const price = (couponCodes: string[]) =>
      priceShopCart(services, { store: stores[store], lines, couponCodes, now })
    const plain = await price([])
    expect(plain.cart.sumMinor).toBeGreaterThan(0)
    for (const { definition, stores: where } of await listCoupons(test.db)) {
      const { cart, coupons, synced } = await price([definition.code])
      const [answer] = coupons
      if (answer?.applied !== true) {
        const expected =
          where.length > 0 && !where.includes(store)
            ? 'wrong_store'
            : definition.code.startsWith('GONE')
              ? 'expired'
              : 'not_yet_valid'
        expect([definition.code, answer?.reason]).toEqual([definition.code, expected])
      } else if (definition.gift_sku)
        expect(synced.lines.some(({ addedByCoupon }) => addedByCoupon === definition.code)).toBe(true)
      else expect(cart.sumMinor, definition.code).toBeLessThan(plain.cart.sumMinor)
    }
  })
})

it('a new demo has orders of yesterday to ship, a return and a withdrawal', async () => {
  const { db } = test
  const services = {
    ...testServices({ db, clock: () => now }),
    catalogue: index.catalogue,
    jobs: { enqueue: async () => {} },
    ends: demoOrderEnds,
  }
  const placed = await loadDemoOrders(services, testActor)
  const orders = await db.selectFrom('orders').select(['status', 'placed_at']).execute()
  expect(orders).toHaveLength(placed)
  const yesterday = new Date(now - 24 * 3_600_000).toISOString().slice(0, 10)
  const open = orders.filter(({ status }) => status === 'received')
  expect(open.length).toBeGreaterThanOrEqual(3)
  expect(new Set(open.map(({ placed_at }) => placed_at.toISOString().slice(0, 10)))).toEqual(
    new Set([yesterday]),
  )
  expect(await db.selectFrom('order_return').select('status').execute()).toEqual([{ status: 'registered' }])
  expect(await db.selectFrom('withdrawal').select('store').execute()).toEqual([{ store: 'de' }])
  expect(await loadDemoOrders(services, testActor)).toBe(0)
})
