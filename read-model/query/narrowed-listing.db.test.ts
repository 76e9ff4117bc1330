import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillSyntheticCatalogue } from '../../bench/synthetic-catalogue.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import type { ListingSort } from '../../contract/catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'

const size = 4_500
let test: TestDatabase
let client: pg.Client
let dataDir: string
let index: CatalogueIndex

beforeAll(async () => {
  test = await testDatabase()
  client = new pg.Client({ connectionString: test.url })
  await client.connect()
  await fillSyntheticCatalogue(client, size, ['sv'])
  await client.query('insert into product_tag select id, 1 from product on conflict do nothing')
  dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
  index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log: { info: () => {}, warn: () => {} } })
  await index.ready
})

afterAll(async () => {
  await index?.close()
  await client?.end()
  await test?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const listing = (facets: Record<string, string[]>, sort: ListingSort = 'relevance', page = 1) =>
  index.catalogue.listing('sv', { scope: { kind: 'tag', slug: 'sale' }, sort, page, facets })!

async function count(where: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as n from product p where ${where}`)
  return (rows[0] as { n: number }).n
}

it('[PAGE-03] a narrowed listing contains exactly the products that have the selected values', async () => {
  expect(listing({}).total).toBe(size)
  const chemistry = "p.attributes ->> 'chemistry' in ('c1', 'c2')"
  const colour = "p.attributes ->> 'colour' = 'f2'"
  const stocked = 'exists (select from stock s where s.product_id = p.id and s.available > 0)'
  const facets = { chemistry: ['c1', 'c2'], colour: ['f2'], stock: ['in_stock'] }
  const answer = listing(facets)
  expect(answer.total).toBe(await count(`${chemistry} and ${colour} and ${stocked}`))
  const shown = (code: string, value: string) =>
    answer.facets.find((facet) => facet.code === code)!.values.find((each) => each.code === value)?.count ?? 0
  expect(shown('colour', 'f2')).toBe(answer.total)
  expect(shown('colour', 'f4')).toBe(
    await count(`${chemistry} and p.attributes ->> 'colour' = 'f4' and ${stocked}`),
  )
  expect(shown('chemistry', 'c5')).toBe(
    await count(`p.attributes ->> 'chemistry' = 'c5' and ${colour} and ${stocked}`),
  )
  expect(shown('battery_size', 's3')).toBe(
    await count(`p.attributes ->> 'battery_size' = 's3' and ${chemistry} and ${colour} and ${stocked}`),
  )
})

// Few hits are read and sorted; many are found by scanning the listing.
const choices: Record<string, string[]>[] = [{ chemistry: ['c1'] }, { stock: ['in_stock'] }]

it.each(choices)(
  '[PAGE-04] its pages hold every product once, in order: %o',
  (facets) => {
    for (const sort of ['price_asc', 'name'] as const) {
      const first = listing(facets, sort)
      const seen = new Set<string>()
      const prices: number[] = []
      for (let page = 1; page <= first.pageCount; page++) {
        for (const product of listing(facets, sort, page).products) {
          seen.add(product.sku)
          prices.push(product.prices.c[0]?.p ?? product.prices.n[0]!.p)
        }
      }
      expect(seen.size).toBe(first.total)
      if (sort === 'price_asc') expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      expect(listing(facets, sort, first.pageCount + 1).products).toEqual([])
    }
  },
  60_000,
)

it('a long listing is scanned from the nearer end, with the same result', () => {
  const pages = listing({}).pageCount
  const skus = Array.from({ length: pages }, (_, page) => listing({}, 'price_asc', page + 1).products).flat()
  expect(new Set(skus.map((product) => product.sku)).size).toBe(size)
  const prices = skus.map((product) => product.prices.c[0]?.p ?? product.prices.n[0]!.p)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})
