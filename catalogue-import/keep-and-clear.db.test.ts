import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedColumn } from './feed-row.ts'
import { ClearFault } from './import-products.server.ts'
import { link, mixed, rowOf, shortTsv, tsv, useImportShop } from './import-fixture.test-support.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { testActor } from '../test/test-actor.ts'

const shop = useImportShop()

const full = rowOf({
  gtin: '96385074',
  mpn: 'LR6',
  item_group_id: 'G1',
  image_link: 'https://pictures.example/a.jpg',
  condition: 'used',
  sale_price: '39.00 SEK',
  sale_price_effective_date: '2026-10-01T00:00Z/2099-03-31T23:59Z',
  tier_prices: '10:45.00;50:35.00',
})
const few: FeedColumn[] = ['id', 'title', 'price', 'availability']

describe('a feed with few columns', () => {
  it('changes nothing that it has no column for', async () => {
    await shop.importBytes(tsv([full]), 'sv')
    const before = await shop.contents()
    expect(await shop.importBytes(shortTsv(few, [full]), 'sv')).toMatchObject({
      changed: 0,
      unchanged: 1,
      columns: {},
    })
    expect(await shop.contents()).toEqual(before)
    const dearer = await shop.importBytes(shortTsv(few, [{ ...full, price: '59.00 SEK' }]), 'sv')
    expect(dearer).toMatchObject({ changed: 1, columns: { price: { changed: 1, cleared: 0 } } })
    expect(
      await shop.rowsOf('select gtin, mpn, item_group, condition, brand_id is not null brand from product'),
    ).toEqual([{ gtin: '96385074', mpn: 'LR6', item_group: 'G1', condition: 'used', brand: true }])
    expect(
      await shop.rowsOf(
        'select kind, min_quantity q, price_minor p, before_minor o from price_tier order by kind desc, q',
      ),
    ).toEqual([
      { kind: 'normal', q: 1, p: 5900, o: null },
      { kind: 'normal', q: 10, p: 4500, o: null },
      { kind: 'normal', q: 50, p: 3500, o: null },
      { kind: 'campaign', q: 1, p: 3900, o: 5900 },
      { kind: 'campaign', q: 50, p: 3500, o: null },
    ])
  })

  it('is refused where the new price contradicts the sale or the quantity prices that stay', async () => {
    await shop.importBytes(tsv([full, rowOf({ id: 'A-2', tier_prices: '10:45.00' })]), 'sv')
    const cheaper = [
      { ...full, price: '39.00 SEK' },
      { ...full, id: 'A-2', price: '45.00 SEK' },
    ]
    const result = await shop.importBytes(shortTsv(few, cheaper), 'sv')
    expect(result.reports).toMatchObject([
      { id: 'A-1', code: 'sale_price_not_lower', column: 'sale_price' },
      { id: 'A-2', code: 'bad_tier_prices', column: 'tier_prices' },
    ])
  })

  it('is taken where only a sale that has ended contradicts the new price', async () => {
    const over = rowOf({
      sale_price: '39.00 SEK',
      sale_price_effective_date: '2026-01-01T00:00Z/2026-02-01T00:00Z',
    })
    await shop.importBytes(tsv([over]), 'sv')
    const cheaper = shortTsv(few, [{ ...over, price: '35.00 SEK' }])
    expect(await shop.importBytes(cheaper, 'sv')).toMatchObject({ changed: 1, refused: 0 })
    expect(
      await shop.rowsOf('select kind, price_minor p, before_minor o from price_tier order by kind desc'),
    ).toEqual([
      { kind: 'normal', p: 3500, o: null },
      { kind: 'campaign', p: 3900, o: 4900 },
    ])
    expect(await shop.importBytes(cheaper, 'sv')).toMatchObject({ unchanged: 1 })
  })

  it('begins another sale where the stored period has ended and there is no column for one', async () => {
    const over = rowOf({
      sale_price: '39.00 SEK',
      sale_price_effective_date: '2026-01-01T00:00Z/2026-02-01T00:00Z',
    })
    const sale = () => shop.rowsOf("select price_minor p, ends_at from price_tier where kind = 'campaign'")
    const undated: FeedColumn[] = [...few, 'sale_price']
    await shop.importBytes(tsv([over]), 'sv')
    expect(await shop.importBytes(shortTsv(undated, [over]), 'sv')).toMatchObject({ unchanged: 1 })
    const another = shortTsv(undated, [{ ...over, sale_price: '36.00 SEK' }])
    expect(await shop.importBytes(another, 'sv')).toMatchObject({ changed: 1 })
    expect(await sale()).toEqual([{ p: 3600, ends_at: null }])
  })

  it('clears fields with an empty cell, and reports the old and the new value of each field', async () => {
    await shop.importBytes(tsv([full]), 'sv')
    const bare = tsv([
      {
        ...full,
        brand: '',
        gtin: '',
        sale_price: '',
        tier_prices: '',
        image_link: '',
        product_type: '',
        price: '59.00 SEK',
      },
    ])
    const dry = await shop.importBytes(bare, 'sv', { dryRun: true })
    const real = await shop.importBytes(bare, 'sv')
    expect(real.changes).toEqual(dry.changes)
    const changes = Object.fromEntries(
      real.changes.map(({ column, before, after }) => [column, [before, after]]),
    )
    expect(changes).toMatchObject({
      price: ['49.00 SEK', '59.00 SEK'],
      brand: ['Voltara', ''],
      gtin: ['96385074', ''],
      sale_price: ['39.00 SEK', ''],
      tier_prices: ['10:45.00;50:35.00', ''],
      product_type: ['Batterier > AA', ''],
      image_link: ['https://pictures.example/a.jpg', ''],
    })
    expect(real.columns).toMatchObject({
      brand: { changed: 1, cleared: 1 },
      price: { changed: 1, cleared: 0 },
    })
    const lines = (await readFile(real.report ?? '', 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(real.changes)
    expect(await shop.importBytes(bare, 'sv')).toMatchObject({ unchanged: 1, changes: [], report: null })
  })
})

describe('a feed that clears a column', () => {
  const many = Array.from({ length: 20 }, (_, n) => rowOf({ id: `C-${n}`, mpn: `M-${n}` }))
  const withoutBrand = (count: number) => many.map((row, n) => (n < count ? { ...row, brand: '' } : row))

  it('is refused before anything is written, unless it is allowed', async () => {
    await shop.importBytes(tsv(many), 'sv')
    const before = await shop.contents()
    const wrong = tsv(withoutBrand(5).map((row) => ({ ...row, price: '59.00 SEK' })))
    await expect(shop.importBytes(wrong, 'sv')).rejects.toThrow(ClearFault)
    await expect(shop.importBytes(wrong, 'sv')).rejects.toThrow(/brand of 5 of 20 products.*--clear brand/)
    await expect(shop.importBytes(wrong, 'sv', { clear: ['mpn'] })).rejects.toThrow(ClearFault)
    expect(await shop.contents()).toEqual(before)
    expect(await shop.importBytes(wrong, 'sv', { dryRun: true })).toMatchObject({
      changed: 20,
      excessiveClears: [{ column: 'brand', filled: 20, cleared: 5 }],
    })
    expect(await shop.importBytes(wrong, 'sv', { clear: ['brand'] })).toMatchObject({ changed: 20 })
  })

  it('may clear a few values, and as many as it likes of what is new', async () => {
    expect(await shop.importBytes(tsv(withoutBrand(20)), 'sv')).toMatchObject({ created: 20 })
    await shop.importBytes(tsv(many), 'sv')
    expect(await shop.importBytes(tsv(withoutBrand(4)), 'sv')).toMatchObject({ changed: 4 })
    expect(await shop.importBytes(tsv(withoutBrand(20)), 'sv', { clear: 'all' })).toMatchObject({
      changed: 16,
    })
  })
})

describe('a record of NDJSON', () => {
  const record = (fields: object, section: object = {}) =>
    JSON.stringify({
      record: 'product',
      sku: 'R-1',
      type: 'standard',
      categories: [],
      ...fields,
      stores: {
        sv: {
          name: 'Lampa',
          slug: 'lampa',
          description: '',
          vatPercent: 25,
          prices: [{ q: 1, p: 99 }],
          stock: { available: 4 },
          ...section,
        },
      },
    })
  const whole = {
    gtin: '96385074',
    mpn: 'L',
    fits: ['Lampett 3'],
    attributes: { power_w: 4 },
    relations: { related: ['R-2'] },
    score: { average: 4, count: 2 },
  }
  const section = {
    prefix: 'Ny',
    campaign: { tiers: [{ q: 1, p: 79, o: 99 }] },
    crossSellingPrice: 89,
    stock: { available: 4, incoming: 6 },
  }
  const other = record({ sku: 'R-2' }).replace('"lampa"', '"lampa-2"')

  it('changes nothing of the fields that are absent, and clears those that are null or empty', async () => {
    const related = 'select count(*) n from product_relation'
    await shop.importBytes([record(whole, section), other].join('\n'))
    const before = await shop.contents()
    expect(await shop.importBytes(record({}))).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await shop.contents()).toEqual(before)
    expect(await shop.rowsOf(related)).toEqual([{ n: 1 }])
    const cleared = await shop.importBytes(
      record(
        { gtin: null, score: null, attributes: {}, relations: { related: [] } },
        { prefix: null, campaign: null, stock: { available: 4, incoming: null } },
      ),
    )
    expect(cleared.columns).toMatchObject({
      gtin: { changed: 1, cleared: 1 },
      'stores.sv.campaign': { changed: 1, cleared: 1 },
    })
    expect(cleared.changes).toContainEqual(
      expect.objectContaining({ column: 'gtin', before: '96385074', after: '' }),
    )
    expect(await shop.rowsOf(related)).toEqual([{ n: 0 }])
    expect(await shop.rowsOf("select gtin, mpn, fits, score_count c from product where sku = 'R-1'")).toEqual(
      [{ gtin: null, mpn: 'L', fits: ['Lampett 3'], c: 0 }],
    )
    expect(
      await shop.rowsOf("select prefix, cross_selling_price_minor x from store_product where slug = 'lampa'"),
    ).toEqual([{ prefix: null, x: 8900 }])
  })
})

const word = fc.stringMatching(/^[A-Za-zÅÄÖåäö0-9 .,&'"/-]{1,30}$/).filter((text) => text.trim() !== '')
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: '' })
const row = fc.record({
  title: word,
  description: maybe(word),
  brand: maybe(word),
  mpn: maybe(word),
  item_group_id: maybe(word),
  condition: fc.constantFrom('', 'new', 'used', 'refurbished'),
  product_type: fc.constantFrom('', 'Batterier', 'Batterier > AA', 'Ljus > Lampor'),
  image_link: fc.constantFrom('', 'https://pictures.example/a.jpg'),
  price: fc.integer({ min: 5000, max: 99_999 }).map((minor) => `${(minor / 100).toFixed(2)} SEK`),
  sale_price: fc.constantFrom('', '39.00 SEK'),
  sale_price_effective_date: fc.constantFrom('', '2026-10-01T00:00+0100/2027-03-31T23:59+0200'),
  tier_prices: fc.constantFrom('', '10:45.00;50:35.00', '5:38.50'),
  sale_tier_prices: fc.constantFrom('', 'none', '20:30.00'),
  availability: fc.constantFrom('in_stock', 'out_of_stock', 'backorder', 'preorder'),
  availability_date: fc.constantFrom('', '2027-01-15'),
  quantity: fc.constantFrom('', '7'),
})

describe('the import of an export', () => {
  it('changes nothing, whatever the catalogue contains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const feed = rows.map((each, n) => ({
          ...each,
          id: `P-${n}`,
          quantity: each.availability === 'out_of_stock' ? '' : each.quantity,
        }))
        expect(await shop.importBytes(tsv(feed), 'sv', { clear: 'all' })).toMatchObject({ refused: 0 })
        const text = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
        expect(await shop.importBytes(text, 'sv')).toMatchObject({ changed: 0, created: 0, refused: 0 })
        const records = await shop.exported({ format: 'ndjson' })
        expect(await shop.importBytes(records)).toMatchObject({ changed: 0, created: 0, refused: 0 })
      }),
      { numRuns: 25 },
    )
  }, 180_000)

  it('changes nothing of the demo catalogue either, where a feed cannot say everything', async () => {
    await loadDemoCatalogue(shop.test.db, testActor, new Date('2026-11-20T10:00:00Z'))
    await shop.importBytes(tsv(mixed), 'sv')
    const text = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    expect(await shop.importBytes(text, 'sv')).toMatchObject({ created: 0, changed: 0, refused: 0 })
  }, 120_000)
})
