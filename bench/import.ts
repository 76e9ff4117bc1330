/**
 * Promise of the import: it takes at most 8 times as long as PostgreSQL's `COPY` of the same rows into the same tables,
 * with the same triggers and constraints, and its memory stays flat. Each runs against a PostgreSQL of its own with
 * fsync on. The real rows need SHARED_DATA. `node bench/import.ts 50000` generates that many rows instead of 200,000,
 * 0 none.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { stores } from '../domain/stores/stores.ts'
import { feedColumns, type FeedValues } from '../catalogue-import/feed-row.ts'
import { linesOf, openText } from '../catalogue-import/feed-source.server.ts'
import { readTsvFeed } from '../catalogue-import/tsv-feed.server.ts'
import { writeCatalogueRows, type WriteSummary } from '../catalogue-import/write-catalogue.server.ts'
import { createDatabase, type Database } from '../server/database/database.ts'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { testActor } from '../test/test-actor.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }
const feeds = join(process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data'), 'feeds')

const promised = 8

async function withEmptyShop<T>(work: (db: Database, url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-import-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await migrate(postgres.url, { log })
  const db = createDatabase(postgres.url, { log, statementTimeoutMs: 0, max: 2 })
  try {
    return await work(db, postgres.url)
  } finally {
    await db.destroy()
    await postgres.stop()
    await destroyEmbeddedPostgres(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function importChunks(
  db: Database,
  chunks: AsyncIterable<Buffer>,
  store: 'sv' | 'de',
  onProgress: (summary: WriteSummary) => void = () => {},
): Promise<{ summary: WriteSummary; seconds: number }> {
  const began = performance.now()
  const summary = await writeCatalogueRows(db, testActor, readTsvFeed(chunks, stores[store]), {
    stores: [store],
    onProgress,
  })
  return { summary, seconds: (performance.now() - began) / 1000 }
}

/** The header and the first rows of a feed, packed or not. */
async function* firstRows(file: string, rows: number): AsyncGenerator<Buffer> {
  let left = rows + 1
  for await (const { bytes } of linesOf((await openText(file)).chunks)) {
    yield Buffer.concat([bytes, Buffer.from('\n')])
    if ((left -= 1) === 0) return
  }
}

async function measureReal(): Promise<void> {
  if (!existsSync(feeds)) return console.log('import 10,000 real rows: skipped, SHARED_DATA is absent')
  await withEmptyShop(async (db) => {
    const swedish = await importChunks(db, firstRows(join(feeds, 'icecat-sv.tsv.gz'), 10_000), 'sv')
    const missing = 10_000 - swedish.summary.read
    const german = await importChunks(db, firstRows(join(feeds, 'icecat-de.tsv.gz'), missing), 'de')
    const seconds = swedish.seconds + german.seconds
    const created = swedish.summary.created + german.summary.created
    if (created !== 10_000) process.exitCode = 1
    console.log(`import ${created.toLocaleString('en')} real rows: ${seconds.toFixed(1)} s`)
    const again = await importChunks(db, firstRows(join(feeds, 'icecat-sv.tsv.gz'), 10_000), 'sv')
    console.log(
      `import ${again.summary.unchanged.toLocaleString('en')} unchanged rows: ${again.seconds.toFixed(1)} s`,
    )
  })
}

