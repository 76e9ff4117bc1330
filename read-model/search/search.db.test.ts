import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, smallCatalogue, type SmallProduct } from '../../test/small-catalogue.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { addSynonym, listSynonyms, removeSynonyms } from '../../domain/search/synonym-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'

const log = { info: () => {}, warn: () => {} }
let test: TestDatabase
let dataDir: string
let index: CatalogueIndex

const products: SmallProduct[] = [
  {
    sku: 'CB-DL-WDX0R',
    name: 'Datorbatteri till Dell Inspiron 15 5570',
    category: 'batteries',
    gtin: '7310000000093',
    fits: ['Dell Inspiron 15 5570', 'Dell Vostro 5481'],
  },
  { sku: 'TF-1', name: 'Laddkabel USB-C 2 m 100 W', category: 'cables' },
  { sku: 'TF-5M', name: 'Kabel USB-C 5 m', category: 'cables' },
  { sku: 'TF-2', name: 'Akkuladegerät Duo', category: 'cables' },
  { sku: 'FL-IN', name: 'Ficklampa Stark', category: 'batteries', salesRank: 1 },
  { sku: 'FL-OUT', name: 'Ficklampa Svart', category: 'batteries', salesRank: 90, available: 0 },
  { sku: 'FL-BEST', name: 'Ficklampa Solid', category: 'batteries', salesRank: 50 },
  { sku: 'BV-1', name: 'Brandvarnare optisk', category: 'batteries', fits: ['Kidde 29HD'] },
  { sku: 'SLA-12-7', name: 'Blybatteri 12 V 7 Ah', category: 'batteries' },
  { sku: 'GA-GREEN', name: 'Grön hängmatta', category: 'cables' },
  { sku: 'GA-1', name: 'Trädgårdsgunga Ek', category: 'cables', priceMinor: 90_000 },
  { sku: 'GA-2', name: 'Trädgårdsgunga Bok', category: 'cables', priceMinor: 10_000 },
  { sku: 'GA-3', name: 'Grön trädgårdsgunga', category: 'cables', salesRank: 0, available: 0 },
  { sku: 'CO-1', name: 'Litiumcell CR2032', category: 'button', attributes: { battery_size: 'cr2032' } },
  { sku: 'SUN-1', name: 'Solpanel för energi', category: 'cables' },
]

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  for (const product of products) await addProduct(test.db, product)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-search-'))
  index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log })
  await index.ready
})

