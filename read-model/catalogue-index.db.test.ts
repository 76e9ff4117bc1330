import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { smallCatalogue, type SmallCatalogue } from '../test/small-catalogue.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from './catalogue-index.server.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { toSku } from '../domain/products/sku.ts'

const log = { info: () => {}, warn: () => {} }
const whole = { facets: {}, page: 1, sort: 'relevance' } as const

const sharedData = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data')
const naughtyFile = join(sharedData, 'naughty-strings.json')

let test: TestDatabase
let ids: SmallCatalogue
let dataDir: string
let index: CatalogueIndex

beforeAll(async () => {
  test = await testDatabase()
  ids = await smallCatalogue(test.db)
  // A feed relates a cell of another size, and rates two variants.
  await sql`update product set attributes = attributes || '{"voltage_v": 1.5}'
    where sku in ('NC-AA4', 'NC-AA10', 'NC-2032')`.execute(test.db)
  await sql`insert into product_relation (product_id, kind, related_id, position)
    select ${ids['NC-AA4']}, 'related', id, id from product where sku in ('NC-AA10', 'NC-2032')`.execute(
    test.db,
  )
  await sql`update product set fits = '{Volvo XC90 key,IKEA Parasoll}' where sku = 'KV-CABLE-1'`.execute(
    test.db,
  )
  await sql`update product set score_hundredths = 400, score_count = 3 where sku = 'KV-CABLE-1'`.execute(
    test.db,
  )
  await sql`update product set score_hundredths = 500, score_count = 1 where sku = 'KV-CABLE-2'`.execute(
    test.db,
  )
  dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
  index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log })
  await index.ready
})

