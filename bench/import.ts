/**
 * Promises of the import: a CSV file of 100,000 rows with 12 columns takes at most 8 times as long as PostgreSQL's
 * `COPY` of the same rows into the same tables, with the same triggers and constraints; a workbook of 50,000 rows at
 * most twice as long as its CSV file; and its memory does not grow with the file. Each runs against a PostgreSQL of its
 * own with fsync on, and reads files in a worker process as the shop does. The real rows need SHARED_DATA.
 * `node bench/import.ts 20000` generates a CSV file of that many rows and a workbook of half as many, 0 none.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import writeXlsxFile from 'write-excel-file/node'
import { stores } from '../domain/stores/stores.ts'
import { endWorkers } from '../domain/workers/worker-pool.server.ts'
import { linesOf, openText } from '../catalogue-import/feed-source.server.ts'
import { importProducts } from '../catalogue-import/import-products.server.ts'
import { readFeed } from '../catalogue-import/read-feed.server.ts'
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
const promisedWorkbook = 2

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
): Promise<{ summary: WriteSummary; seconds: number }> {
  const began = performance.now()
  const summary = await writeCatalogueRows(db, testActor, readTsvFeed(chunks, stores[store]), {
    stores: [store],
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

const columns = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'brand',
  'mpn',
  'condition',
  'product_type',
  'quantity',
] as const

function generatedCells(n: number): string[] {
  const maker = `${makers[n % makers.length]} ${Math.floor(n / 5000) % 20}`
  const kind = kinds[n % kinds.length] ?? ''
  const values: Record<(typeof columns)[number], string> = {
    id: `GEN-${n}`,
    title: `${maker} ${kind} ${n} for everyday use`,
    description: `${'A product that does what it says, tested in cold and in heat. '.repeat(5)}Fits: ${maker} ${n}, ${n + 1}. Weight: ${n % 700} g.`,
    link: `https://butik.example/produkt/${n}`,
    image_link: `http://pictures.example/${n}.jpg`,
    availability: n % 10 === 0 ? 'out_of_stock' : 'in_stock',
    price: `${50 + (n % 900)}.00 SEK`,
    brand: maker,
    mpn: `M-${n}`,
    condition: 'new',
    product_type: `Electronics > ${kind} > Series ${n % 40}`,
    quantity: n % 10 === 0 ? '0' : String(1 + (n % 90)),
  }
  return columns.map((column) => values[column])
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`

function* csvLines(rows: number): Generator<string> {
  yield csvLine(columns)
  for (let n = 0; n < rows; n++) yield csvLine(generatedCells(n))
}

/** Writes the rows as a CSV file. */
async function writeCsv(file: string, rows: number): Promise<string> {
  await pipeline(csvLines(rows), createWriteStream(file))
  return file
}

/** Writes the same rows as a workbook, in a process whose memory is not measured. */
async function writeWorkbook(file: string, rows: number): Promise<string> {
  const [code] = await once(fork(import.meta.filename, ['write-workbook', file, String(rows)]), 'exit')
  if (code !== 0) throw new Error('The workbook was not written.')
  return file
}

async function writeHere(file: string, rows: number): Promise<void> {
  const sheet = Array.from({ length: rows }, (_, n) => generatedCells(n).map((value) => ({ value })))
  await writeXlsxFile([columns.map((value) => ({ value })), ...sheet]).toFile(file)
}

/** Written by triggers and functions of the database when other tables are written, or by migrations: no COPY is made of them. */
const writtenByOthers = ['audit_entry', 'change_log', 'migration', 'price_history', 'routine', 'stock_change']

/** All tables, each after those it refers to. */
async function orderedTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any ($1)`,
    [writtenByOthers],
  )
  const { rows: references } = await client.query<{ name: string; target: string }>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint where contype = 'f'`,
  )
  const known = new Set(tables.map(({ name }) => name))
  const ordered = new Set<string>()
  const seen = new Set<string>()
  const place = (name: string) => {
    if (seen.has(name) || !known.has(name)) return
    seen.add(name)
    for (const reference of references) if (reference.name === name) place(reference.target)
    ordered.add(name)
  }
  for (const { name } of tables) place(name)
  return [...ordered]
}

const hasRows = async (client: pg.Client, table: string): Promise<boolean> =>
  (await client.query(`select 1 from "${table}" limit 1`)).rowCount !== 0

/**
 * Seconds that COPY takes to write what an import has written into the same tables of a new shop: those that are empty
 * there. What a new shop has already, such as its stores, is not copied.
 */
