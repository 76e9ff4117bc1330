/**
 * The public feeds of all products of every store against what the services publish of their form, and against the pages
 * that they lead to.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { productData } from '../app/pages/catalogue/product-data.ts'
import { idealoColumns } from '../catalogue-import/export-idealo.ts'
import { productFeedsAnswer } from '../contract/admin/product-feeds.ts'
import { createProductFeeds, writtenFeeds } from '../catalogue-import/product-feeds.server.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { addField } from '../domain/custom-fields/field-repository.server.ts'
import { setFieldValues } from '../domain/custom-fields/field-values.server.ts'
import { isGtin } from '../domain/products/gtin.ts'
import { allFeeds, hasFeed, type FeedForm, type ProductFeeds } from '../domain/seo/product-feeds.ts'
import { shopOffers } from '../domain/seo/shop-offers.server.ts'
import { storePolicies, storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../test/admin/admin-shop.ts'
import { testServices } from '../test/composition.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { testActor } from '../test/test-actor.ts'

const publicUrl = 'https://shop.example'
const log = { info: () => {}, warn: () => {} }

let test: TestDatabase
let folder: string
let index: CatalogueIndex
let feeds: ProductFeeds

beforeAll(async () => {
  test = await testDatabase()
  const { db } = test
  await loadDemoCatalogue(db, testActor, new Date('2026-11-20T10:00:00Z'))
  const skus = await sql<{ sku: string }>`
    select p.sku from product p join store_product s on s.product_id = p.id and s.store = 'de'
    where p.type = 1 and p.variant_of is null and not exists (select from product v where v.variant_of = p.id)
    order by p.sku limit 8`.execute(db)
  const [reduced, soldOut, awaited, bulky, used, long, labelled, measured] = skus.rows.map(({ sku }) => sku)
  picked = { reduced, soldOut, awaited, bulky, used, long, labelled, measured } as typeof picked
  const of = (sku: string | undefined) => sql`(select id from product where sku = ${sku})`
  await sql`delete from price_tier where product_id = ${of(reduced)} and kind = 'campaign'`.execute(db)
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor, starts_at, ends_at)
    select product_id, store, 'campaign', 1, price_minor - 100, now() - interval '1 day', now() + interval '1 day'
    from price_tier where product_id = ${of(reduced)} and kind = 'normal' and min_quantity = 1`.execute(db)
  await sql`update stock set available = 0, incoming = 0, presale = 0 where product_id in (${of(soldOut)}, ${of(awaited)})`.execute(
    db,
  )
  await sql`update stock set incoming = 9, incoming_at = now() + interval '9 days' where product_id = ${of(awaited)}`.execute(
    db,
  )
  await sql`update stock set available = 5 where product_id in (${of(reduced)}, ${of(bulky)}, ${of(long)})`.execute(
    db,
  )
  await sql`update product set gross_weight_g = 900000 where sku = ${bulky}`.execute(db)
  await sql`update product set condition = 'used' where sku = ${used}`.execute(db)
  await sql`update store_product set name = ${`Sehr "lang" <b>${'Wort '.repeat(20)}`}, description = ${`Eins\n\nZwei\t${'drei '.repeat(300)}`}
    where product_id = ${of(long)}`.execute(db)
  await sql`update product set attributes = attributes || '{"content_amount": 250, "content_unit": "ml"}'
    where sku = ${measured}`.execute(db)
  await addField(db, testActor, {
    object: 'product',
    key: 'eprel',
    kind: 'text',
    scope: 'shared',
    unit: null,
    refersTo: null,
    names: { sv: 'EPREL' },
    options: [],
    isShown: false,
    isFacet: false,
    isInFeed: false,
    isRequired: false,
    position: 0,
  })
  const { rows } = await sql<{ id: number }>`select id from product where sku = ${labelled}`.execute(db)
  await setFieldValues(db, testActor, {
    owner: { object: 'product', id: rows[0]!.id, name: labelled!, store: null },
    values: { eprel: { '': '123456' } },
    now: new Date(),
  })
  folder = await mkdtemp(join(tmpdir(), 'anode-feeds-'))
  index = openCatalogueIndex({ dataDir: folder, databaseUrl: test.url, log })
  await index.ready
  feeds = createProductFeeds({
    db,
    offers: shopOffers(index.catalogue),
    directory: join(folder, 'feeds'),
    publicUrl,
    clock: Date.now,
    onFault: (error) => {
      throw error
    },
  })
}, 120_000)

afterAll(async () => {
  await index?.close()
  await test?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Products of the German store, each changed for a rule. */
