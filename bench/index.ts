/**
 * The catalogue index: information only. design.md promises no time for it; that it equals the database after
 * a kill at any point is held by tests, and its answers are measured through the pages and the search that
 * they serve (`category-page`, `search-speed`, `memory`). Printed are ratios within the run: the build and a
 * refresh of 1,000 products against reading the same tables with COPY, and each answer against a product
 * page's. `node bench/index.ts [sizes…]`, by default 10000 50000 1000000.
 */
import { mkdtempSync, rmSync, statSync, chmodSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { type ListingQuery } from '../domain/catalogue/catalogue.ts'
import { listingSorts } from '../contract/catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { fillSyntheticCatalogue, kinds, qualities, syntheticQueries } from './synthetic-catalogue.ts'
import { toProductId } from '../domain/products/product-id.ts'

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

/** One line of an answer; the ratio is that of the medians. */
function print(size: number, name: string, figures: Figures, productPage: Figures): void {
  console.log(
    `index ${size}, ${name}: ratio ${(figures.p50 / productPage.p50).toFixed(1)} of a product page (information only); ` +
      `${ms(figures.p50)} ms median, ${ms(figures.p99)} ms p99`,
  )
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

async function measureAnswers(index: CatalogueIndex, size: number): Promise<void> {
  const { catalogue } = index
  const productPage = await measure(2_000, (run) =>
    catalogue.product('sv', `modell-${1 + ((run * 7919) % size)}`),
  )
  const roots = catalogue.categoryTree('sv', { mainMenu: false })
  const { path, count } = roots.toSorted((a, b) => b.count - a.count)[0]!
  const scope = { kind: 'category', path } as const
  const middlePage = Math.ceil(count / 24 / 2)
  const listing = (query: Pick<ListingQuery, 'sort' | 'page' | 'facets'>) =>
    catalogue.listing('sv', { scope, ...query })
  const queries = syntheticQueries(size)
  const words = [...kinds, ...qualities]
  const search = (query: string) => catalogue.search('sv', { query, sort: 'relevance', page: 1, facets: {} })
  const answers: Record<string, [runs: number, work: (run: number) => unknown]> = {
    'product page': [2_000, (run) => catalogue.product('sv', `modell-${1 + ((run * 7919) % size)}`)],
    'listing page': [2_000, listingRun(index)],
    'middle page of the broadest category': [
      50,
      (run) => listing({ sort: 'price_asc', page: middlePage - (run % 5), facets: {} }),
    ],
    'broadest category with one facet': [
      100,
      (run) => listing({ sort: 'relevance', page: 1, facets: { battery_size: [`s${1 + (run % 40)}`] } }),
    ],
    'broadest category with three facets': [
      100,
      (run) =>
        listing({
          sort: 'price_asc',
          page: 1,
          facets: { chemistry: [`c${1 + (run % 8)}`], colour: ['f1', 'f2'], stock: ['in_stock'] },
        }),
    ],
    '20 products by id': [
      1_000,
      (run) =>
        catalogue.productsById(
          'sv',
          Array.from({ length: 20 }, (_, n) => toProductId(1001 + ((run * 31 + n * 997) % size))),
        ),
    ],
    search: [queries.length, (run) => search(queries[run % queries.length]!)],
    'search of a broad word': [
      words.length,
      (run) => search(`${words[run % words.length]!} ${' '.repeat(run)}`),
    ],
  }
  for (const [name, [runs, work]] of Object.entries(answers))
    print(size, name, await measure(runs, work), productPage)
}

/** Refreshes 1,000 products while searches run; `copyMs`: reading the whole catalogue with COPY. */
async function measureRefresh(
  index: CatalogueIndex,
  client: pg.Client,
  size: number,
  copyMs: number,
): Promise<void> {
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
    `index ${size}, refresh of 1,000 products among searches: ratio ${(tookMs / copyMs).toFixed(2)} of reading all with COPY ` +
      `(information only); ${tookMs.toFixed(0)} ms, longest pause ${(delay.max / 1e6).toFixed(0)} ms`,
  )
}

/** The tables that hold the generated catalogue's products. */
const copiedTables = [
  'product',
  'store_product',
  'price_tier',
  'price_history',
  'stock',
  'product_category',
  'product_image',
  'product_tag',
]

/** Milliseconds that PostgreSQL takes to write the tables' rows with COPY; the file is discarded. */
async function copyCatalogue(client: pg.Client): Promise<number> {
  const start = performance.now()
  for (const table of copiedTables) await client.query(`copy ${table} to '/dev/null'`)
  return performance.now() - start
}

async function benchSize(url: string, size: number, stores: readonly StoreCode[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'anode-bench-index-'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(url, { log })
  await fillSyntheticCatalogue(client, size, stores)
  await copyCatalogue(client)
  const before = await copyCatalogue(client)
  const start = performance.now()
  const index = openCatalogueIndex({ dataDir, databaseUrl: url, log })
  try {
    await index.ready
    const builtMs = performance.now() - start
    const copyMs = (before + (await copyCatalogue(client))) / 2
    const folder = join(dataDir, 'index')
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    console.log(
      `index ${size}, build: ratio ${(builtMs / copyMs).toFixed(1)} of reading the same tables with COPY (information only); ` +
        `${(builtMs / 1000).toFixed(1)} s and ${(copyMs / 1000).toFixed(1)} s, file ${(bytes / 1e6).toFixed(0)} MB, stores ${stores.join(' ')}`,
    )
    await measureAnswers(index, size)
    await measureRefresh(index, client, size, copyMs)
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
  for (const size of sizes.length > 0 ? sizes : [10_000, 50_000, 1_000_000]) {
    await admin.query(`create database bench_${size}`)
    const stores = size > 100_000 ? (['sv'] as const) : storeCodes
    await benchSize(postgres.url.replace(/[^/]+$/, `bench_${size}`), size, stores)
    await admin.query(`drop database bench_${size} with (force)`)
  }
  await admin.end()
} finally {
  await postgres.stop()
  rmSync(clusterDir, { recursive: true, force: true })
}