/** A feed of any length that is never completely in memory. */
async function* generatedFeed(rows: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${feedColumns.join('\t')}\n`)
  for (let from = 0; from < rows; from += 200) {
    const lines = Array.from({ length: Math.min(200, rows - from) }, (_, n) => generatedLine(from + n))
    yield Buffer.from(lines.join(''))
  }
}

const makers = [
  'Voltara',
  'Nordcell',
  'Kraftig',
  'Solgard',
  'Cellbyte',
  'Ampeo',
  'Startvik',
  'Larmia',
  'Everloop',
]
const kinds = ['Battery', 'Charger', 'Cable', 'Power bank', 'Torch', 'Adapter', 'Button cell', 'Spare part']

function generatedLine(n: number): string {
  const maker = `${makers[n % makers.length]} ${Math.floor(n / 5000) % 20}`
  const kind = kinds[n % kinds.length] ?? ''
  const price = 50 + (n % 900)
  const values: FeedValues = {
    id: `GEN-${n}`,
    title: `${maker} ${kind} ${n} for everyday use`,
    description: `${'A product that does what it says, tested in cold and in heat. '.repeat(5)}Fits: ${maker} ${n}, ${n + 1}. Weight: ${n % 700} g.`,
    link: `https://butik.example/produkt/${n}`,
    image_link: `http://pictures.example/${n}.jpg`,
    availability: n % 10 === 0 ? 'backorder' : 'in_stock',
    availability_date: n % 10 === 0 ? '2026-12-04T00:00+0100' : '',
    price: `${price}.00 SEK`,
    sale_price: n % 8 === 0 ? `${price - 20}.00 SEK` : '',
    sale_price_effective_date: n % 8 === 0 ? '2026-10-01T00:00+0100/2027-03-31T23:59+0200' : '',
    brand: maker,
    mpn: `M-${n}`,
    condition: 'new',
    product_type: `Electronics > ${kind} > Series ${n % 40}`,
    item_group_id: `G${Math.floor(n / 3)}`,
    quantity: n % 10 === 0 ? '0' : String(1 + (n % 90)),
    tier_prices: n % 12 === 0 ? `10:${price - 25}.00;50:${price - 30}.00` : '',
  }
  return `${feedColumns.map((column) => values[column] ?? '').join('\t')}\n`
}

/** Filled by triggers when other tables are written, or by migrations. */
const writtenByOthers = ['change_log', 'migration', 'price_history', 'routine', 'stock_change']

/** Tables with rows, each after those it refers to. */
async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any ($1)`,
    [writtenByOthers],
  )
  const { rows: references } = await client.query<{ name: string; target: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint where contype = 'f'`,
  )
  const ordered = new Set<string>()
  const seen = new Set<string>()
  const place = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const reference of references) if (reference.name === name) place(reference.target)
    ordered.add(name)
  }
  for (const { name } of tables) place(name)
  const filled: string[] = []
  for (const name of ordered) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`)
    if (rowCount) filled.push(name)
  }
  return filled
}

/** Seconds that COPY takes to write the rows of a database into the same tables of an empty one. */
async function copySeconds(url: string): Promise<number> {
  const files = await withClient(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const tables = await filledTables(client)
    const written = tables.map((table) => ({ table, file: `${rows[0]!.data_directory}/copy-${table}` }))
    for (const { table, file } of written) await client.query(`copy "${table}" to '${file}'`)
    await client.query('create database copied')
    return written
  })
  const copied = url.replace(/[^/]+$/, 'copied')
  await migrate(copied, { log })
  return withClient(copied, async (client) => {
    for (const { table } of files) await client.query(`truncate "${table}" cascade`)
    const began = performance.now()
    await client.query('begin')
    for (const { table, file } of files) await client.query(`copy "${table}" from '${file}'`)
    await client.query('commit')
    return (performance.now() - began) / 1000
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function measureGenerated(rows: number): Promise<void> {
  await withEmptyShop(async (db, url) => {
    let early = process.memoryUsage.rss() / 1024 / 1024
    let late = 0
    const sample = ({ read }: WriteSummary) => {
      const megabytes = process.memoryUsage.rss() / 1024 / 1024
      if (read <= rows / 10) early = Math.max(early, megabytes)
      else late = Math.max(late, megabytes)
    }
    const { summary, seconds } = await importChunks(db, generatedFeed(rows), 'sv', sample)
    const copy = await copySeconds(url)
    const ratio = seconds / copy
    if (summary.created !== rows || ratio > promised) process.exitCode = 1
    const name = `import ${summary.created.toLocaleString('en')} generated rows`
    console.log(
      `${name}: ratio ${ratio.toFixed(1)} of COPY (promise ≤ ${promised}): ${seconds.toFixed(0)} s and ${copy.toFixed(1)} s; ` +
        `peak RSS ${Math.round(Math.max(early, late))} MB, ${(late / early).toFixed(2)} times that of the first tenth`,
    )
  })
}

await measureReal()
const generated = Number(process.argv[2] ?? 200_000)
if (generated > 0) await measureGenerated(generated)
