/** A store that withholds products without statutory data, from the setting to the cart, with the real index. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderQuote } from '../contract/admin/new-order.ts'
import type { ProductPage } from '../contract/admin/product-page.ts'
import type { SettingsAnswer } from '../contract/admin/settings.ts'
import { addPhoto } from '../domain/catalogue/product-photos.server.ts'
import { photo } from '../domain/pictures/photo-fixture.test-support.ts'
import { claimStockNotifications } from '../modules/back-in-stock/stock-notification-repository.server.ts'
import { waitForStock } from '../modules/back-in-stock/wait-for-stock.test-support.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { toSku } from '../domain/products/sku.ts'
import { openSettings } from '../domain/settings/settings-store.server.ts'
import { applySettings } from '../domain/stores/apply-settings.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { writeCatalogueRecords } from '../catalogue-import/write-catalogue.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../test/admin/admin-shop.ts'
import { testApp, testServices } from '../test/composition.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { goodForm, line, openCheckout } from '../test/order-shop.ts'
import { callerOf, type ShopCall } from '../test/shop-call.ts'
import { smallCatalogue, type SmallCatalogue } from '../test/small-catalogue.ts'
import { testActor } from '../test/test-actor.ts'

let test: TestDatabase
let ids: SmallCatalogue
let index: CatalogueIndex
let dataDir: string
let shop: FastifyInstance
let admin: FastifyInstance
let call: ShopCall
let owner: TestStaff
const tags: string[] = []

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-withheld-'))
  index = openCatalogueIndex({
    dataDir,
    databaseUrl: test.url,
    log: { info: () => {}, warn: () => {} },
    onChange: (changed) => tags.push(...changed),
  })
  await index.ready
  const services = testServices({ db: test.db })
  const given = { jobs: { enqueue: async () => {} }, catalogue: index.catalogue }
  shop = await testApp(services, given)
  admin = await adminApp(services, given)
  call = callerOf(shop)
  owner = await signedInStaff(test.db, { role: 'owner' })
})
afterAll(async () => {
  await shop.close()
  await admin.close()
  await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})
// The cable's brand names nobody, and the button cell has no picture; the set of ten has it as a part.
beforeEach(async () => {
  await sql`delete from product_image where product_id = ${ids['NC-2032']!}`.execute(test.db)
})
afterEach(() => storeCodes.forEach((code) => applySettings(code, {})))

const settings = async (store: StoreCode) =>
  (await callAdmin(admin, owner, 'GET', `settings/${store}`)).body as SettingsAnswer

/** Turns the setting on or off, as the screen does, and lets the node follow. */
async function withhold(store: StoreCode, isOn: boolean) {
  const { version } = (await settings(store)).products
  const value = { requiresStatutoryData: isOn }
  const answer = await callAdmin(admin, owner, 'PUT', `settings/${store}`, {
    section: 'products',
    value,
    version,
  })
  expect(answer.status).toBe(200)
  await openSettings(test.db)
  await index.refresh()
}

const cards = (store: StoreCode, ...skus: string[]) =>
  skus.map((sku) => {
    const [card] = index.catalogue.productsBySku(store, [toSku(sku)])
    return [card!.stock_status, card!.orderable, card!.notifyable]
  })
const sold = ['in_stock', true, false]
const soldFew = ['few_left', true, false]
const withheld = ['out_of_stock', false, false]

/** Whether each line of a cart can be bought. */
async function inCart(store: StoreCode, ...skus: string[]) {
  const { body } = await call('POST', '/api/sync-cart', { items: skus.map((sku) => line(ids[sku]!)) }, store)
  return (body as { cart_notice: string | null; orderable?: boolean }[]).map(
    (each) => each.cart_notice === null,
  )
}

async function counted(store: StoreCode) {
  const { body } = await callAdmin(admin, owner, 'GET', `todo?store=${store}`)
  const { tasks } = body as { tasks: { name: string; count: number; query: string }[] }
  const { count, query } = tasks.find(({ name }) => name === 'products_without_statutory_data')!
  const table = (await callAdmin(admin, owner, 'GET', `products?${query}`)).body as { count: number }
  expect(table.count).toBe(count)
  return count
}

const checked = async (store: StoreCode) => {
  const { checklist, statutoryGaps: count } = await settings(store)
  return [checklist.find(({ name }) => name === 'statutory_data')!.done, count]
}

const gapsOf = async (sku: string, store: StoreCode) => {
  const { gaps } = (await callAdmin(admin, owner, 'GET', `products/${sku}`)).body as ProductPage
  return gaps.find((each) => each.store === store)!.gaps.filter(({ code }) => code !== 'no_description')
}