let picked: Record<
  'reduced' | 'soldOut' | 'awaited' | 'bulky' | 'used' | 'long' | 'labelled' | 'measured',
  string
>

type Row = Record<string, string>

async function rowsOf(store: StoreCode, form: FeedForm): Promise<Row[]> {
  const text = gunzipSync(await readFile(await feeds.file(store, form))).toString('utf8')
  if (form === 'idealo' || form === 'meta') return parse(text, { columns: true })
  // No field qualifiers: lines and tabs are all that there is.
  const [header = '', ...lines] = text.slice(0, -1).split('\n')
  if (form === 'merchant') return parse(text, { columns: true, delimiter: '\t', relax_quotes: true })
  const names = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(cells.map((cell, at) => [names[at]!, cell]))
  })
}

const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\n\t\u2028\u2029]*$/)
const amount = z.string().regex(/^\d+\.\d\d$/)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.or(z.literal(''))
const gtin = z.string().refine(isGtin)
const web = z.url({ protocol: /^https$/ })
const jpegs = (separator: string) =>
  z.string().transform((list, context) => {
    for (const each of list.split(separator).filter(Boolean))
      if (!/^https:\/\/\S+\.jpeg$/.test(each)) context.addIssue(`${each} is no JPEG`)
    return list
  })

/** https://idealo.github.io/csv-importer/en/csv */
const idealoOffer = z.strictObject({
  sku: text(100),
  brand: text(100),
  title: text(255),
  categoryPath: z.string(),
  url: web,
  eans: optional(gtin),
  hans: z.string(),
  description: optional(text(1000)),
  price: amount,
  formerPrice: optional(amount),
  basePrice: optional(text(60)),
  deposit: optional(amount),
  deliveryTime: text(100),
  imageUrls: jpegs(';'),
  colour: z.string(),
  size: z.string(),
  material: z.string(),
  used: z.enum(['true', 'false']),
  paymentCosts_credit_card: z.literal('0.00'),
  paymentCosts_invoice: z.literal('0.00'),
  deliveryCosts_dhl: amount,
})

/** Fields of Kelkoo's product data feed, see catalogue-import/export-kelkoo.ts. */
const kelkooOffer = z.strictObject({
  'offer-id': text(100),
  title: text(80),
  'product-url': web,
  'landing-page-url': web,
  price: amount,
  currency: z.enum(['SEK', 'NOK', 'DKK', 'EUR']),
  brand: z.string(),
  description: z
    .string()
    .max(300)
    .regex(/^[^<]*$/),
  'image-url': jpegs(' '),
  'image-url-2': jpegs(' '),
  'image-url-3': jpegs(' '),
  'image-url-4': jpegs(' '),
  ean: optional(gtin),
  mpn: z.string(),
  sku: z.string(),
  'merchant-category': text(750),
  availability: z.enum(['1', '2', '3', '4', '5', '6']),
  'delivery-cost': optional(amount),
  'delivery-time': text(100),
  condition: z.enum(['new', 'used', 'refurbished']),
  colour: z.string(),
})

const priced = z.string().regex(/^\d+\.\d\d (?:SEK|NOK|DKK|EUR)$/)