afterAll(async () => {
  await index?.close()
  await test?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const skus = (products: readonly { sku: string }[]) => products.map((product) => product.sku)

describe('products', () => {
  it('[ENTITY-11][ENTITY-13][ENTITY-15] a product page answers with card, details and family', () => {
    const answer = index.catalogue.product('sv', 'nc-aa4')
    if (!answer || !('product' in answer)) throw new Error('no product')
    const { product } = answer
    expect(product).toMatchObject({
      id: ids['NC-AA4'],
      sku: 'NC-AA4',
      name: 'Ängsbatteri AA 4-pack',
      brand: { name: 'Nordcell', slug: 'nordcell' },
      vat: 25,
      prices: { n: [{ p: 49, q: 1, o: null, d: 0 }], c: [] },
      stock_status: 'in_stock',
      orderable: true,
      has_upselling: true,
      gtin: '7310000000017',
      description: 'Om Ängsbatteri AA 4-pack',
      manufacturer: { email: 'hej@nordcell.example' },
      tags: [{ name: 'Nyheter', slug: 'ny' }],
      slugs: { sv: 'nc-aa4', de: 'nc-aa4' },
    })
    expect(product.thumb).toMatchObject({ width: 320, alt: 'Bild' })
    expect(index.catalogue.pictureSource(product.thumb!.key)).toBe('drawing:cell?sku=NC-AA4')
    expect(skus(product.accessories)).toEqual(['KV-CABLE'])
    expect(product.facts.map((fact) => fact.value)).toEqual(['AA', '2500\u00A0mAh', 'Ja'])
    expect(product.metadata.facts).toEqual(['AA', '2500\u00A0mAh'])
  })

  it('says on the page of a product itself what it fits, and names the key of a car in the language of the store', () => {
    const answer = index.catalogue.product('sv', 'kv-cable-1')
    if (!answer || !('product' in answer)) throw new Error('no product')
    expect(answer.product.fits).toEqual(['Volvo XC90, Bilnyckel', 'IKEA Parasoll'])
    expect(answer.product.metadata.facts.join()).not.toContain('Passar')
    const [card] = index.catalogue.productsBySku('sv', [toSku('KV-CABLE-1')])
    expect(card!.metadata.facts).toContain('Passar Volvo XC90 key (+1)')
  })

  it('a former address returns the current one, an unknown one returns null', () => {
    expect(index.catalogue.product('sv', 'gamla-aa4')).toEqual({ moved: 'nc-aa4' })
    expect(index.catalogue.product('no', 'gamla-aa4')).toBeNull()
    expect(index.catalogue.product('sv', 'finns-inte')).toBeNull()
  })

  it('[ENTITY-15] a parent shows the price of its cheapest variant and offers all of them', () => {
    const answer = index.catalogue.product('sv', 'kv-cable-2')
    if (!answer || !('product' in answer)) throw new Error('no product')
    expect(answer.product.parent).toMatchObject({ sku: 'KV-CABLE' })
    expect(answer.product.choices.map((choice) => [choice.sku, choice.choice])).toEqual([
      ['KV-CABLE-1', { capacity_mah: '1000\u00A0mAh' }],
      ['KV-CABLE-2', { capacity_mah: '2000\u00A0mAh' }],
    ])
    expect(answer.product.unit_price).toEqual({ amount: 51.6, unit: 'm' })
    const [parent] = index.catalogue.productsBySku('sv', [toSku('KV-CABLE')])
    expect(parent).toMatchObject({ prices: { n: [{ p: 129 }] }, orderable: true, stock_status: 'in_stock' })
    expect(parent!.variations).toEqual([ids['KV-CABLE-1'], ids['KV-CABLE-2']])
  })

  it('lists beside a product only what fits, and other products of its kind when it is out of stock', () => {
    const related = (slug: string) => {
      const answer = index.catalogue.product('sv', slug)
      return answer && 'product' in answer ? skus(answer.product.related) : null
    }
    expect(related('nc-aa4')).toEqual(['NC-AA10'])
    expect(related('nc-out')).toEqual(['NC-2032'])
  })

  it('a parent and its variants show the rating of the family', () => {
    const family = ['KV-CABLE', 'KV-CABLE-1', 'KV-CABLE-2'].map(toSku)
    const rated = index.catalogue.productsBySku('sv', family)
    expect(rated.map(({ score, score_count: count }) => [score, count])).toEqual(family.map(() => [4.3, 4]))
  })

  it('products by id and by sku are returned in the requested order, in one query', () => {
    const before = index.executions()
    expect(
      skus(index.catalogue.productsBySku('sv', [toSku('NC-2032'), toSku('x'), toSku('NC-AA4')])),
    ).toEqual(['NC-2032', 'NC-AA4'])
    expect(index.executions() - before).toBe(1)
    expect(
      skus(
        index.catalogue.productsById('de', [
          toProductId(ids['NC-AA10']!),
          toProductId(-1),
          toProductId(ids['NC-AA4']!),
        ]),
      ),
    ).toEqual(['NC-AA10', 'NC-AA4'])
    expect(index.executions() - before).toBe(2)
  })
})

describe('categories', () => {
  it('[ENTITY-22][API-23] the tree counts each branch and the main menu leaves out what is not shown there', () => {
    const tree = index.catalogue.categoryTree('sv', { mainMenu: false })
    expect(tree.map((node) => [node.path, node.count, node.has_children])).toEqual([
      ['batterier', 4, true],
      ['kablar', 1, false],
    ])
    expect(tree[0]!.children[0]).toMatchObject({ path: 'batterier/knappceller', count: 2 })
    expect(index.catalogue.categoryTree('sv', { mainMenu: true }).map((node) => node.slug)).toEqual([
      'batterier',
    ])
  })

  it('[ENTITY-21] a category has its path from the root, its children and its other stores', () => {
    expect(index.catalogue.category('de', 'batterien/knopfzellen')).toMatchObject({
      name: 'Knopfzellen',
      hierarchy: [{ name: 'Batterien' }, { name: 'Knopfzellen' }],
      paths: { sv: 'batterier/knappceller', da: 'batterier/knapceller' },
      count: 2,
    })
    expect(index.catalogue.category('sv', 'batterier')!.children[0]!.thumb).not.toBeNull()
    expect(index.catalogue.category('sv', 'knappceller')).toBeNull()
  })

  it('[API-21] category children report which products are in a branch', () => {
    const tree = index.catalogue.categoryTree('sv', { mainMenu: false })
    const answer = index.catalogue.categoryChildren(
      'sv',
      [toProductId(ids['NC-2032']!), toProductId(ids['KV-CABLE']!)],
      [tree[0]!.id, tree[1]!.id],
    )
    expect(answer).toEqual({ batterier: [ids['NC-2032']], kablar: [ids['KV-CABLE']] })
  })
})

describe('listings', () => {
  const listing = (
    sort: 'relevance' | 'price_asc' | 'price_desc' | 'name',
    facets: Record<string, string[]> = {},
  ) =>
    index.catalogue.listing('sv', { scope: { kind: 'category', path: 'batterier' }, sort, page: 1, facets })!

  it('[PAGE-03][PAGE-04] a branch lists its products by relevance, price and name', () => {
    expect(skus(listing('relevance').products)).toEqual(['NC-AA4', 'NC-2032', 'NC-AA10', 'NC-OUT'])
    expect(skus(listing('price_asc').products)).toEqual(['NC-2032', 'NC-OUT', 'NC-AA4', 'NC-AA10'])
    expect(skus(listing('price_desc').products)).toEqual(['NC-AA10', 'NC-AA4', 'NC-OUT', 'NC-2032'])
    expect(skus(listing('name').products)).toEqual(['NC-2032', 'NC-AA10', 'NC-AA4', 'NC-OUT'])
  })

  it('German names sort umlauts with their vowel', () => {
    const answer = index.catalogue.listing('de', {
      scope: { kind: 'category', path: 'batterien' },
      sort: 'name',
      page: 1,
      facets: {},
    })!
    expect(skus(answer.products)).toEqual(['NC-AA4', 'NC-2032', 'NC-OUT', 'NC-AA10'])
  })

  it('[PAGE-05] brands and tags list their products; an unknown one is null', () => {
    const of = (scope: { kind: 'brand' | 'tag'; slug: string }) =>
      index.catalogue.listing('sv', { ...whole, scope })
    expect(skus(of({ kind: 'brand', slug: 'kabelverk' })!.products)).toEqual(['KV-CABLE'])
    expect(skus(of({ kind: 'tag', slug: 'ny' })!.products)).toEqual(['NC-AA4'])
    expect(of({ kind: 'brand', slug: 'x' })).toBeNull()
    expect(index.catalogue.brand('sv', 'nordcell')).toMatchObject({ name: 'Nordcell', count: 4 })
    expect(index.catalogue.tag('sv', 'ny')).toMatchObject({ name: 'Nyheter', count: 1, slugs: { da: 'ny' } })
  })

  it('facets count the values of a branch and narrow it', () => {
    const sizes = listing('relevance').facets.find((facet) => facet.code === 'battery_size')
    expect(sizes).toMatchObject({
      name: 'Storlek',
      values: [
        { code: 'aa', name: 'AA', count: 2 },
        { code: 'cr2032', count: 1 },
      ],
    })
    const narrowed = listing('price_asc', { battery_size: ['aa'], stock: ['in_stock'] })
    expect(skus(narrowed.products)).toEqual(['NC-AA4', 'NC-AA10'])
    expect(narrowed.total).toBe(2)
    expect(narrowed.facets.find((facet) => facet.code === 'battery_size')!.values).toMatchObject([
      { code: 'aa', count: 2, chosen: true },
      { code: 'cr2032', count: 1, chosen: false },
    ])
    expect(skus(listing('relevance', { price: ['20-60'] }).products)).toEqual(['NC-AA4', 'NC-OUT'])
    expect(skus(listing('relevance', { price: ['50-100'] }).products)).toEqual(['NC-AA10'])
    expect(listing('relevance', { battery_size: ["'; drop table card"] }).total).toBe(0)
    expect(listing('relevance', { unknown: ['x'] }).total).toBe(4)
  })
})

describe('search', () => {
  const search = (query: string) => index.catalogue.search('sv', { ...whole, query })

  it('[SEARCH-05][ENTITY-18] finds words, beginnings and folded letters', async () => {
    expect(skus((await search('ängsbatteri')).products)).toEqual(['NC-AA4'])
    expect(skus((await search('angsbat')).products)).toEqual(['NC-AA4'])
    expect(skus((await search('2500 mah')).products)).toEqual(['NC-AA4'])
    expect(skus((await search('2500mAh')).products)).toEqual(['NC-AA4'])
    expect(skus((await search('doro 1360')).products)).toEqual(['NC-AA4'])
    expect((await search('kabel')).products[0]!.sku).toBe('KV-CABLE')
  })

  it('puts an exact article number first, however it is spaced', async () => {
    expect((await search('nc aa10')).products[0]!.sku).toBe('NC-AA10')
    expect((await search('731 0000 000017')).products[0]!.sku).toBe('NC-AA4')
    expect((await search('KV-CABLE-2')).products[0]!.sku).toBe('KV-CABLE')
  })

  it('sold-out products come last among equally relevant ones', async () => {
    expect(skus((await search('batterier')).products).at(-1)).toBe('NC-OUT')
  })

  it('falls back to matching any of the words', async () => {
    expect(skus((await search('zinkbatteri ingenting')).products)).toEqual(['NC-AA10'])
    expect((await search('qqqq')).total).toBe(0)
  })

  it('[ENTITY-19] names matching categories with their address', async () => {
    expect((await search('knappc')).categories).toEqual([
      {
        slug: 'knappceller',
        uri: '/sv/artiklar/batterier/knappceller/index.html',
        hierarchy: ['Batterier', 'Knappceller'],
      },
    ])
  })

  it('any input is safe', async () => {
    for (const query of [
      '"',
      "'",
      'AND OR NOT',
      'a"b*',
      'name:x',
      '(',
      '\0',
      '🔋',
      'NEAR(a b)',
      '-',
      '^a',
      '*',
      '\ud800',
      'x'.repeat(10_000),
    ]) {
      await expect(search(query), query.slice(0, 20)).resolves.toBeDefined()
    }
  })
})

describe.skipIf(!existsSync(naughtyFile))('search with the naughty strings of SHARED_DATA', () => {
  it('never fails and never returns every product', { timeout: 300_000 }, async () => {
    const lists = Object.values(JSON.parse(readFileSync(naughtyFile, 'utf8')) as Record<string, string[]>)
    for (const query of lists.flat()) {
      const answer = await index.catalogue.search('sv', { ...whole, query })
      expect(answer.products.length, query).toBe(Math.min(24, answer.total))
      index.catalogue.product('sv', query)
      index.catalogue.listing('sv', {
        ...whole,
        scope: { kind: 'category', path: query },
        facets: { [query]: [query] },
      })
    }
    const facets = Object.fromEntries(
      ['battery_size', 'price', 'brand'].map((code) => [code, lists.flat().slice(0, 500)]),
    )
    expect(
      index.catalogue.listing('sv', { ...whole, facets, scope: { kind: 'category', path: 'batterier' } })!
        .total,
    ).toBe(0)
  })
})

it('the number of queries does not grow with the list', () => {
  const count = (work: () => unknown) => {
    const before = index.executions()
    work()
    return index.executions() - before
  }
  const listing = (path: string) => () =>
    index.catalogue.listing('sv', { ...whole, scope: { kind: 'category', path } })
  listing('batterier')()
  listing('kablar')()
  expect(count(listing('batterier'))).toBe(count(listing('kablar')))
  const page = (slug: string) => () => index.catalogue.product('sv', slug)
  // The product, its family, their facts and cards; where nothing is related, candidates, their facts and cards.
  expect(count(page('kv-cable'))).toBeLessThanOrEqual(6)
  expect(count(page('nc-aa4'))).toBeLessThanOrEqual(4)
})

it('every store reports its size', () => {
  expect(index.catalogue.size()).toEqual({ sv: 5, no: 5, de: 5, da: 5 })
})