afterAll(async () => {
  await index?.close()
  await test?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const search = (query: string, store: StoreCode = 'sv') =>
  index.catalogue.search(store, { query, sort: 'relevance', page: 1, facets: {} })
const found = async (query: string, store: StoreCode = 'sv') =>
  (await search(query, store)).products.map(({ sku }) => sku)

describe('search', () => {
  it('[API-06] few hits are followed by others of their kind, all of them counted; a designation is never left out', async () => {
    const cables = await search('usb-c kabel 2 m')
    const skus = cables.products.map(({ sku }) => sku)
    expect(skus[0]).toBe('TF-1')
    expect(skus).toContain('TF-5M')
    expect(skus).not.toContain('FL-BEST')
    expect(cables.total).toBe(skus.length)
    expect(await found('nordcell kabel tf-1')).not.toContain('TF-5M')
  })

  it('[API-06] an article number, GTIN or part of one ranks first, however it is spaced', async () => {
    for (const query of [
      'CB-DL-WDX0R',
      'cb dl wdx0r',
      'cbdlwdx0r',
      'CBDLWDX',
      '7310000000093',
      '731 0000 00009',
    ]) {
      expect((await found(query))[0], query).toBe('CB-DL-WDX0R')
    }
  })

  it('a number with one typing error finds its product and returns the corrected number', async () => {
    const answer = await search('CB-DL-WDX0T')
    expect(answer.products[0]!.sku).toBe('CB-DL-WDX0R')
    expect(answer.suggestions).toMatchObject({ shownFor: 'CBDLWDX0R' })
  })

  it('a device leads to its battery', async () => {
    expect(await found('dell vostro 5481')).toEqual(['CB-DL-WDX0R'])
    expect(await found('kidde 29hd')).toEqual(['BV-1'])
  })

  it('compounds are found split, joined and in reverse order', async () => {
    // A charger among the cables is the next best.
    expect(await found('ladd kabel')).toEqual(['TF-1', 'TF-2'])
    expect(await found('laddkablar')).toEqual(['TF-1'])
    expect(await found('Ladegerät Akku', 'de')).toEqual(['TF-2'])
    expect(await found('ladegerät', 'de')).toEqual(['TF-2'])
  })

  it('measures are found however they are written', async () => {
    expect((await found('kabel 2m 100w'))[0]).toBe('TF-1')
    expect((await found('usb-c 200 cm'))[0]).toBe('TF-1')
    expect(await found('12v 7ah')).toEqual(['SLA-12-7'])
  })

  it('equally relevant products are sorted by stock, then by sales', async () => {
    expect(await found('ficklampa')).toEqual(['FL-BEST', 'FL-IN', 'FL-OUT'])
    expect(await found('ficklampor')).toEqual(['FL-BEST', 'FL-IN', 'FL-OUT'])
  })

  it('a better rating decides between products that sell alike', async () => {
    await addProduct(test.db, { sku: 'LY-1', name: 'Lykta Ett', category: 'batteries' })
    await addProduct(test.db, { sku: 'LY-2', name: 'Lykta Två', category: 'batteries' })
    await sql`update product set score_hundredths = 480, score_count = 40 where sku = 'LY-2'`.execute(test.db)
    await index.refresh()
    expect(await found('lykta')).toEqual(['LY-2', 'LY-1'])
  })

  it('[API-06] few hits continue with the kind of product and the rarest word, full matches first, in one list', async () => {
    const first = await search('grön trädgårdsgunga')
    const skus = first.products.map(({ sku }) => sku)
    // The full match ranks first although it is sold out.
    expect(skus[0]).toBe('GA-3')
    expect(skus.toSorted()).toEqual(['GA-1', 'GA-2', 'GA-3', 'GA-GREEN'])
    expect(first.total).toBe(4)
    const query = { query: 'grön trädgårdsgunga', page: 1, facets: {} } as const
    const cheapest = await index.catalogue.search('sv', { ...query, sort: 'price_asc' })
    expect(cheapest.total).toBe(4)
    expect(cheapest.products).toHaveLength(4)
    const inStock = first.facets.find(({ code }) => code === 'stock')?.values ?? []
    for (const { code, count } of inStock) {
      const chosen = await index.catalogue.search('sv', {
        ...query,
        sort: 'relevance',
        facets: { stock: [code] },
      })
      expect(chosen.total, code).toBe(count)
    }
    expect((await index.catalogue.search('sv', { ...query, sort: 'relevance', page: 2 })).products).toEqual(
      [],
    )
  })

  it('a brand that is not sold leads to alternatives, and the response says so', async () => {
    const cells = await search('Duracell cr2032')
    expect(cells.products.map(({ sku }) => sku).toSorted()).toEqual(['CO-1', 'NC-2032'])
    expect(cells.suggestions).toMatchObject({ insteadOf: 'Duracell', shownFor: 'cr2032' })
    const energizer = await search('energizer')
    expect(energizer.suggestions).toMatchObject({ insteadOf: 'Energizer', shownFor: 'batterier' })
    expect(energizer.products.map(({ sku }) => sku)).not.toContain('SUN-1')
    expect((await search('energizer', 'de')).suggestions).toMatchObject({ shownFor: 'Batterien' })
    expect((await search('nordcell cr2032')).suggestions.insteadOf).toBeNull()
    expect((await search('duracell hängmatta zzzz')).suggestions.insteadOf).toBeNull()
  })

  it('errors in words of six letters, of sound and of look are corrected', async () => {
    const read = async (query: string) => (await search(query)).suggestions.shownFor
    expect(await read('baterri')).toBe('batterier')
    expect(await read('knapcel')).toBe('knappcell')
    expect((await found('cr2o32')).toSorted()).toEqual(['CO-1', 'NC-2032'])
    expect(await read('cr2o32')).toBe('cr2032')
    expect(await found('CB-DL-WDXOR')).toEqual(['CB-DL-WDX0R'])
    expect((await found('inspirom 15 557O'))[0]).toBe('CB-DL-WDX0R')
  })

  it('the pages of a broad search hold every hit once, things themselves first, and each filter as many as it says', async () => {
    await sql`insert into brand (slug, name) values ('myr', 'Myr')`.execute(test.db)
    await addProduct(test.db, {
      sku: 'MY-LID',
      name: 'Lock till myrstack',
      category: 'cables',
      salesRank: 99,
    })
    for (let n = 0; n < 450; n++) {
      const brand = n % 3 === 0 ? 'myr' : 'nordcell'
      await addProduct(test.db, { sku: `MY-${n}`, name: `Myrstack ${n}`, category: 'batteries', brand })
    }
    await index.refresh()
    const all = await search('myrstack')
    const brands = all.facets.find(({ code }) => code === 'brand')!.values
    expect(brands.map(({ code, count }) => [code, count])).toEqual([
      ['myr', 150],
      ['nordcell', 301],
    ])
    for (const { code, count } of brands) {
      const facets = { brand: [code] }
      const chosen = await index.catalogue.search('sv', {
        query: 'myrstack',
        sort: 'relevance',
        page: 1,
        facets,
      })
      expect(chosen.total, code).toBe(count)
    }
    const seen: string[] = []
    for (let page = 1; page <= 19; page++) {
      const query = { query: 'myrstack', sort: 'relevance', page, facets: {} } as const
      seen.push(...(await index.catalogue.search('sv', query)).products.map(({ sku }) => sku))
    }
    expect(new Set(seen).size).toBe(451)
    expect(seen).toHaveLength(451)
    expect(seen.at(-1)).toBe('MY-LID')
  })

  it('typing errors are corrected and reported, exact words never replaced', async () => {
    expect(await found('fiklampa')).toEqual(['FL-BEST', 'FL-IN', 'FL-OUT'])
    expect((await search('fiklampa')).suggestions).toMatchObject({
      shownFor: 'ficklampa',
      queries: ['ficklampa'],
    })
    expect((await search('ficklampa')).suggestions).toEqual({
      shownFor: null,
      isFull: true,
      insteadOf: null,
      queries: [],
      categories: [],
    })
  })

  it('[SEARCH-07] the count is the true number of hits', async () => {
    expect((await search('ficklampa')).total).toBe(3)
    expect((await search('FL-BEST')).total).toBe(1)
  })

  it('[SEARCH-08] a search that finds nothing offers suggestions', async () => {
    const answer = await search('qqqqzzzz')
    expect(answer.total).toBe(0)
    expect(answer.suggestions.categories.map((hit) => hit.slug)).toEqual(['batterier', 'kablar'])
  })

  it('[ENTITY-19] a category is found by any form of its name', async () => {
    expect((await search('knappcell')).categories[0]).toEqual({
      slug: 'knappceller',
      uri: '/sv/artiklar/batterier/knappceller/index.html',
      hierarchy: ['Batterier', 'Knappceller'],
    })
  })

  it("a store's synonym is found as soon as it is added, and gone when it is removed", async () => {
    expect(await found('rökdetektor')).toEqual([])
    const synonym = { store: 'sv', term: 'Rökdetektor', means: 'brandvarnare', bothWays: true } as const
    expect(await addSynonym(test.db, testActor, synonym)).toEqual({ ok: true, isNew: true })
    expect(await addSynonym(test.db, testActor, { ...synonym, term: '!!' })).toEqual({
      ok: false,
      code: 'no_words',
    })
    await index.refresh()
    expect(await found('rökdetektor')).toEqual(['BV-1'])
    expect(await found('rökdetektor', 'no')).toEqual([])
    expect(await listSynonyms(test.db, 'sv')).toEqual([synonym])
    expect(await removeSynonyms(test.db, testActor, 'sv', 'Rökdetektor', null)).toBe(1)
    await index.refresh()
    expect(await found('rökdetektor')).toEqual([])
  })

  it('new words are known without a rebuild', async () => {
    await addProduct(test.db, { sku: 'NY-1', name: 'Vinterlykta Norrsken', category: 'batteries' })
    await index.refresh()
    expect(await found('vinterlykta')).toEqual(['NY-1'])
    expect(await found('norsken')).toEqual(['NY-1'])
  })

  it('whatever is typed is answered', async () => {
    const typed = [
      'AND',
      'OR NOT',
      '"',
      '*',
      'NEAR(a b)',
      '-',
      'a"b*',
      '{name}: x',
      'name:aa',
      '^aa',
      '((((',
      "' or 1=1 --",
      '<script>alert(1)</script>',
      '‮batteri',
      'مرحبا',
      '🔋🔋',
      '\0',
      '%',
      '\\',
      'a'.repeat(10_240),
      'aa '.repeat(4_000),
      '"'.repeat(5_000),
      Array.from({ length: 200 }, (_, n) => `laddkabel${n}`).join(' '),
      'ﬁcklampa',
      'I'.repeat(300),
      '￿',
      '--',
      '12 v 7 ah '.repeat(300),
      `${'9'.repeat(22)} m`,
    ]
    const shared = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data')
    const file = join(shared, 'naughty-strings.json')
    const naughty = existsSync(file)
      ? Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
          .flat()
          .filter((text) => typeof text === 'string')
          .slice(0, 800)
      : []
    for (const query of [...typed, ...naughty]) {
      const answer = await search(query)
      expect(answer.total, query).toBeGreaterThanOrEqual(answer.products.length)
    }
  })
})