/** PriceRunner's documentation and the validator of its plugins, see catalogue-import/export-pricerunner.ts. */
const priceRunnerOffer = z.strictObject({
  SKU: text(100),
  'Product name': text(150).regex(/^[^"<]*$/),
  Category: text(750),
  Price: priced.refine((price) => Number.parseFloat(price) > 0),
  'Shipping cost': priced,
  'Stock status': z.enum(['In Stock', 'Out of Stock', 'Preorder']),
  'Delivery time': text(100),
  'Product URL': z.string().regex(/^(?:(?:https?):\/\/|www\.)[\S\d]+\.[\S\d]+$/),
  Manufacturer: z.string(),
  'Manufacturer SKU': z.string(),
  EAN: optional(z.string().regex(/^\d{13}$/)),
  Description: z.string().regex(/^[^"<]*$/),
  'Image URL': jpegs(' '),
})

const measure = z.string().regex(/^\d+(?:\.\d+)? (?:mg|g|kg|ml|cl|l|cbm|cm|m|sqm|ct|sheet|item)$/)

/** https://support.google.com/merchants/answer/7052112 and the pages of its attributes. */
const merchantOffer = z
  .looseObject({
    id: text(50),
    title: text(150),
    link: web,
    availability: z.enum(['in_stock', 'out_of_stock', 'preorder', 'backorder']),
    availability_date: optional(z.iso.datetime()),
    price: priced,
    sale_price: optional(priced),
    gtin: optional(gtin),
    condition: z.enum(['new', 'used', 'refurbished', '']),
    'shipping(country:service:price)': optional(
      z.string().regex(/^[A-Z]{2}:[^:,]+:\d+\.\d\d (?:SEK|NOK|DKK|EUR)$/),
    ),
    unit_pricing_measure: optional(measure),
    unit_pricing_base_measure: z.enum(['1 m', '1 l', '1 kg', '1 ct', '']),
    'certification(certification_authority:certification_name:certification_code)': z
      .string()
      .regex(/^(?:EC:EPREL:\d+)?$/),
    'product_detail(section_name:attribute_name:attribute_value)': z
      .string()
      .regex(/^(?::[^:,]+:[^:,]{1,1000}(?:,:[^:,]+:[^:,]{1,1000})*)?$/),
  })
  .refine(
    (row) => (row.unit_pricing_measure === '') === (row.unit_pricing_base_measure === ''),
    'one measure without the other',
  )

const published = {
  idealo: idealoOffer,
  kelkoo: kelkooOffer,
  pricerunner: priceRunnerOffer,
  merchant: merchantOffer,
}

describe('the feeds of all products', () => {
  it('are those of the countries of the services', () => {
    const forms = (store: StoreCode) =>
      allFeeds()
        .filter((feed) => feed.store === store)
        .map(({ form }) => form)
    expect(forms('sv')).toEqual(['merchant', 'meta', 'kelkoo', 'pricerunner'])
    expect(forms('de')).toEqual(['merchant', 'meta', 'idealo', 'kelkoo'])
    expect(idealoColumns(stores.de)).toEqual(Object.keys(idealoOffer.shape))
  })

  it.each(
    storeCodes.flatMap((store) =>
      (['idealo', 'kelkoo', 'pricerunner', 'merchant'] as const)
        .filter((form) => hasFeed(store, form))
        .map((form) => ({ store, form })),
    ),
  )('fit what the service publishes: $form of $store', async ({ store, form }) => {
    const rows = await rowsOf(store, form)
    expect(rows.length).toBeGreaterThan(100)
    const problems = rows.flatMap((row) => {
      const read = (published[form] as z.ZodType).safeParse(row)
      return read.success ? [] : [z.prettifyError(read.error), JSON.stringify(row)]
    })
    expect(problems.slice(0, 4)).toEqual([])
    const ids = rows.map((row) => row['sku'] ?? row['SKU'] ?? row['id'])
    expect(new Set(ids).size).toBe(rows.length)
  })

  it('say of price, stock and delivery what the pages say', async () => {
    for (const store of storeCodes) {
      const pages = new Map<string, PageOffer>()
      for (const { id, 'shipping(country:service:price)': shipping = '', ...row } of await rowsOf(
        store,
        'merchant',
      )) {
        const page = pageOf(store, id!)
        if (page === null) continue
        pages.set(id!, page)
        expect([id, merchantWords[row['availability']!]]).toEqual([id, page.availability])
        expect([id, shipping.split(':')[2] ?? null]).toEqual([
          id,
          page.shipping && `${page.shipping} ${page.currency}`,
        ])
        // A campaign with an end later than now is the sale price.
        if (row['sale_price'] === '') expect(row['price']).toBe(`${page.price} ${page.currency}`)
      }
      if (hasFeed(store, 'idealo'))
        for (const row of await rowsOf(store, 'idealo')) {
          const page = pages.get(row['sku']!)!
          expect([row['sku'], row['price']]).toEqual([row['sku'], page.price])
          expect([row['sku'], row['deliveryCosts_dhl']]).toEqual([row['sku'], page.shipping])
          expect(['OutOfStock', 'Discontinued']).not.toContain(page.availability)
        }
      for (const row of await rowsOf(store, 'kelkoo')) {
        const page = pages.get(row['offer-id']!)!
        const said = [row['offer-id'], row['price'], kelkooWords[row['availability']!]]
        expect(said).toEqual([row['offer-id'], page.price, page.availability])
      }
      if (hasFeed(store, 'pricerunner'))
        for (const row of await rowsOf(store, 'pricerunner')) {
          const page = pages.get(row['SKU']!)!
          expect([row['SKU'], row['Price'], row['Shipping cost']]).toEqual([
            row['SKU'],
            `${page.price} ${page.currency}`,
            `${page.shipping} ${page.currency}`,
          ])
          expect(row['Stock status'] === 'In Stock').toBe(page.availability === 'InStock')
        }
    }
  })

  it('leave out what cannot be bought through them, and say why', async () => {
    for (const { store, form } of allFeeds()) await feeds.file(store, form)
    const written = await writtenFeeds(join(folder, 'feeds'))
    const reasons = (form: FeedForm, store: StoreCode = 'de') =>
      Object.fromEntries(
        written
          .find((feed) => feed.form === form && feed.store === store)!
          .report!.leftOut.map(({ reason, skus }) => [reason, skus]),
      )
    const idealo = reasons('idealo')
    expect(idealo['out_of_stock']).toContain(picked.soldOut)
    expect(idealo['no_delivery']).toContain(picked.bulky)
    expect(idealo['gift_card']?.length).toBeGreaterThan(0)
    expect(reasons('kelkoo')['no_delivery']).toContain(picked.bulky)
    expect(reasons('pricerunner', 'sv')['not_new']).toContain(picked.used)
    const { report } = written.find((feed) => feed.form === 'idealo')!
    expect(report!.products).toBe((await rowsOf('de', 'idealo')).length)
    const skus = (rows: Row[]) => rows.map((row) => row['sku'] ?? row['offer-id'])
    expect(skus(await rowsOf('de', 'idealo'))).not.toContain(picked.soldOut)
    expect(skus(await rowsOf('de', 'kelkoo'))).toContain(picked.soldOut)
  })

  it('have the words of a reduction, a delivery that is awaited, a label and a measure', async () => {
    const idealo = new Map((await rowsOf('de', 'idealo')).map((row) => [row['sku'], row]))
    const reduced = idealo.get(picked.reduced)!
    const former = [...idealo.values()].filter((row) => row['formerPrice'] !== '')
    expect(former.length).toBeGreaterThan(0)
    expect(former.filter((row) => Number(row['formerPrice']) <= Number(row['price']))).toEqual([])
    expect(idealo.get(picked.awaited)!['deliveryTime']).toMatch(/^Nicht auf Lager, erwartet am \d/)
    expect(reduced['deliveryTime']).toMatch(/^\d–\d Tage \(Mo–Fr\)$/)
    expect(idealo.get(picked.measured)!['basePrice']).toMatch(/^\d+,\d\d\s€\/l$/)
    const deposits = [...idealo.values()].filter((row) => row['deposit'] !== '')
    expect(new Set(deposits.map((row) => row['deposit']))).toEqual(
      new Set([(storePolicies.de.starterBatteryDeposit!.minor / 100).toFixed(2)]),
    )
    const merchant = new Map((await rowsOf('de', 'merchant')).map((row) => [row['id'], row]))
    expect(merchant.get(picked.labelled)).toMatchObject({
      'certification(certification_authority:certification_name:certification_code)': 'EC:EPREL:123456',
    })
    expect(merchant.get(picked.measured)).toMatchObject({
      unit_pricing_measure: '250 ml',
      unit_pricing_base_measure: '1 l',
    })
    expect(merchant.get(picked.awaited)).toMatchObject({ availability: 'backorder' })
    expect(merchant.get(picked.awaited)!['availability_date']).not.toBe('')
    const details = [...merchant.values()].map(
      (row) => row['product_detail(section_name:attribute_name:attribute_value)']!,
    )
    expect(
      details.filter((cell) => /^:Hersteller:[^:,]+; [^:,]+; \S+@\S+$/.test(cell)).length,
    ).toBeGreaterThan(100)
  })
})

it('are listed for staff, with what they leave out, in the stores whose products they may see', async () => {
  await feeds.file('de', 'idealo')
  const app = await adminApp(testServices({ db: test.db }), {
    jobs: {} as never,
    catalogue: index.catalogue,
    dataDir: folder,
  })
  const read = async (staff: TestStaff) => {
    const { body } = await callAdmin(app, staff, 'GET', 'product-feeds')
    return productFeedsAnswer.parse(body).feeds
  }
  const all = await read(await signedInStaff(test.db, { role: 'owner' }))
  expect(all).toHaveLength(allFeeds().length)
  const idealo = all.find(({ form }) => form === 'idealo')
  expect(idealo).toMatchObject({ store: 'de', address: expect.stringMatching(/\/feeds\/de\/idealo\.csv$/) })
  expect(idealo?.report?.leftOut.map(({ reason }) => reason)).toContain('out_of_stock')
  const one = await read(await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] }))
  expect(new Set(one.map(({ store }) => store))).toEqual(new Set(['sv']))
  // As a process that is killed leaves it.
  await writeFile(join(folder, 'feeds', 'de.idealo.csv.gz.json'), '{"writtenAt":')
  const after = await read(await signedInStaff(test.db, { role: 'owner' }))
  expect(after.find(({ form }) => form === 'idealo')).toMatchObject({ report: null })
  await app.close()
})

interface PageOffer {
  price: string
  currency: string
  availability: string
  /** Null: no method can carry it. */
  shipping: string | null
}

const merchantWords: Row = {
  in_stock: 'InStock',
  backorder: 'BackOrder',
  preorder: 'PreSale',
  out_of_stock: 'OutOfStock',
}
const kelkooWords: Row = { 1: 'InStock', 2: 'BackOrder', 4: 'PreSale', 6: 'OutOfStock' }

/** What the product's page says in its structured data; null: it has no page. */
function pageOf(store: StoreCode, sku: string): PageOffer | null {
  const [card] = index.catalogue.productsBySku(store, [sku as never])
  const answer = card ? index.catalogue.product(store, card.slug) : null
  if (answer === null || !('product' in answer)) return null
  const { offers } = productData(
    { store: stores[store], publicUrl },
    answer.product,
    answer.campaignEndsAt,
  ) as {
    offers: {
      price: string
      priceCurrency: string
      availability: string
      shippingDetails?: { shippingRate: { value: string } }
    }
  }
  const word = offers.availability.replace('https://schema.org/', '')
  return {
    price: offers.price,
    currency: offers.priceCurrency,
    availability: word === 'LimitedAvailability' ? 'InStock' : word === 'Discontinued' ? 'OutOfStock' : word,
    shipping: offers.shippingDetails?.shippingRate.value ?? null,
  }
}
