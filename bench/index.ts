/**
 * Promises of the catalogue index: a category page at one million products takes at most twice the time of
 * ten thousand, search at fifty thousand answers within 15 ms, a node with fifty thousand stays below 400 MB.
 * `node bench/index.ts [sizes…]`, by default 10000 50000 1000000.
 */
import { mkdtempSync, rmSync, statSync, chmodSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { listingSorts } from '../domain/catalogue/catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { fillSyntheticCatalogue, kinds, qualities, syntheticQueries } from './synthetic-catalogue.ts'

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0)
const log = { info: () => {}, warn: console.warn, error: console.error }

interface Figures {
  p50: number
  p99: number
}

/** Milliseconds of many runs, after some for warming up. */
async function measure(runs: number, work: (run: number) => unknown): Promise<Figures> {
  for (let run = 0; run < Math.min(100, runs); run++) await work(run)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work(run * 7)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(runs / 2)]!, p99: times[Math.floor(runs * 0.99)]! }
}

const ms = (value: number) => value.toFixed(value < 1 ? 3 : 1)

function print(size: number, name: string, figures: Figures, promise = ''): void {
  console.log(`index ${size} ${name}: ${ms(figures.p50)} ms median, ${ms(figures.p99)} ms p99${promise}`)
}

/** Pages of the main categories and those below, in every sort; the first pages, as shoppers do. */
function listingRun(index: CatalogueIndex): (run: number) => unknown {
  const paths = index.catalogue
    .categoryTree('sv', { mainMenu: false })
    .flatMap((node) => [node.path, ...node.children.map((child) => child.path)])
  return (run) =>
    index.catalogue.listing('sv', {
      scope: { kind: 'category', path: paths[run % paths.length]! },
      sort: listingSorts[run % 4]!,
      page: 1 + (run % 4),
      facets: {},
    })
}

async function measureAnswers(index: CatalogueIndex, size: number): Promise<Figures> {
  const listing = await measure(2_000, listingRun(index))
  print(size, 'listing page', listing)
  const root = index.catalogue.categoryTree('sv', { mainMenu: false })[0]!
  const scope = { kind: 'category', path: root.path } as const
  const lastPage = Math.ceil(root.count / 24 / 2)
  print(
    size,
    'listing, middle page of a main category',
    await measure(50, (run) =>
      index.catalogue.listing('sv', { scope, sort: 'price_asc', page: lastPage - (run % 5), facets: {} }),
    ),
  )
  print(
    size,
    'listing narrowed by one facet',
    await measure(100, (run) =>
      index.catalogue.listing('sv', {
        scope,
        sort: 'relevance',
        page: 1,
        facets: { battery_size: [`s${1 + (run % 40)}`] },
      }),
    ),
  )
  print(
    size,
    'listing narrowed by three facets',
    await measure(100, (run) =>
      index.catalogue.listing('sv', {
        scope,
        sort: 'price_asc',
        page: 1,
        facets: { chemistry: [`c${1 + (run % 8)}`], colour: ['f1', 'f2'], stock: ['in_stock'] },
      }),
    ),
  )
  print(
    size,
    'product page',
    await measure(2_000, (run) => index.catalogue.product('sv', `modell-${1 + ((run * 7919) % size)}`)),
  )
  print(
    size,
    '20 products by id',
    await measure(1_000, (run) =>
      index.catalogue.productsById(
        'sv',
        Array.from({ length: 20 }, (_, n) => 1001 + ((run * 31 + n * 997) % size)),
      ),
    ),
  )
  const queries = syntheticQueries(size)
  const search = await measure(queries.length, (run) =>
    index.catalogue.search('sv', {
      query: queries[run % queries.length]!,
      sort: 'relevance',
      page: 1,
      facets: {},
    }),
  )
  print(size, 'search', search, size === 50_000 ? ' (promise p99 ≤ 15 ms)' : '')
  if (size === 50_000 && search.p99 > 15) process.exitCode = 1
  return listing
}

