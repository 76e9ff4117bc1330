import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { addSearchMisses, tidySearchMisses } from '../domain/search/search-miss-repository.server.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { testApp, testServices } from '../test/composition.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
beforeEach(() => sql`delete from search_miss`.execute(test.db))
afterAll(() => test.drop())

/** Products are found by `batteri`, a device by `iphone`. */
const catalogue = {
  search: async (_store: string, { query }: { query: string }) => ({ total: query === 'batteri' ? 3 : 0 }),
  findDevices: (_store: string, query: string) => (query === 'iphone' ? [{ sold: true }] : [{ sold: false }]),
} as unknown as Catalogue

async function send(...queries: [store: StoreCode, query: string][]): Promise<void> {
  const app = await testApp(testServices({ db: test.db }), { catalogue })
  for (const [store, query] of queries) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/search-misses?locale=${store}&sid=${stores[store].storeId}`,
      payload: { query },
    })
    expect(answer.statusCode).toBe(204)
  }
  await app.close()
}

it('a query that cannot be stored takes no other with it', async () => {
  await send(['sv', 'solcell'], ['sv', 'abc\u0000'], ['sv', 'abc\ud800'], ['sv', 'abc\u001b'])
  expect(await stored()).toEqual([['sv', 'solcell', 1]])
})

async function stored(): Promise<(string | number)[][]> {
  const { rows } = await sql<{ store: string; query: string; searches: number }>`
    select m.store, m.query, sum(d.searches)::integer as searches
    from search_miss m join search_miss_day d on d.miss_id = m.id
    group by m.store, m.query order by m.store, m.query`.execute(test.db)
  return rows.map(({ store, query, searches }) => [store, query, searches])
}

it('counts searches that find nothing per store and query, without what may name a person', async () => {
  await send(
    ['sv', 'Solcell  Lampa'],
    ['sv', 'solcell lampa'],
    ['de', 'solcell lampa'],
    ['sv', 'batteri'],
    ['sv', 'iphone'],
    ['sv', 'anna@example.se'],
    ['sv', '070-123 45 67'],
    // A Swedish registration number.
    ['sv', 'ABC 123'],
    ['sv', 'x'.repeat(150)],
  )
  await send(['sv', 'SOLCELL LAMPA'])
  expect(await stored()).toEqual([
    ['de', 'solcell lampa', 1],
    ['sv', 'solcell lampa', 3],
  ])
})

it('stores no further queries in a full table, and goes on counting known ones', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const miss = (query: string) => ({ store: 'sv' as const, query, day, searches: 2 })
  await addSearchMisses(test.db, [miss('first')], { most: 1 })
  await addSearchMisses(test.db, [miss('first'), miss('second')], { most: 1 })
  expect(await stored()).toEqual([['sv', 'first', 4]])
})

it('forgets queries after 90 days', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const miss = (query: string, days: number) => ({
    store: 'sv' as const,
    query,
    day: daysAgo(days),
    searches: 1,
  })
  await addSearchMisses(test.db, [miss('old', 95), miss('kept', 95), miss('kept', 5)])
  await tidySearchMisses(test.db)
  expect(await stored()).toEqual([['sv', 'kept', 1]])
})