async function copySeconds(url: string): Promise<number> {
  const copied = url.replace(/[^/]+$/, 'copied')
  await withClient(url, (client) => client.query('create database copied'))
  await migrate(copied, { log })
  const empty = await withClient(copied, async (client) => {
    const tables: string[] = []
    for (const table of await orderedTables(client)) if (!(await hasRows(client, table))) tables.push(table)
    return tables
  })
  const files = await withClient(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const written: { table: string; file: string }[] = []
    for (const table of empty) {
      if (!(await hasRows(client, table))) continue
      const file = `${rows[0]!.data_directory}/copy-${table}`
      await client.query(`copy "${table}" to '${file}'`)
      written.push({ table, file })
    }
    return written
  })
  return withClient(copied, async (client) => {
    const began = performance.now()
    await client.query('begin')
    // As the import does; otherwise a trigger adds an entry to the audit for each row.
    await client.query(`select set_config('anode.actor', $1, true)`, [JSON.stringify(testActor)])
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

interface FileImport {
  seconds: number
  /** Peak resident memory of the process that writes and of the workers that read, in megabytes. */
  peakMegabytes: number
  /** The same while the first tenth of the rows was written. */
  earlyMegabytes: number
}

/** Imports a generated file into an empty shop and uses what is there then. */
async function importFile<T>(
  file: string,
  rows: number,
  use: (imported: FileImport, url: string) => Promise<T>,
): Promise<T> {
  return withEmptyShop(async (db, url) => {
    let peakMegabytes = 0
    let earlyMegabytes = 0
    const began = performance.now()
    const { created } = await importProducts(db, testActor, {
      file,
      store: 'sv',
      reportDirectory: null,
      onProgress: ({ read }) => {
        const megabytes = familyMegabytes()
        peakMegabytes = Math.max(peakMegabytes, megabytes)
        if (read <= Math.max(1000, rows / 10)) earlyMegabytes = Math.max(earlyMegabytes, megabytes)
      },
    })
    const seconds = (performance.now() - began) / 1000
    if (created !== rows) throw new Error(`${created} of ${rows} rows became products.`)
    return use({ seconds, peakMegabytes, earlyMegabytes }, url)
  })
}

/** Resident memory of this process and of its workers; without the workers where the system does not list them. */
function familyMegabytes(): number {
  let bytes = process.memoryUsage.rss()
  const list = `/proc/${process.pid}/task/${process.pid}/children`
  const workers = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : []
  for (const pid of workers) {
    try {
      bytes += 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // It ended meanwhile.
    }
  }
  return bytes / 1024 / 1024
}

/** Seconds to read a file without writing its rows. */
async function readingSeconds(file: string): Promise<number> {
  const began = performance.now()
  const { rows } = await readFeed(file, 'sv')
  for await (const _row of rows);
  return (performance.now() - began) / 1000
}

/** Seconds that COPY takes to put the cells of a CSV file into one table of texts, with its log and without an index. */
async function bareCopySeconds(url: string, file: string): Promise<number> {
  return withClient(url, async (client) => {
    await client.query(`create table bare (${columns.map((column) => `${column} text`).join(', ')})`)
    const began = performance.now()
    await client.query(`copy bare from '${file}' (format csv, header)`)
    return (performance.now() - began) / 1000
  })
}

const counted = (rows: number) => rows.toLocaleString('en')

async function measureCsv(folder: string, rows: number): Promise<void> {
  const file = await writeCsv(join(folder, 'generated.csv'), rows)
  await importFile(file, rows, async ({ seconds, peakMegabytes, earlyMegabytes }, url) => {
    const copy = await copySeconds(url)
    const bare = await bareCopySeconds(url, file)
    const ratio = seconds / copy
    if (ratio > promised) process.exitCode = 1
    console.log(
      `import ${counted(rows)} rows of CSV: ratio ${ratio.toFixed(1)} of COPY into the same tables (promise ≤ ${promised}): ` +
        `${seconds.toFixed(0)} s and ${copy.toFixed(1)} s; into one table of texts COPY takes ${bare.toFixed(1)} s; ` +
        `peak RSS ${Math.round(peakMegabytes)} MB with the worker, ${(peakMegabytes / earlyMegabytes).toFixed(2)} times that of the first tenth`,
    )
  })
}

async function measureWorkbook(folder: string, rows: number): Promise<void> {
  const csv = await writeCsv(join(folder, 'half.csv'), rows)
  const workbook = await writeWorkbook(join(folder, 'half.xlsx'), rows)
  const reading = (await readingSeconds(workbook)) / (await readingSeconds(csv))
  const plain = await importFile(csv, rows, async (imported) => imported)
  const packed = await importFile(workbook, rows, async (imported) => imported)
  const ratio = packed.seconds / plain.seconds
  if (ratio > promisedWorkbook) process.exitCode = 1
  console.log(
    `import ${counted(rows)} rows of a workbook: ratio ${ratio.toFixed(2)} of the same CSV (promise ≤ ${promisedWorkbook}): ` +
      `${packed.seconds.toFixed(0)} s and ${plain.seconds.toFixed(0)} s; ${reading.toFixed(1)} to read it only; ` +
      `peak RSS ${Math.round(packed.peakMegabytes)} and ${Math.round(plain.peakMegabytes)} MB`,
  )
}

async function measureAll(rows: number): Promise<void> {
  await measureReal()
  if (rows === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'anode-bench-files-'))
  // PostgreSQL reads the file itself, as another user.
  await chmod(folder, 0o755)
  try {
    await measureCsv(folder, rows)
    await measureWorkbook(folder, Math.ceil(rows / 2))
  } finally {
    endWorkers()
    await rm(folder, { recursive: true, force: true })
  }
}

const [first = '100000', ...more] = process.argv.slice(2)
await (first === 'write-workbook' ? writeHere(more[0]!, Number(more[1])) : measureAll(Number(first)))
