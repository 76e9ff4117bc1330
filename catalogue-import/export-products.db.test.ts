import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { link, mixed, rowOf, tsv, useImportShop } from './import-fixture.test-support.ts'
import { addField, type FieldDefinition } from '../domain/custom-fields/field-repository.server.ts'
import { setFieldValues } from '../domain/custom-fields/field-values.server.ts'
import { toSku } from '../domain/products/sku.ts'
import type { ExportOptions } from './export-products.server.ts'
import { stores } from '../domain/stores/stores.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { testActor } from '../test/test-actor.ts'

const shop = useImportShop()

/** Pages and their prices are in server/public-feeds.db.test.ts. */
const publicFeed = {
  format: 'merchant',
  store: 'sv',
  productLink: link,
  pictureLink: (source: string) => source,
  offers: () => new Map<never, never>(),
} as const

const amount = z.string().regex(/^\d+\.\d\d (?:SEK|NOK|DKK|EUR)$/)
const moment = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d:\d\d`
const text = (most: number) => z.string().max(most)

/**
 * An item as Meta's template and reference (developers.facebook.com/docs/marketing-api/catalog/reference) describe it; a value that is not needed may be empty. */
const metaItem = z
  .strictObject({
    id: text(100).min(1),
    title: text(200).min(1),
    description: text(9999)
      .min(1)
      .regex(/^[^<>\n]*$/),
    availability: z.enum(['in stock', 'available for order', 'preorder', 'out of stock', 'discontinued']),
    condition: z.enum(['new', 'refurbished', 'used']),
    price: amount,
    link: z.url(),
    image_link: z.url(),
    brand: text(100),
    additional_image_link: text(2000),
    sale_price: amount.or(z.literal('')),
    sale_price_effective_date: z
      .string()
      .regex(new RegExp(`^${moment}/${moment}$`))
      .or(z.literal('')),
    item_group_id: text(100),
    size: text(200),
    color: text(200),
    material: text(200),
    pattern: text(100),
    gtin: z.string().regex(/^(?:\d{8}|\d{12,14})?$/),
    mpn: text(100),
    product_type: text(750),
    quantity_to_sell_on_facebook: z.string().regex(/^\d*$/),
  })
  .refine(({ brand, gtin, mpn }) => brand || gtin || mpn, 'one of brand, gtin and mpn is needed')

describe('exporting', () => {
  it('writes a feed that recreates the catalogue, and is identical the second time', async () => {
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    const before = await shop.contents()
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first, 'sv')).toMatchObject({ created: 5, refused: 0 })
    expect(await shop.contents()).toEqual(before)
    expect(await shop.exported({ format: 'tsv', store: 'sv', productLink: link })).toBe(first)
  })

  it('writes no formula for spreadsheets, and reads what it wrote unharmed; the public feed keeps the names', async () => {
    const rows = [
      rowOf({ id: 'F-1', title: '=HYPERLINK("x")', description: '- lätt' }),
      rowOf({ id: 'F-2', title: "'=lätt" }),
    ]
    await shop.importBytes(tsv(rows), 'sv')
    const { db } = shop.test
    await sql`update store_product set name = '=1+1' where name like '=HYPER%'`.execute(db)
    const before = await shop.contents()
    const feed = await shop.exported({ format: 'tsv', store: 'sv', productLink: link })
    expect(feed).toContain("\t'=1+1\t'- lätt\t")
    expect(await shop.importBytes(feed, 'sv')).toMatchObject({ created: 0, changed: 0, refused: 0 })
    expect(await shop.contents()).toEqual(before)
    expect(await shop.exported(publicFeed)).toContain('\t=1+1\t- lätt\t')
  })

  it('says in the public feed what can be bought: sets by their parts, and nothing that the store withholds', async () => {
    const cells = rowOf({ id: 'CELLS', quantity: '5' })
    await shop.importBytes(tsv([cells, rowOf({ id: 'SET-2' }), rowOf({ id: 'SET-9' })]), 'sv')
    const { db } = shop.test
    await sql`insert into set_part (set_id, product_id, quantity) select s.id, c.id, right(s.sku, 1)::integer
      from product s, product c where s.sku like 'SET-%' and c.sku = 'CELLS'`.execute(db)
    const said = async (options: ExportOptions = { format: 'tsv', store: 'sv', productLink: link }) => {
      const feed = await shop.exported(options)
      const [header, ...rows] = feed
        .trimEnd()
        .split('\n')
        .map((row) => row.split('\t'))
      const at = (name: string) => header!.indexOf(name)
      return rows.map((row) => [row[at('id')], row[at('availability')], row[at('quantity')]])
    }
    const stored = await said()
    expect(stored.map(([, availability]) => availability)).toEqual(['in_stock', 'in_stock', 'in_stock'])
    expect(await said(publicFeed)).toEqual([
      ['CELLS', 'in_stock', '5'],
      ['SET-2', 'in_stock', '2'],
      ['SET-9', 'out_of_stock', '0'],
    ])
    // None of them names its manufacturer.
    await sql`insert into store_setting (store, section, value, version, changed_at)
      values ('sv', 'products', '{"requiresStatutoryData": true}', 1, now())`.execute(db)
    expect((await said(publicFeed)).map(([, availability]) => availability)).toEqual([
      'out_of_stock',
      'out_of_stock',
      'out_of_stock',
    ])
    expect(await said()).toEqual(stored)
  })

  it("has the shop's own fields in the public feed, as far as they are in feeds", async () => {
    await shop.importBytes(tsv([rowOf({ id: 'F-1' }), rowOf({ id: 'F-2' })]), 'sv')
    const { db } = shop.test
    const open = publicFeed
    const before = await shop.exported(open)
    const { id } = await db
      .selectFrom('product')
      .select('id')
      .where('sku', '=', toSku('F-1'))
      .executeTakeFirstOrThrow()
    const field = (key: string, more: Partial<FieldDefinition>) =>
      addField(db, testActor, {
        object: 'product',
        key,
        kind: 'text',
        scope: 'shared',
        unit: null,
        refersTo: null,
        names: { sv: key },
        options: [],
        isShown: false,
        isFacet: false,
        isInFeed: true,
        isRequired: false,
        position: 0,
        ...more,
      })
    await field('care', { isInFeed: false })
    expect(await shop.exported(open)).toBe(before)
    await field('length', { kind: 'number', unit: 'mm', names: { sv: 'Längd' } })
    await field('note', { scope: 'store', position: 1 })
    await field('story', { kind: 'rich_text', position: 2 })
    await field('goes_with', { kind: 'reference', refersTo: 'product', position: 3 })
    const story = { '': '<p>Bra <b>och</b> billig</p><script>x</script>' }
    const values = {
      story,
      goes_with: { '': 'F-1' },
      care: { '': 'x' },
      length: { '': 12.5 },
      note: { sv: 'A: b, c', de: 'nein' },
    }
    const owner = { object: 'product', id, name: 'F-1', store: null } as const
    await setFieldValues(db, testActor, { owner, values, now: new Date() })
    const [header, first, second] = (await shop.exported(open))
      .split('\n')
      .map((row) => row.split('\t').at(-1))
    expect(header).toBe('product_detail(section_name:attribute_name:attribute_value)')
    expect(first).toBe(
      `:Längd:12.5 mm,:note:A b; c,:story:Bra och billig,:goes_with:${first?.split(':').at(-1)}`,
    )
    expect(first).toMatch(/:goes_with:.+$/)
    expect(second).toBe('')
    expect(await shop.exported({ format: 'tsv', store: 'sv', productLink: link })).not.toContain(
      'product_detail',
    )
  })

  it('writes a catalogue of Meta whose items are as its reference and template describe them', async () => {
    const pictured = (id: string, more: Record<string, string> = {}) =>
      rowOf({ id, image_link: `https://pictures.example/${id}.jpg`, ...more })
    await shop.importBytes(
      tsv([
        pictured('M-1', { title: 'Kabel, "lång"', description: 'En\u2029två', sale_price: '9.00 SEK' }),
        pictured('M-2', { availability: 'backorder', quantity: '', brand: '', gtin: '', mpn: '' }),
        pictured('M-S', { item_group_id: 'M', size: 'S' }),
        pictured('M-L', { item_group_id: 'M', size: 'L' }),
        rowOf({ id: 'M-9' }),
      ]),
      'sv',
    )
    const { db } = shop.test
    await sql`update price_tier set starts_at = '2026-11-20T10:00Z', ends_at = '2026-11-27T23:00Z'
      where kind = 'campaign'`.execute(db)
    const text = await shop.exported({ ...publicFeed, format: 'meta' })
    const offers = z.array(metaItem).parse(parse(text, { columns: true }))
    expect(offers.map(({ id }) => id)).toEqual(['M-1', 'M-2', 'M-S', 'M-L'])
    expect(offers[0]).toMatchObject({
      title: 'Kabel, "lång"',
      description: 'En två',
      availability: 'in stock',
      sale_price: '9.00 SEK',
      sale_price_effective_date: '2026-11-20T10:00+00:00/2026-11-27T23:00+00:00',
    })
    expect(offers[1]).toMatchObject({ availability: 'available for order', brand: stores.sv.brand })
    expect(offers.slice(2).map(({ item_group_id: group, size }) => [group, size])).toEqual([
      ['M', 'S'],
      ['M', 'L'],
    ])
  })

  it('writes NDJSON of everything in all stores', async () => {
    await loadDemoCatalogue(shop.test.db, testActor, new Date('2026-11-20T10:00:00Z'))
    await shop.importBytes(tsv(mixed), 'sv')
    const first = await shop.exported({ format: 'ndjson' })
    for (const store of ['sv', 'no', 'de', 'da'] as const) {
      const feed = await shop.exported({ format: 'tsv', store, productLink: link })
      expect(await shop.importBytes(feed, store), store).toMatchObject({ created: 0, changed: 0, refused: 0 })
    }
    await shop.moveToEmptyShop()
    expect(await shop.importBytes(first)).toMatchObject({ refused: 0, repaired: 0, changed: 0 })
    expect(await shop.exported({ format: 'ndjson' })).toBe(first)
  }, 120_000)
})
