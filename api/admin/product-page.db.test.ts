/** The product editor's API: create, change, pictures, gaps, conflicts, permissions and undo. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PreviewProduct } from './admin-services.ts'
import type { ProductPage, ProductVariants } from '../../contract/admin/product-page.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { toSku } from '../../domain/products/sku.ts'
import { changeStock } from '../../domain/stock/stock-history.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import {
  adminApp,
  callAdmin,
  signedInStaff,
  visitorHeaders,
  type TestStaff,
} from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { writeCatalogueRecords } from '../../catalogue-import/write-catalogue.server.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
const previewed: Parameters<PreviewProduct>[0][] = []
beforeAll(async () => {
  shop = await orderShop()
  const names = { sv: 'x', no: 'x', de: 'x', da: 'x' }
  await writeCatalogueRecords(shop.db, testActor, [
    { record: 'brand', slug: 'voltara', name: 'Voltara' },
    {
      record: 'category',
      code: 'batteries',
      position: 1,
      showInMenu: true,
      texts: { sv: { name: 'Batterier', slug: 'batterier', description: '' } },
    },
    { record: 'attribute', code: 'chemistry', kind: 'text', facet: false, position: 1, names },
  ])
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
    previewProduct: async (product) => {
      previewed.push(product)
      return { status: 410, headers: { 'content-security-policy': 'sandbox' }, html: '<p>Slut</p>' }
    },
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const setManufacturer = (
  manufacturer: object | null,
  expected: object | null,
  { person = owner, slug = 'voltara' } = {},
) => callAdmin(app, person, 'PUT', `brands/${slug}/manufacturer`, { manufacturer, expected })

const section = (slug: string, changes: object = {}) => ({
  name: 'Cell <b>9 V</b>',
  slug,
  description: 'Text',
  vatPercent: 25,
  prices: [{ q: 1, p: 100 }],
  stock: { available: 0 },
  ...changes,
})
const newRecord = (sku: string, changes: object = {}) => ({
  sku,
  type: 'standard',
  brand: 'voltara',
  categories: ['batteries'],
  attributes: { chemistry: 'Li-ion' },
  stores: Object.fromEntries(storeCodes.map((store) => [store, section(`${sku.toLowerCase()}-${store}`)])),
  ...changes,
})
const create = (record: object, person = owner) => callAdmin(app, person, 'POST', 'products', { record })
const page = async (sku: string) =>
  (await callAdmin(app, owner, 'GET', `products/${sku}`)).body as ProductPage
type Editable = Record<string, unknown> & { stores: Record<string, Record<string, unknown>> }
const recordOf = async (sku: string) => (await page(sku)).record as Editable
const save = (sku: string, record: object, expected: object, person = owner) =>
  callAdmin(app, person, 'PUT', `products/${sku}`, { record, expected })
const undo = (id: number) => callAdmin(app, owner, 'POST', `audit/${id}/undo`)

describe('the product editor', () => {
  it('creates a product in four stores, once, with names as text', async () => {
    expect((await create(newRecord('NEW-1'))).body).toEqual({ sku: 'NEW-1', outcome: 'created', rounded: [] })
    const { record, timeline, pages } = await page('NEW-1')
    expect(Object.keys((record as Editable).stores)).toEqual(storeCodes)
    expect((record as Editable).stores['de']).toMatchObject({ name: 'Cell <b>9 V</b>', slug: 'new-1-de' })
    expect(pages['sv']).toMatch(/\/sv\/.*new-1-sv/)
    expect(timeline.map(({ action }) => action)).toEqual(['product.create'])
    expect((await create(newRecord('NEW-1'))).body).toMatchObject({
      code: 'bad_record',
      problems: [{ field: 'sku', code: 'duplicate_id' }],
    })
  })

  it('makes an address that is empty from the name and the sku', async () => {
    expect(
      (await create(newRecord('NEW-0', { stores: { sv: section('', { name: 'Höstlampa' }) } }))).status,
    ).toBe(200)
    expect(((await page('NEW-0')).record as Editable).stores['sv']).toMatchObject({ slug: 'hostlampa-new-0' })
    const nameless = newRecord('NEW-00', { stores: { sv: section('', { name: '' }) } })
    expect((await create(nameless)).body).toMatchObject({
      code: 'bad_record',
      problems: expect.arrayContaining([{ field: 'stores.sv.name', code: 'required', detail: null }]),
    })
  })

  it('names what cannot be stored, and stores nothing of it', async () => {
    const taken = newRecord('NEW-2', { stores: { sv: section('new-1-sv') } })
    expect((await create(taken)).body).toMatchObject({
      code: 'bad_record',
      problems: [{ code: 'slug_taken' }],
    })
    const prices = [
      { q: 1, p: 100 },
      { q: 10, p: 110 },
    ]
    const rising = newRecord('NEW-2', { stores: { sv: section('new-2-sv', { prices }) } })
    expect((await create(rising)).body).toMatchObject({
      problems: [{ field: 'stores.sv.prices', code: 'bad_record', detail: { code: 'rising_prices' } }],
    })
    const wrong = newRecord('NEW-2', { gtin: '123', relations: { related: ['NO-SUCH'] } })
    expect((await create(wrong)).body).toMatchObject({ problems: [{ field: 'gtin' }] })
    const lost = newRecord('NEW-2', { relations: { related: ['NO-SUCH'] } })
    expect((await create(lost)).body).toMatchObject({
      problems: [
        { field: 'relations', code: 'unknown_sku', detail: { code: 'text', values: { text: 'NO-SUCH' } } },
      ],
    })
    expect((await callAdmin(app, owner, 'GET', 'products/NEW-2')).status).toBe(404)
  })

  it('rounds prices to the digits of each currency, names them, and refuses what is nothing then', async () => {
    const priced = (p: number) => {
      const { stores, ...rest } = newRecord('ROUND-1') as unknown as Editable
      const at = (store: string) => ({ ...stores[store], prices: [{ q: 1, p }] })
      return { ...rest, stores: { ...stores, sv: at('sv'), de: at('de') } }
    }
    expect((await create(priced(0.45))).body).toMatchObject({
      code: 'bad_record',
      problems: [{ field: 'stores.sv.prices', code: 'rounds_to_nothing' }],
    })
    expect((await create(priced(12.9))).body).toMatchObject({
      outcome: 'created',
      rounded: [
        {
          field: 'stores.sv.prices',
          code: 'rounded_price',
          detail: { code: 'rounded', values: { prices: '12.90 → 13 kr' } },
        },
      ],
    })
    const { stores } = await recordOf('ROUND-1')
    expect([stores['sv'], stores['de']]).toMatchObject([{ prices: [{ p: 13 }] }, { prices: [{ p: 12.9 }] }])
  })

  it('changes and clears fields, keeps stock and orders that move it, and undoes', async () => {
    await create(newRecord('EDIT-1', { fits: ['Makita BL1850'], mpn: 'M-1', unNumber: 'UN3480' }))
    await create(newRecord('EDIT-2', { relations: { related: ['EDIT-1'] } }))
    const seen = await recordOf('EDIT-1')
    const change = { sku: toSku('EDIT-1'), store: 'sv' as const, units: 7, reference: '' }
    await changeStock(shop.db, testActor, { ...change, reason: 'delivery' })
    const { mpn: _, ...rest } = seen
    const sv = { ...seen.stores['sv'], name: 'Nytt namn', prices: [{ q: 1, p: 90 }] }
    const next = { ...rest, fits: ['Makita BL1840'], relations: { related: ['EDIT-2'] }, stores: { sv } }
    expect((await save('EDIT-1', next, seen)).body).toEqual({
      sku: 'EDIT-1',
      outcome: 'changed',
      rounded: [],
    })
    const changed = await page('EDIT-1')
    expect(changed.record).toMatchObject({ fits: ['Makita BL1840'], relations: { related: ['EDIT-2'] } })
    expect(changed.record['mpn']).toBeUndefined()
    expect((changed.record as Editable).stores['sv']).toMatchObject({
      name: 'Nytt namn',
      prices: [{ q: 1, p: 90 }],
      stock: { available: 7 },
    })
    expect((changed.record as Editable).stores['no']).toEqual(seen.stores['no'])
    expect((await save('EDIT-1', seen, seen)).body).toMatchObject({
      code: 'changed_meanwhile',
      current: { fits: ['Makita BL1840'] },
    })
    const entry = changed.timeline.find(({ action }) => action === 'product.change')!
    expect(entry).toMatchObject({
      canUndo: true,
      before: { mpn: 'M-1', 'sv.name': 'Cell <b>9 V</b>' },
      after: { 'sv.name': 'Nytt namn' },
    })
    expect((await undo(entry.id)).status).toBe(200)
    const restored = await recordOf('EDIT-1')
    expect(restored).toMatchObject({ mpn: 'M-1', fits: ['Makita BL1850'] })
    expect(restored['relations']).toBeUndefined()
    expect(restored.stores['sv']).toMatchObject({ prices: [{ q: 1, p: 100 }], stock: { available: 7 } })
    expect((await save('EDIT-1', restored, restored)).body).toMatchObject({ outcome: 'unchanged' })
  })

  it('restores an earlier version as one change, by the rules of an edit', async () => {
    await create(newRecord('VERSION-1', { mpn: 'M-1', stores: { sv: section('version-1') } }))
    const edit = async (changes: object, sv: object = {}) => {
      const seen = await recordOf('VERSION-1')
      const stores = { ...seen.stores, sv: { ...seen.stores['sv'], ...sv } }
      expect((await save('VERSION-1', { ...seen, stores, ...changes }, seen)).status).toBe(200)
    }
    await edit({ mpn: 'M-2' }, { name: 'Two', prices: [{ q: 1, p: 90 }] })
    await edit({ fits: ['Makita BL1850'] }, { name: 'Three' })
    const { stores } = await recordOf('VERSION-1')
    await edit({ stores: { ...stores, no: section('version-1-no') } })
    const change = { sku: toSku('VERSION-1'), store: 'sv' as const, units: 4, reference: '' }
    await changeStock(shop.db, testActor, { ...change, reason: 'delivery' })
    const { timeline, record: seen } = await page('VERSION-1')
    const versions = timeline.filter(({ action }) => /^product\.(create|change)$/.test(action))
    expect(versions.map((each) => each.canRestore)).toEqual([false, true, true, true])
    const [, , second, first] = versions.map(({ id }) => id)
    const version = (method: 'GET' | 'POST', id: number, body?: object, person = owner) =>
      callAdmin(app, person, method, `products/VERSION-1/versions/${id}`, body)
    expect((await version('GET', second!)).body).toMatchObject({
      before: { fits: ['Makita BL1850'], 'sv.name': 'Three', 'no.discontinued': false },
      after: { fits: null, 'sv.name': 'Two', 'no.discontinued': true },
    })
    expect((await version('GET', 1)).body).toEqual({ code: 'unknown_version' })
    const abroad = await signedInStaff(shop.db, { role: 'catalogue', stores: ['de'], now: shop.now.at })
    expect((await version('POST', first!, { expected: seen }, abroad)).body).toMatchObject({
      code: 'store_not_permitted',
    })
    expect((await version('POST', first!, { expected: { ...seen, mpn: 'M-0' } })).body).toMatchObject({
      code: 'changed_meanwhile',
    })
    expect((await version('POST', first!, { expected: seen })).body).toMatchObject({ outcome: 'changed' })
    const restored = await page('VERSION-1')
    expect(restored.record).toMatchObject({
      mpn: 'M-1',
      stores: {
        sv: { name: 'Cell <b>9 V</b>', prices: [{ q: 1, p: 100 }], stock: { available: 4 } },
        no: { stock: { discontinued: true } },
      },
    })
    expect(restored.record['fits']).toBeUndefined()
    expect(restored.timeline).toHaveLength(timeline.length + 1)
    expect(restored.timeline[0]).toMatchObject({
      action: 'product.change',
      reason: expect.stringMatching(/^version \d{4}-/),
      canUndo: true,
    })
  })

  it('restores a version of which more units cost more each, as an import may have written it', async () => {
    await create(newRecord('VERSION-2', { stores: { sv: section('version-2') } }))
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      select id, 'sv', 'normal', 10, 12000 from product where sku = 'VERSION-2'`.execute(shop.db)
    const seen = await recordOf('VERSION-2')
    const prices = (record: Editable) => record.stores['sv']!['prices']
    const stores = { sv: { ...seen.stores['sv'], prices: [{ q: 1, p: 90 }] } }
    expect((await save('VERSION-2', { ...seen, stores }, seen)).status).toBe(200)
    const { timeline, record } = await page('VERSION-2')
    const { id } = timeline.find(({ action }) => action === 'product.create')!
    const path = `products/VERSION-2/versions/${id}`
    expect((await callAdmin(app, owner, 'POST', path, { expected: record })).body).toMatchObject({
      outcome: 'changed',
    })
    expect(prices(await recordOf('VERSION-2'))).toEqual(prices(seen))
    expect(prices(seen)).toEqual([
      { q: 1, p: 100 },
      { q: 10, p: 120 },
    ])
  })

  it('says why a product cannot be sold in a store, and what the law misses', async () => {
    const { stores } = newRecord('GAPS-1')
    await create(newRecord('GAPS-1', { stores: { sv: stores['sv'], de: section('gaps', { prices: [] }) } }))
    const gapsIn = async (store: string) => {
      const { gaps } = await page('GAPS-1')
      return gaps.find((each) => each.store === store)!.gaps.map(({ code }) => code)
    }
    expect(await gapsIn('no')).toEqual(['not_in_store'])
    expect(await gapsIn('de')).toEqual(['no_price', 'no_picture', 'no_responsible_person', 'no_un_number'])
    expect(await gapsIn('sv')).toEqual(['no_picture', 'no_responsible_person', 'no_un_number'])
    const manufacturer = { name: 'Voltara AB', address: 'Gata 1, 111 11 Ort', email: 'v@example.se' }
    expect((await setManufacturer(manufacturer, null)).status).toBe(200)
    const seen = await recordOf('GAPS-1')
    await save('GAPS-1', { ...seen, unNumber: 'UN3480' }, seen)
    expect(await gapsIn('sv')).toEqual(['no_picture', 'no_battery_facts'])

    // The table says what blocks the sale in a store, and finds it; what the law misses blocks where the store withholds.
    const rows = async (more: string) =>
      (
        (await callAdmin(app, owner, 'GET', `products?filter.sku=GAPS-1&${more}`)).body as {
          rows: { store: string; gaps: string[] }[]
        }
      ).rows.map(({ store, gaps }) => [store, gaps])
    expect(await rows('filter.store=sv,de')).toEqual([
      ['de', ['no_price']],
      ['sv', []],
    ])
    expect(await rows('filter.sellable=no')).toEqual([['de', ['no_price']]])
    expect(await rows('filter.sellable=yes')).toEqual([['sv', []]])
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('sv', 'products', '{"requiresStatutoryData": true}', 1, now())`.execute(shop.db)
    expect(await rows('filter.sellable=no&filter.store=sv')).toEqual([
      ['sv', ['no_battery_facts', 'no_picture']],
    ])
    await sql`delete from store_setting where store = 'sv' and section = 'products'`.execute(shop.db)
  })

  it('finds products by whether their pictures are stored, pending or failed, in the table, its export and To do', async () => {
    const skus = ['PIC-ALL', 'PIC-NONE', 'PIC-LATE', 'PIC-GONE', 'PIC-OLD', 'PIC-BOTH']
    for (const sku of skus) {
      const record = newRecord(sku)
      await create({ ...record, stores: { sv: record.stores['sv'] } })
    }
    const name = (sku: string, position: number, source: string) =>
      sql`insert into product_image select id, 5, ${position}, ${source}, '{}' from product where sku = ${sku}`.execute(
        shop.db,
      )
    const fetched = (source: string, more: { failure: string | null; isStored: boolean }) =>
      sql`update picture_source set failure = ${more.failure}, sha256 = case when ${more.isStored}
        then (select sha256 from picture_original limit 1) end where source = ${source}`.execute(shop.db)
    await sql`insert into picture_original (sha256, format, width, height, bytes)
      values (decode(repeat('ab', 32), 'hex'), 'png', 1, 1, 'x') on conflict do nothing`.execute(shop.db)
    const at = (file: string) => `https://pictures.example/${file}.jpg`
    await name('PIC-ALL', 1, at('all'))
    await fetched(at('all'), { failure: null, isStored: true })
    await name('PIC-LATE', 1, at('all'))
    await name('PIC-LATE', 2, at('late'))
    await name('PIC-GONE', 1, at('gone'))
    await fetched(at('gone'), { failure: 'http_status', isStored: false })
    // Its file is still shown.
    await name('PIC-OLD', 1, at('old'))
    await fetched(at('old'), { failure: 'http_status', isStored: true })
    await name('PIC-BOTH', 1, at('late'))
    await name('PIC-BOTH', 2, at('gone'))

    const view = (states: string) => `filter.sku=${skus.join(',')}&filter.pictures=${states}`
    const found = async (states: string) => {
      const { rows } = (await callAdmin(app, owner, 'GET', `products?${view(states)}`)).body as {
        rows: { sku: string }[]
      }
      return rows.map(({ sku }) => sku)
    }
    expect(await found('complete')).toEqual(['PIC-ALL', 'PIC-OLD'])
    expect(await found('none')).toEqual(['PIC-NONE'])
    expect(await found('pending')).toEqual(['PIC-BOTH', 'PIC-LATE'])
    expect(await found('failed')).toEqual(['PIC-BOTH', 'PIC-GONE'])
    expect(await found('none,failed')).toEqual(['PIC-BOTH', 'PIC-GONE', 'PIC-NONE'])
    expect((await callAdmin(app, owner, 'GET', 'products?filter.pictures=lost')).status).toBe(400)

    const csv = await app.inject({ url: `/admin/api/products.csv?${view('failed')}`, headers: owner.headers })
    expect(csv.body).toMatch(/PIC-BOTH[^]*PIC-GONE/)
    expect(csv.body).not.toMatch(/PIC-(?:ALL|NONE|LATE|OLD)/)
    const { tasks } = (await callAdmin(app, owner, 'GET', 'todo')).body as {
      tasks: { name: string; count: number; query: string }[]
    }
    expect(tasks).toContainEqual(
      expect.objectContaining({
        name: 'products_pictures_failed',
        count: 2,
        query: 'filter.pictures=failed&filter.discontinued=no',
      }),
    )
  })

  it('sets who answers for the goods of a brand, in all stores or not at all, and undoes', async () => {
    await create(newRecord('BRAND-1'))
    const brand = async () => (await page('BRAND-1')).brand
    const { manufacturer: before, products } = (await brand())!
    expect(products).toBeGreaterThan(0)
    const changed = { name: 'Voltara GmbH', address: 'Weg 2, 10115 Berlin', email: 'v@example.de' }
    expect((await setManufacturer({ ...changed, email: 'nobody' }, before)).body).toMatchObject({
      fields: { 'manufacturer.email': expect.anything() },
    })
    expect((await setManufacturer({ ...changed, name: 'a\nb' }, before)).status).toBe(422)
    const seen = { name: 'Old', address: 'Old', email: 'old@example.se' }
    expect(await setManufacturer(changed, seen)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: before },
    })
    expect((await setManufacturer(changed, before, { slug: 'no-such' })).body).toEqual({
      code: 'unknown_brand',
    })
    const abroad = await signedInStaff(shop.db, { role: 'catalogue', stores: ['no'], now: shop.now.at })
    expect((await setManufacturer(changed, before, { person: abroad })).status).toBe(403)
    expect((await brand())!.manufacturer).toEqual(before)
    expect((await setManufacturer(changed, before)).status).toBe(200)
    expect((await brand())!.manufacturer).toEqual(changed)
    const audit = await callAdmin(app, owner, 'GET', 'audit?filter.object=brand:voltara')
    const { rows } = audit.body as { rows: { id: number; canUndo: boolean }[] }
    expect(rows[0]).toMatchObject({ action: 'brand.set_manufacturer', canUndo: true })
    expect((await undo(rows[0]!.id)).status).toBe(200)
    expect((await brand())!.manufacturer).toEqual(before)
  })

  it('keeps pictures in their order, checks the files, and undoes', async () => {
    await create(newRecord('PICTURES-1'))
    const path = '/admin/api/products/PICTURES-1/photos'
    const upload = async (payload: Buffer) => {
      const headers = { ...owner.headers, 'content-type': 'image/png' }
      const answer = await app.inject({ method: 'POST', url: path, headers, payload })
      return { status: answer.statusCode, body: answer.json<object>() }
    }
    expect(await upload(Buffer.from('<svg/>'))).toMatchObject({ status: 409, body: { code: 'wrong_type' } })
    expect((await upload(Buffer.alloc(15 * 1024 * 1024 + 1))).status).toBe(413)
    const first = await photo('#1040d0').png().toBuffer()
    expect((await upload(first)).body).toEqual({ position: 1, count: 1 })
    expect((await upload(first)).body).toMatchObject({ code: 'already_there' })
    expect((await upload(await photo('#d01040').png().toBuffer())).body).toEqual({ position: 2, count: 2 })
    const [blue, red] = (await page('PICTURES-1')).photos.map(({ source }) => source)
    const change = (position: number, body: object) =>
      callAdmin(app, owner, 'PUT', `products/PICTURES-1/photos/${position}`, body)
    const remove = (position: number, source: string) =>
      callAdmin(app, owner, 'DELETE', `products/PICTURES-1/photos/${position}`, { expected: { source } })
    const move = { position: 1, alt: { sv: 'Framsidan' }, expected: { source: red } }
    expect((await change(2, move)).status).toBe(200)
    const { photos, gaps } = await page('PICTURES-1')
    expect(photos).toMatchObject([
      { position: 1, alt: { sv: 'Framsidan' }, size: '400 × 300' },
      { position: 2, alt: {} },
    ])
    expect(gaps[0]!.gaps.map(({ code }) => code)).not.toContain('no_picture')
    // Another editor still sees the former order, or the former text.
    const current = [{ source: red, alt: { sv: 'Framsidan' } }, { source: blue }]
    expect(await change(2, move)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', current } })
    expect(await remove(1, blue!)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current },
    })
    const renamed = { alt: { sv: 'Baksidan' }, expected: { source: red, alt: { sv: '' } } }
    expect((await change(1, renamed)).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await page('PICTURES-1')).photos).toEqual(photos)
    expect((await remove(1, red!)).status).toBe(200)
    expect((await page('PICTURES-1')).photos).toHaveLength(1)
    const [removal] = (await page('PICTURES-1')).timeline
    expect(removal).toMatchObject({ action: 'photo.remove', canUndo: true })
    expect((await undo(removal!.id)).status).toBe(200)
    expect((await page('PICTURES-1')).photos).toEqual(photos)
    const seen = await recordOf('PICTURES-1')
    await save('PICTURES-1', { ...seen, mpn: 'M-2' }, seen)
    expect((await page('PICTURES-1')).photos).toEqual(photos)
  })

  it('sets incoming goods with their date, unless orders took some, and undoes as a difference', async () => {
    await create(newRecord('INCOMING-1'))
    const put = (body: object) => callAdmin(app, owner, 'PUT', 'products/sv/INCOMING-1/incoming', body)
    const nothing = { units: 0, date: null }
    const wanted = { units: 40, date: '2026-12-24' }
    expect((await put({ ...wanted, expected: nothing })).body).toEqual(wanted)
    const stockIn = async () => (await page('INCOMING-1')).stock.find(({ store }) => store === 'sv')
    expect(await stockIn()).toEqual({ store: 'sv', available: 0, incoming: 40, incomingOn: '2026-12-24' })
    expect((await put({ ...wanted, units: 50, expected: nothing })).body).toMatchObject({
      code: 'changed_meanwhile',
      current: wanted,
    })
    await put({ units: 60, date: '2026-12-24', expected: wanted })
    const [entry] = (await page('INCOMING-1')).timeline
    expect(entry).toMatchObject({ action: 'stock.incoming', canUndo: true })
    await sql`update stock set incoming = 55 where incoming = 60`.execute(shop.db)
    expect((await undo(entry!.id)).status).toBe(200)
    expect(await stockIn()).toMatchObject({ incoming: 35, incomingOn: '2026-12-24' })
  })

  it('names what belongs to stores in the order of the stores', async () => {
    await create(newRecord('ORDERED-1'))
    for (const store of storeCodes.toReversed())
      await changeStock(shop.db, testActor, {
        sku: toSku('ORDERED-1'),
        store,
        units: 1,
        reason: 'delivery',
        reference: '',
      })
    const { stock } = await page('ORDERED-1')
    expect(stock.map(({ store }) => store)).toEqual(storeCodes)
    const { body } = await callAdmin(app, owner, 'GET', 'product-references')
    const { attributes } = body as { attributes: { code: string; names: object }[] }
    const { names } = attributes.find(({ code }) => code === 'chemistry')!
    expect(Object.keys(names)).toEqual(storeCodes)
  })

  it('reads the variants of a product as records, which are saved and undone like any product', async () => {
    await create(newRecord('FAMILY'))
    for (const chemistry of ['LiFePO4', 'NiMH'])
      await create(
        newRecord(`FAMILY-${chemistry}`, { type: 'variant', variantOf: 'FAMILY', attributes: { chemistry } }),
      )
    await changeStock(shop.db, testActor, {
      sku: toSku('FAMILY-NiMH'),
      store: 'sv',
      units: 4,
      reason: 'delivery',
      reference: '',
    })
    const variants = async () =>
      ((await callAdmin(app, owner, 'GET', 'products/FAMILY/variants')).body as ProductVariants).variants
    await callAdmin(app, owner, 'PUT', 'products/FAMILY-NiMH/costs', {
      costs: { NOK: 60 },
      expected: { NOK: null },
    })
    const [first, second] = await variants()
    expect(second?.costs).toEqual({ SEK: null, NOK: 60, EUR: null, DKK: null })
    const service = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    const hidden = (await callAdmin(app, service, 'GET', 'products/FAMILY/variants')).body as ProductVariants
    expect(hidden.variants.map(({ costs }) => costs)).toEqual([{}, {}])
    expect(first?.record).toMatchObject({ sku: 'FAMILY-LiFePO4', attributes: { chemistry: 'LiFePO4' } })
    expect(second).toMatchObject({ record: { sku: 'FAMILY-NiMH' }, available: { sv: 4 } })
    const seen = first!.record as Editable
    const cheaper = { ...seen.stores['sv'], prices: [{ q: 1, p: 90 }] }
    const record = { ...seen, gtin: '4006381333931', stores: { ...seen.stores, sv: cheaper } }
    expect((await save('FAMILY-LiFePO4', record, seen)).body).toMatchObject({ outcome: 'changed' })
    expect((await save('FAMILY-LiFePO4', record, seen)).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await variants())[0]?.record).toMatchObject({ gtin: '4006381333931', stores: { sv: cheaper } })
    const [entry] = (await page('FAMILY-LiFePO4')).timeline
    expect((await undo(entry!.id)).status).toBe(200)
    expect((await variants())[0]?.record).toEqual(seen)
    expect((await callAdmin(app, owner, 'GET', 'products/FAMILY-NiMH/variants')).body).toEqual({
      variants: [],
    })
  })

  it('shows the page of a product at a time of the store, to staff of that store, uncached', async () => {
    await create(newRecord('PREVIEW-1'))
    const get = (path: string, headers: Partial<TestStaff['headers']> = owner.headers) =>
      app.inject({ method: 'GET', url: `/admin/api/products/${path}`, headers })
    const answer = await get('sv/PREVIEW-1/preview?at=2036-12-01T10:00')
    expect(answer.statusCode).toBe(410)
    expect(answer.body).toBe('<p>Slut</p>')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': 'sandbox',
      'content-type': 'text/html; charset=utf-8',
    })
    await get('sv/PREVIEW-1/preview')
    expect(previewed).toEqual([
      { store: 'sv', slug: 'preview-1-sv', at: Date.parse('2036-12-01T10:00+01:00') },
      { store: 'sv', slug: 'preview-1-sv', at: shop.now.at },
    ])
    expect((await get('sv/NO-SUCH-1/preview')).statusCode).toBe(404)
    expect((await get('sv/PREVIEW-1/preview?at=2036-02-30T10:00')).json()).toEqual({ code: 'bad_date' })
    const norwegian = await signedInStaff(shop.db, { role: 'catalogue', stores: ['no'], now: shop.now.at })
    expect((await get('sv/PREVIEW-1/preview', norwegian.headers)).statusCode).toBe(403)
    expect((await get('sv/PREVIEW-1/preview', visitorHeaders)).statusCode).toBe(401)
    expect(previewed).toHaveLength(2)
  })

  it('previews which devices a product is found for', async () => {
    await sql`insert into device (kind, maker, model, slug, codes)
      values ('tool', 'Makita', 'DHP482', 'makita-dhp482', '{BL1850}')`.execute(shop.db)
    const fits = ['Makita DHP482', 'makita bl1850', 'Makita XX1']
    expect((await callAdmin(app, owner, 'POST', 'product-fit-preview', { fits })).body).toEqual({
      fits: [
        { fit: 'Makita DHP482', devices: ['Makita DHP482'] },
        { fit: 'makita bl1850', devices: ['Makita DHP482'] },
        { fit: 'Makita XX1', devices: [] },
      ],
    })
  })

  it('lets staff of one store change that store alone, and prices only with their permission', async () => {
    await create(newRecord('STORE-1'))
    const swedish = await signedInStaff(shop.db, { role: 'catalogue', stores: ['sv'], now: shop.now.at })
    const seen = await recordOf('STORE-1')
    const named = (store: string) => ({ ...seen.stores[store], name: 'Namn' })
    const saved = (changes: object) => save('STORE-1', { ...seen, ...changes }, seen, swedish)
    expect((await saved({ stores: { no: named('no') } })).body).toMatchObject({
      code: 'store_not_permitted',
      permission: 'product:edit',
      store: 'no',
    })
    expect((await saved({ mpn: 'M-3' })).status).toBe(403)
    expect((await create(newRecord('STORE-2'), swedish)).status).toBe(403)
    expect((await saved({ stores: { sv: named('sv') } })).body).toMatchObject({ outcome: 'changed' })
  })

  it('waits for colleagues who save other products at the same moment', async () => {
    const skus = ['TURN-1', 'TURN-2', 'TURN-3', 'TURN-4']
    for (const sku of skus) await create(newRecord(sku))
    const answers = await Promise.all(
      skus.map(async (sku) => {
        const seen = await recordOf(sku)
        return (await save(sku, { ...seen, mpn: 'M-5' }, seen)).body
      }),
    )
    for (const body of answers) expect(body).toMatchObject({ outcome: 'changed' })
  })

  it('waits for no import: it says that one is running', async () => {
    const seen = await recordOf('STORE-1')
    await shop.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(7020661378843832431)`.execute(other)
      expect((await save('STORE-1', { ...seen, mpn: 'M-4' }, seen)).body).toEqual({ code: 'import_running' })
      await sql`select pg_advisory_unlock(7020661378843832431)`.execute(other)
    })
  })
})