/** Facets with counts: the broadest category and broad words. */
async function measureFacets(index: CatalogueIndex, size: number): Promise<void> {
  const roots = index.catalogue.categoryTree('sv', { mainMenu: false }).toSorted((a, b) => b.count - a.count)
  const scope = { kind: 'category', path: roots[0]!.path } as const
  const narrowed = (run: number) => ({ battery_size: [`s${1 + (run % 40)}`] })
  const promise = size === 50_000 ? ' (promise p99 ≤ 20 ms)' : ''
  const list = await measure(100, (run) =>
    index.catalogue.listing('sv', { scope, sort: 'relevance', page: 1, facets: narrowed(run) }),
  )
  print(size, 'facets of the broadest category, narrowed', list, promise)
  const words = [...kinds, ...qualities]
  const search = await measure(words.length, (run) =>
    index.catalogue.search('sv', {
      query: `${words[run % words.length]!} ${' '.repeat(run)}`,
      sort: 'relevance',
      page: 1,
      facets: {},
    }),
  )
  print(size, 'facets of a broad search', search, promise)
  if (size === 50_000 && Math.max(list.p99, search.p99) > 20) process.exitCode = 1
}

async function measureRefresh(index: CatalogueIndex, client: pg.Client, size: number): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  await client.query(
    'update price_tier set price_minor = price_minor + 100 where product_id between 2001 and 3000',
  )
  delay.enable()
  const start = performance.now()
  let searches = 0
  const searching = setInterval(() => {
    const query = `${kinds[searches++ % kinds.length]!} ${searches}`
    void index.catalogue.search('sv', { query, sort: 'relevance', page: 1, facets: {}, withFacets: false })
  }, 20)
  await index.refresh()
  const tookMs = performance.now() - start
  clearInterval(searching)
  delay.disable()
  console.log(
    `index ${size} refresh of 1000 products among searches: ${tookMs.toFixed(0)} ms (promise ≤ 2000), longest pause ${(delay.max / 1e6).toFixed(0)} ms`,
  )
  if (tookMs > 2_000) process.exitCode = 1
}

async function benchSize(url: string, size: number, stores: readonly StoreCode[]): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anode-bench-index-'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(url, { log })
  const filling = performance.now()
  await fillSyntheticCatalogue(client, size, stores)
  console.log(
    `index ${size} PostgreSQL filled in ${((performance.now() - filling) / 1000).toFixed(1)} s, stores ${stores.join(' ')}`,
  )
  const start = performance.now()
  const index = openCatalogueIndex({ dataDir, databaseUrl: url, log })
  try {
    await index.ready
    const folder = join(dataDir, 'index')
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    console.log(
      `index ${size} built in ${((performance.now() - start) / 1000).toFixed(1)} s, file ${(bytes / 1e6).toFixed(0)} MB`,
    )
    const figures = await measureAnswers(index, size)
    await measureFacets(index, size)
    await measureRefresh(index, client, size)
    const megabytes = process.memoryUsage.rss() / 1e6
    console.log(
      `index ${size} memory: ${megabytes.toFixed(0)} MB${size === 50_000 ? ' (promise < 400 MB for the whole node)' : ''}`,
    )
    return figures
  } finally {
    await index.close()
    await client.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const clusterDir = mkdtempSync(join(tmpdir(), 'anode-bench-postgres-'))
chmodSync(clusterDir, 0o711)
const postgres = await startEmbeddedPostgres({
  dataDir: clusterDir,
  log,
  settings: { fsync: 'off', max_wal_size: '4GB', maintenance_work_mem: '256MB' },
})
try {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const listings = new Map<number, Figures>()
  for (const size of sizes.length > 0 ? sizes : [10_000, 50_000, 1_000_000]) {
    await admin.query(`create database bench_${size}`)
    const stores = size > 100_000 ? (['sv'] as const) : storeCodes
    listings.set(size, await benchSize(postgres.url.replace(/[^/]+$/, `bench_${size}`), size, stores))
    await admin.query(`drop database bench_${size} with (force)`)
  }
  await admin.end()
  const small = listings.get(10_000)
  const large = listings.get(1_000_000)
  if (small && large) {
    const ratio = large.p50 / small.p50
    console.log(`index listing, one million against ten thousand: ratio ${ratio.toFixed(2)} (promise ≤ 2)`)
    if (ratio > 2) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  rmSync(clusterDir, { recursive: true, force: true })
}
