import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex } from '../catalogue-index.server.ts'
import { toProductId } from '../../domain/products/product-id.ts'

it('[DEF-04] a cached card runs no query until it changes, or a campaign begins or ends', async () => {
  const test = await testDatabase()
  const ids = await smallCatalogue(test.db)
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
  const log = { info: () => {}, warn: () => {} }
  let now = Date.now()
  const index = openCatalogueIndex({ dataDir, databaseUrl: test.url, log, now: () => now })
  const wanted = [ids['NC-AA10']!, -1, ids['NC-AA4']!, ids['NC-AA10']!].map(toProductId)
  const asked = () => {
    const before = index.executions()
    const cards = index.catalogue.productsById('sv', wanted)
    return { cards, queries: index.executions() - before }
  }
  const prices = () => asked().cards[0]!.prices
  try {
    await index.ready
    const first = asked()
    expect(first.queries).toBe(1)
    expect(first.cards.map(({ id }) => id)).toEqual([ids['NC-AA10'], ids['NC-AA4'], ids['NC-AA10']])
    expect(asked()).toEqual({ ...first, queries: 0 })
    const start = now + 60_000
    await sql`insert into price_tier values (${ids['NC-AA10']!}, 'sv', 'campaign', 1, 1000, 9900,
      ${new Date(start)}, ${new Date(start + 60_000)})`.execute(test.db)
    await sql`update price_tier set price_minor = 12300 where product_id = ${ids['NC-AA4']!} and store = 'sv' and kind = 'normal'`.execute(
      test.db,
    )
    await index.refresh()
    expect(asked().cards[1]!.prices.n[0]?.p).toBe(123)
    expect(prices().c).toEqual([])
    now = start
    expect(prices().c[0]?.p).toBe(10)
    now = start + 60_000
    expect(prices().c).toEqual([])
    now = start
    expect(prices().c[0]?.p).toBe(10)
  } finally {
    await index.close()
    await test.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