describe('products without statutory data', () => {
  it('are sold, counted and named until a store withholds them, and then in that store only', async () => {
    await index.refresh()
    expect(cards('de', 'NC-2032', 'NC-AA10', 'NC-AA4')).toEqual([soldFew, soldFew, sold])
    expect(await inCart('de', 'NC-2032', 'NC-AA10', 'KV-CABLE-1')).toEqual([true, true, true])
    expect([await checked('de'), await counted('de')]).toEqual([[false, 4], 4])
    expect(await gapsOf('NC-2032', 'de')).toEqual([{ code: 'no_picture', isBlocking: false }])

    tags.length = 0
    await withhold('de', true)
    expect(tags).toContain(`product:${ids['NC-2032']}`)
    expect(tags).not.toContain(`product:${ids['NC-AA4']}`)
    expect(cards('de', 'NC-2032', 'NC-AA10', 'NC-AA4')).toEqual([withheld, withheld, sold])
    expect(cards('de', 'KV-CABLE', 'KV-CABLE-1', 'KV-CABLE-2')).toEqual([withheld, withheld, withheld])
    expect(await inCart('de', 'NC-2032', 'NC-AA10', 'KV-CABLE-1', 'NC-AA4')).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect([await checked('de'), await counted('de')]).toEqual([[true, 4], 4])
    expect(await gapsOf('NC-2032', 'de')).toEqual([{ code: 'no_picture', isBlocking: true }])
    expect(await gapsOf('NC-AA10', 'de')).toEqual([{ code: 'part_gaps', isBlocking: true }])
    expect(await gapsOf('NC-2032', 'sv')).toEqual([{ code: 'no_picture', isBlocking: false }])
    expect(cards('sv', 'NC-2032', 'NC-AA10')).toEqual([soldFew, soldFew])
    expect(await inCart('sv', 'NC-2032', 'NC-AA10')).toEqual([true, true])

    await withhold('de', false)
    expect(cards('de', 'NC-2032', 'NC-AA10', 'KV-CABLE')).toEqual([soldFew, soldFew, sold])
    // Turned on and off again: the merchant has decided.
    expect(await checked('de')).toEqual([true, 4])
  })

  it('are sold again as soon as the picture and the responsible person are there', async () => {
    await withhold('sv', true)
    expect(await inCart('sv', 'NC-2032', 'NC-AA10', 'KV-CABLE-1')).toEqual([false, false, false])
    const picture = await photo('#1040d0').png().toBuffer()
    await addPhoto(test.db, testActor, picture, { sku: toSku('NC-2032') })
    await index.refresh()
    expect(cards('sv', 'NC-2032', 'NC-AA10', 'KV-CABLE-1')).toEqual([soldFew, soldFew, withheld])
    const brand = { record: 'brand', slug: 'kabelverk', name: 'Kabelverk' } as const
    const manufacturer = { name: 'Kabelverk AB', address: 'Gatan 2', email: 'hej@kabelverk.example' }
    await writeCatalogueRecords(test.db, testActor, [{ ...brand, manufacturer }])
    await index.refresh()
    expect(cards('sv', 'KV-CABLE', 'KV-CABLE-1')).toEqual([sold, sold])
    expect(await inCart('sv', 'NC-2032', 'NC-AA10', 'KV-CABLE-1')).toEqual([true, true, true])
    expect([await checked('sv'), await counted('sv')]).toEqual([[true, 0], 0])
    await sql`update brand set manufacturer = null where slug = 'kabelverk'`.execute(test.db)
    await withhold('sv', false)
  })

  it('are withheld from orders of staff and from mails about stock', async () => {
    const quote = async () => {
      const { body } = await callAdmin(admin, owner, 'POST', 'order-quotes', {
        store: 'no',
        lines: [{ sku: 'NC-2032', quantity: 1 }],
        email: 'kari@example.no',
        shippingMethod: '',
      })
      return (body as OrderQuote).unavailable
    }
    const now = new Date()
    const wish = { store: 'no', productId: toProductId(ids['NC-2032']!), email: 'kari@example.no' } as const
    await waitForStock(test.db, wish, now)
    const due = async () => {
      const { length } = await claimStockNotifications(test.db, { most: 9, now })
      await sql`update stock_notification set sent_at = null`.execute(test.db)
      return length
    }
    expect([await quote(), await due()]).toEqual([[], 1])
    await withhold('no', true)
    expect([await quote(), await due()]).toEqual([['NC-2032'], 0])
    const ask = { sku: 'NC-2032', email: 'ola@example.no' }
    expect((await call('POST', '/api/stock-notifications', ask, 'no')).status).toBe(409)
  })

  it('are refused when ordered at a node that has not read the change yet', async () => {
    const skus = ['NC-2032', 'NC-AA10', 'NC-AA4']
    const { id, total } = await openCheckout(
      { call },
      skus.map((sku) => line(ids[sku]!)),
    )
    // Only the database knows.
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('sv', 'products', '{"requiresStatutoryData": true}', 1, now())
      on conflict (store, section) do update set value = excluded.value`.execute(test.db)

    const answer = await call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
    expect(answer).toMatchObject({ status: 409, body: { code: 'lines_changed' } })
    const { items } = answer.body as { items: { cart_notice: string | null }[] }
    expect(items.map((each) => each.cart_notice === null)).toEqual([false, false, true])
    expect((await sql`select from orders`.execute(test.db)).rows).toEqual([])
    await withhold('sv', false)
  })

  it('follow an undo of the setting', async () => {
    await withhold('da', true)
    expect(cards('da', 'NC-2032')).toEqual([withheld])
    const [entry] = (await settings('da')).history
    expect((await callAdmin(admin, owner, 'POST', `audit/${entry!.id}/undo`)).status).toBe(200)
    await index.refresh()
    expect(cards('da', 'NC-2032')).toEqual([soldFew])
  })
})
