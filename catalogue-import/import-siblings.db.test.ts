import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { rowOf, shortTsv, tsv, useImportShop, xml } from './import-fixture.test-support.ts'

const shop = useImportShop()

const glove = (id: string, size: string, color: string, changes = {}) =>
  rowOf({
    id,
    item_group_id: 'glove',
    title: 'Värmehandskar',
    description: '<p>Varma <b>handskar</b>&nbsp;med batteri</p>',
    price: '499.00 SEK',
    image_link: `https://example.com/i/${id}.jpg`,
    product_type: 'Handskar',
    size,
    color,
    ...changes,
  })

/** The last two differ in nothing. */
const gloves = [
  glove('v-0', 'S', 'Svart'),
  glove('v-1', 'M', 'Svart'),
  glove('v-2', 'L', 'Svart', { price: '549.00 SEK', availability: 'out_of_stock', quantity: '' }),
  glove('v-3', 'M', 'Röd'),
  glove('v-4', 'M', 'Röd'),
]

const families = () =>
  shop.rowsOf(`select p.sku, p.type, parent.sku parent, p.variation_attributes "by", p.attributes
    from product p left join product parent on parent.id = p.variant_of order by p.sku`)

const parents = async () =>
  Object.fromEntries((await families()).map(({ sku, parent }) => [sku, parent])) as Record<string, unknown>

const changesLogged = () =>
  shop.rowsOf('select (select count(*) from change_log) l, (select count(*) from product) p')

