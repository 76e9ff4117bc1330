import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, smallCatalogue } from '../../test/small-catalogue.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { entryKey } from '../schema/index-schema.server.ts'
import { createState } from '../schema/index-state.server.ts'
import { openIndexDatabase } from '../schema/index-database.server.ts'
import { indexPlace } from '../schema/index-file.server.ts'
import { searchOutline } from './search-answer.server.ts'
import { startSearchThreads } from './search-threads.server.ts'

const log = { info: () => {}, warn: () => {} }
let test: TestDatabase
let dataDir: string
let index: CatalogueIndex

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-threads-'))
  index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log, searchThreads: 1 })
  await Promise.all([index.ready, index.searchReady])
})

afterAll(async () => {
  await index?.close()
  await test?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const plain = { sort: 'relevance', page: 1, facets: {} } as const
const found = async (query: string) =>
  (await index.catalogue.search('sv', { ...plain, query })).products.map(({ sku }) => sku)

describe('search threads', () => {
  it('return the same results as the main thread', async () => {
    const state = createState(openIndexDatabase(indexPlace(dataDir).file, { readOnly: true }), Date.now)
    for (const query of ['batterier', 'kabel', 'nc aa10', 'qqqq', 'baterier', '']) {
      const own = searchOutline(state, 'sv', { ...plain, query })
      const answer = await index.catalogue.search('sv', { ...plain, query })
      expect(
        answer.products.map(({ id }) => entryKey(id, 'sv')),
        query,
      ).toEqual(own.keys)
      expect(answer.facets, query).toEqual(own.facets)
      expect(answer.suggestions, query).toEqual(own.suggestions)
    }
    state.db.close()
  })

  it('follow every change at once: products, categories, facet values, a rebuilt file', async () => {
    await addProduct(test.db, { sku: 'TR-1', name: 'Trådrulle', category: 'cables' })
    await index.refresh()
    expect(await found('trådrulle')).toEqual(['TR-1'])
    await sql`update category_text set name = 'Sladdar' where store = 'sv' and slug = 'kablar'`.execute(
      test.db,
    )
    await index.refresh()
    const renamed = await index.catalogue.search('sv', { ...plain, query: 'sladdar' })
    expect(renamed.categories.map((hit) => hit.slug)).toEqual(['kablar'])
    await sql`update store_product set name = 'Garnrulle', description = '' where slug = 'tr-1'`.execute(
      test.db,
    )
    await index.refresh()
    expect(await found('trådrulle')).toEqual([])
    await index.rebuild()
    expect(await found('garnrulle')).toEqual(['TR-1'])
  })

  it('settle a search in flight when the threads are closed', async () => {
    const state = createState(openIndexDatabase(indexPlace(dataDir).file, { readOnly: true }), Date.now)
    const threads = startSearchThreads({ threads: 1, log, onDamage: () => {} })
    await threads.ready
    const asked = threads.ask(state, 'sv', { ...plain, query: 'batterier' })
    await threads.close()
    await expect(
      asked.then(
        () => 'ended',
        () => 'ended',
      ),
    ).resolves.toBe('ended')
    expect(threads.isReady()).toBe(false)
    await expect(threads.ask(state, 'sv', { ...plain, query: 'aa' })).rejects.toThrow('No search thread')
    state.db.close()
  })

  it('reject a search that takes too long and replace its thread', async () => {
    const state = createState(openIndexDatabase(indexPlace(dataDir).file, { readOnly: true }), Date.now)
    const threads = startSearchThreads({ threads: 1, log, onDamage: () => {}, longestMs: 0 })
    await threads.ready
    const asked = Array.from({ length: 20 }, (_, n) =>
      threads.ask(state, 'sv', { ...plain, query: `aa ${n}` }),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true)
    await expect.poll(() => threads.isReady(), { timeout: 30_000 }).toBe(true)
    await threads.close()
    state.db.close()
  })
})