describe('importing rows of an item group', () => {
  it('makes one product with choices, and names the row that no choice tells apart', async () => {
    const imported = await shop.importBytes(xml(gloves), 'sv')
    expect(imported).toMatchObject({ read: 5, created: 5, refused: 0, reasons: { same_choices: 1 } })
    expect(imported.reports.filter(({ code }) => code === 'same_choices')).toEqual([
      {
        outcome: 'repaired',
        row: 5,
        line: expect.any(Number) as number,
        id: 'v-4',
        title: 'Värmehandskar',
        code: 'same_choices',
        column: 'item_group_id',
        value: 'glove',
        detail: { code: 'text', values: { text: 'v-3' } },
      },
    ])
    expect(await families()).toEqual([
      { sku: 'glove', type: 2, parent: null, by: ['size', 'color'], attributes: {} },
      { sku: 'v-0', type: 2, parent: 'glove', by: [], attributes: { size: 's', color: 'svart' } },
      { sku: 'v-1', type: 2, parent: 'glove', by: [], attributes: { size: 'm', color: 'svart' } },
      { sku: 'v-2', type: 2, parent: 'glove', by: [], attributes: { size: 'l', color: 'svart' } },
      { sku: 'v-3', type: 2, parent: 'glove', by: [], attributes: { size: 'm', color: 'rod' } },
      { sku: 'v-4', type: 1, parent: null, by: [], attributes: { size: 'm', color: 'rod' } },
    ])
    expect(
      await shop.rowsOf(`select s.name, s.slug, s.description, b.name brand, i.source, c.code category
        from product p join store_product s on s.product_id = p.id join brand b on b.id = p.brand_id
        join product_image i on i.product_id = p.id join product_category pc on pc.product_id = p.id
        join category c on c.id = pc.category_id where p.sku = 'glove'`),
    ).toEqual([
      {
        name: 'Värmehandskar',
        slug: 'varmehandskar-glove',
        description: 'Varma handskar med batteri',
        brand: 'Voltara',
        source: 'https://example.com/i/v-0.jpg',
        category: 'handskar',
      },
    ])
    expect(await shop.rowsOf("select names ->> 'de' de, kind from attribute order by code")).toEqual([
      { de: 'Farbe', kind: 'choice' },
      { de: 'Größe', kind: 'choice' },
    ])
    expect(
      await shop.rowsOf(
        "select code, names ->> 'sv' sv from attribute_value where attribute_code = 'size' order by position",
      ),
    ).toEqual([
      { code: 's', sv: 'S' },
      { code: 'm', sv: 'M' },
      { code: 'l', sv: 'L' },
    ])
  })

  it('changes nothing when it is imported again', async () => {
    await shop.importBytes(tsv(gloves), 'sv')
    const before = await changesLogged()
    expect(await shop.importBytes(tsv(gloves), 'sv')).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
    expect(await changesLogged()).toEqual(before)
    // A feed without the columns says nothing about groups.
    const columns = ['id', 'title', 'price', 'availability'] as const
    expect(await shop.importBytes(shortTsv([...columns], gloves), 'sv')).toMatchObject({ unchanged: 5 })
    expect(await changesLogged()).toEqual(before)
  })

  it('plans the same in a dry run and writes nothing', async () => {
    const dry = await shop.importBytes(tsv(gloves), 'sv', { dryRun: true })
    expect(dry).toMatchObject({ created: 5, reasons: { same_choices: 1 } })
    expect(dry.reports.find(({ code }) => code === 'same_choices')).toMatchObject({
      id: 'v-4',
      detail: { values: { text: 'v-3' } },
    })
    expect(
      await shop.rowsOf('select (select count(*) from product) p, (select count(*) from attribute) a'),
    ).toEqual([{ p: 0, a: 0 }])
    const real = await shop.importBytes(tsv(gloves), 'sv')
    expect(real.reports).toEqual(dry.reports)
    await sql`update product set variant_of = null where sku = 'v-1'`.execute(shop.test.db)
    expect(await shop.importBytes(tsv(gloves), 'sv', { dryRun: true })).toMatchObject({
      changed: 1,
      unchanged: 4,
    })
    expect(await shop.importBytes(tsv(gloves), 'sv')).toMatchObject({ changed: 1, unchanged: 4 })
  })

  it('shows the choices on the product page in the order in which people read them', async () => {
    await shop.importBytes(tsv([glove('v-9', 'XL', 'Svart'), glove('v-8', '3XL', 'Svart'), ...gloves]), 'sv')
    const dataDir = await mkdtemp(join(tmpdir(), 'anode-siblings-'))
    const log = { info: () => {}, warn: () => {} }
    const index = openCatalogueIndex({ dataDir, databaseUrl: shop.test.url, log })
    try {
      await index.ready
      const answer = index.catalogue.product('sv', 'varmehandskar-glove')
      if (!answer || !('product' in answer)) throw new Error('no product')
      expect(answer.product.variation_attribute_names).toEqual({ size: 'Storlek', color: 'Färg' })
      expect(answer.product.choices.map(({ sku, choice }) => [sku, choice])).toEqual([
        ['v-0', { size: 'S', color: 'Svart' }],
        ['v-3', { size: 'M', color: 'Röd' }],
        ['v-1', { size: 'M', color: 'Svart' }],
        ['v-2', { size: 'L', color: 'Svart' }],
        ['v-9', { size: 'XL', color: 'Svart' }],
        ['v-8', { size: '3XL', color: 'Svart' }],
      ])
      const alone = index.catalogue.product('sv', 'varmehandskar-v-4')
      expect(alone).toMatchObject({ product: { parent: null, choices: [], orderable: true } })
    } finally {
      await index.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('leaves a single row as it is, and groups it when a later file brings a sibling', async () => {
    const [first, second] = gloves
    expect(await shop.importBytes(tsv([first!]), 'sv')).toMatchObject({ created: 1 })
    expect(await families()).toMatchObject([{ sku: 'v-0', type: 1, parent: null }])
    expect(await shop.importBytes(tsv([second!]), 'sv')).toMatchObject({ created: 1 })
    expect(await families()).toMatchObject([
      { sku: 'glove', by: ['size'], attributes: { color: 'svart' } },
      { sku: 'v-0', type: 2, parent: 'glove' },
      { sku: 'v-1', type: 2, parent: 'glove' },
    ])
    // Now they differ in colour, too.
    await shop.importBytes(tsv([gloves[3]!]), 'sv')
    expect(await families()).toMatchObject([
      { sku: 'glove', by: ['size', 'color'], attributes: {} },
      {},
      {},
      {},
    ])
  })

  it('finds the rows of a group anywhere in the file, and in every batch', async () => {
    const others = Array.from({ length: 7 }, (_, n) => rowOf({ id: `O-${n}` }))
    const rows = gloves.slice(0, 4).flatMap((row, n) => [row, ...others.slice(n * 2, n * 2 + 2)])
    await shop.importBytes(tsv(rows), 'sv', { batchSize: 2 })
    expect(await parents()).toMatchObject({ 'v-0': 'glove', 'v-1': 'glove', 'v-2': 'glove', 'v-3': 'glove' })
  })

  it('leaves a product alone that has the id of the group as its sku', async () => {
    await shop.importBytes(tsv([...gloves.slice(0, 2), rowOf({ id: 'glove', title: 'Handskar' })]), 'sv')
    expect(await parents()).toEqual({
      glove: null,
      'glove-group': null,
      'v-0': 'glove-group',
      'v-1': 'glove-group',
    })
    expect(await shop.importBytes(tsv(gloves.slice(0, 2)), 'sv')).toMatchObject({ unchanged: 2 })
  })

  it('adds the store to the product, in the language of the other feed', async () => {
    await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')
    const norwegian = gloves.slice(0, 4).map((row) => ({
      ...row,
      title: 'Varmehansker',
      price: '499.00 NOK',
      color: row.color === 'Röd' ? 'Rød' : row.color!,
      product_type: '',
    }))
    await shop.importBytes(tsv(norwegian), 'no')
    expect(
      await shop.rowsOf(
        "select store, name from store_product s join product p on p.id = s.product_id where sku = 'glove' order by 1",
      ),
    ).toEqual([
      { store: 'no', name: 'Varmehansker' },
      { store: 'sv', name: 'Värmehandskar' },
    ])
    expect(
      await shop.rowsOf("select names from attribute_value where attribute_code = 'color' and code = 'rod'"),
    ).toEqual([{ names: { sv: 'Röd', no: 'Rød' } }])
    expect(await parents()).toMatchObject({ 'v-0': 'glove', 'v-3': 'glove' })
  })

  it('moves a row to the group that the file names, and keeps variants that staff have made', async () => {
    await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')
    const moved = [
      glove('v-2', 'L', 'Svart', { item_group_id: 'liner' }),
      glove('v-3', 'M', 'Röd', { item_group_id: 'liner' }),
    ]
    await shop.importBytes(tsv(moved), 'sv')
    expect(await parents()).toMatchObject({ 'v-0': 'glove', 'v-1': 'glove', 'v-2': 'liner', 'v-3': 'liner' })
    // The columns are there, and say nothing.
    const silent = gloves.slice(0, 4).map((row) => ({ ...row, item_group_id: '', size: '', color: '' }))
    await shop.importBytes(tsv(silent), 'sv')
    expect(await parents()).toMatchObject({ 'v-0': 'glove', 'v-1': 'glove', 'v-2': 'liner', 'v-3': 'liner' })
  })

  it('uses the product of staff that groups the rows already, and keeps its texts', async () => {
    const record = (sku: string, changes: object) =>
      JSON.stringify({
        record: 'product',
        type: 'variant',
        sku,
        categories: [],
        stores: {
          sv: {
            name: sku,
            slug: sku,
            description: 'Egen.',
            vatPercent: 25,
            prices: [{ q: 1, p: 499 }],
            stock: { available: 1 },
          },
        },
        ...changes,
      })
    await shop.importBytes(
      [
        record('handske', { variationAttributes: ['fabric'] }),
        record('v-0', { variantOf: 'handske', attributes: { fabric: 'wool' } }),
        record('v-1', { variantOf: 'handske', attributes: { fabric: 'cotton' } }),
      ].join('\n'),
    )
    expect(await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')).toMatchObject({ changed: 2, created: 2 })
    expect(await parents()).toEqual({
      handske: null,
      'v-0': 'handske',
      'v-1': 'handske',
      'v-2': 'handske',
      'v-3': 'handske',
    })
    expect(
      await shop.rowsOf(`select s.name, s.slug, s.description, p.variation_attributes "by"
        from product p join store_product s on s.product_id = p.id where p.sku = 'handske'`),
    ).toEqual([{ name: 'handske', slug: 'handske', description: 'Egen.', by: ['fabric', 'size', 'color'] }])
    expect(await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')).toMatchObject({ unchanged: 4 })
  })

  it('uses the attributes and values of the shop, in the order that staff gave them', async () => {
    const attribute = (code: string, kind: string, name: string, names: readonly string[]) =>
      JSON.stringify({
        record: 'attribute',
        code,
        kind,
        facet: true,
        position: 3,
        names: { sv: name },
        ...(kind === 'choice' && {
          values: names.map((each, n) => ({ code: `c${n}`, names: { sv: each } })),
        }),
      })
    await shop.importBytes(
      [
        attribute('colour', 'choice', 'Färg', ['Vit', 'Röd', 'Blå']),
        attribute('size', 'number', 'Storlek (cm)', []),
      ].join('\n'),
    )
    await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')
    expect((await families()).slice(0, 2)).toMatchObject([
      { sku: 'glove', by: ['size_option', 'colour'] },
      { sku: 'v-0', attributes: { size_option: 's', colour: 'svart' } },
    ])
    expect(
      await shop.rowsOf("select code from attribute_value where attribute_code = 'colour' order by position"),
    ).toEqual([{ code: 'c0' }, { code: 'c1' }, { code: 'c2' }, { code: 'svart' }])
    expect(await shop.rowsOf("select attributes ->> 'colour' colour from product where sku = 'v-3'")).toEqual(
      [{ colour: 'c1' }],
    )
  })

  it('follows the file where an import has made the product', async () => {
    await shop.importBytes(tsv(gloves.slice(0, 4)), 'sv')
    const renamed = gloves.slice(0, 4).map((row) => ({
      ...row,
      title: 'Vinterhandskar',
      product_type: 'Vinter',
      color: 'Svart',
      size: `${row.size} ${row.color}`,
    }))
    await shop.importBytes(tsv(renamed), 'sv')
    expect(
      await shop.rowsOf(`select s.name, s.slug, c.code, p.variation_attributes "by", p.attributes
        from product p join store_product s on s.product_id = p.id join product_category pc on pc.product_id = p.id
        join category c on c.id = pc.category_id where p.sku = 'glove'`),
    ).toEqual([
      {
        name: 'Vinterhandskar',
        slug: 'vinterhandskar-glove',
        code: 'vinter',
        by: ['size'],
        attributes: { color: 'svart' },
      },
    ])
    expect(await shop.rowsOf('select slug from product_former_slug order by 1 limit 1')).toEqual([
      { slug: 'varmehandskar-glove' },
    ])
  })
})
