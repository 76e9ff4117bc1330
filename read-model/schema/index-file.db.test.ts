import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  openSync,
  readdirSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
  statSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { openIndexDatabase, writeMeta } from './index-database.server.ts'
import { schemaHash } from './index-schema.server.ts'
import { toSku } from '../../domain/products/sku.ts'

let test: TestDatabase
let dataDir: string
let opened: CatalogueIndex[]
let notes: string[]

const file = () => join(dataDir, 'index', `catalogue-${schemaHash}.sqlite`)

function open(url = test.url): CatalogueIndex {
  const log = { info: (text: string) => void notes.push(text), warn: (text: string) => void notes.push(text) }
  const index = openCatalogueIndex({ dataDir, databaseUrl: url, log, pollMs: 200 })
  opened.push(index)
  return index
}

const built = () => notes.filter((note) => note.startsWith('Built')).length
const size = (index: CatalogueIndex) => index.catalogue.size().sv

/** Opens, waits and closes: leaves a valid file behind. */
async function leaveFile(): Promise<void> {
  const index = open()
  await index.ready
  await index.close()
  notes.length = 0
}

beforeEach(async () => {
  opened = []
  notes = []
  test = await testDatabase()
  await smallCatalogue(test.db)
  dataDir = await mkdtemp(join(tmpdir(), 'anode-index-'))
})

afterEach(async () => {
  for (const index of opened) await index.close()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

it('a complete file is served at once and not rebuilt', async () => {
  await leaveFile()
  const index = open()
  expect(size(index)).toBe(5)
  await index.ready
  expect(built()).toBe(0)
})

const damages: [name: string, damage: (path: string) => void][] = [
  ['of garbage', (path) => writeFileSync(path, 'no database at all'.repeat(1_000))],
  ['that is empty', (path) => truncateSync(path, 0)],
  ['cut in half', (path) => truncateSync(path, statSync(path).size / 2)],
  [
    'of an unfinished build',
    (path) => {
      const db = openIndexDatabase(path)
      db.run("delete from meta where name = 'complete'")
      db.close()
    },
  ],
]

it.each(damages)('a file %s is rebuilt', async (_, damage) => {
  await leaveFile()
  damage(file())
  const index = open()
  await index.ready
  expect(size(index)).toBe(5)
  expect(built()).toBe(1)
})

it('a file with unreadable pages is detected and rebuilt', async () => {
  await leaveFile()
  const handle = openSync(file(), 'r+')
  writeSync(handle, Buffer.alloc(statSync(file()).size - 16_384, 0xaa), 0, undefined, 16_384)
  closeSync(handle)
  const index = open()
  await vi.waitFor(() => expect(built()).toBe(1), { timeout: 30_000 })
  await index.refresh()
  expect(size(index)).toBe(5)
})

it('a file in use when the machine crashed is rebuilt', async () => {
  await leaveFile()
  const db = openIndexDatabase(file())
  writeMeta(db, 'in_use_since', 'another start of the machine')
  db.close()
  await open().ready
  expect(built()).toBe(1)
})

it('a file of another format is removed', async () => {
  await leaveFile()
  const old = join(dataDir, 'index', 'catalogue-0123456789ab.sqlite')
  writeFileSync(old, 'old')
  await open().ready
  expect(existsSync(old)).toBe(false)
})

it('a file of another database is not served', async () => {
  await leaveFile()
  const other = await testDatabase()
  try {
    const index = open(other.url)
    await index.ready
    expect(size(index)).toBe(0)
    await index.close()
  } finally {
    await other.drop()
  }
})

it('a position ahead of the database, as after a restored backup, is not trusted', async () => {
  await leaveFile()
  const db = openIndexDatabase(file())
  writeMeta(db, 'position', '999999999')
  db.close()
  await sql`update price_tier set price_minor = 100`.execute(test.db)
  const index = open()
  await index.ready
  expect(index.catalogue.productsBySku('sv', [toSku('NC-AA4')])[0]!.prices.n[0]!.p).toBe(1)
})

it('one process writes; a second one reads its file and takes over when it ends', async () => {
  const first = open()
  await first.ready
  const second = open()
  await second.ready
  expect(built()).toBe(1)
  await sql`update price_tier set price_minor = 200`.execute(test.db)
  const price = () => second.catalogue.productsBySku('sv', [toSku('NC-AA4')])[0]!.prices.n[0]!.p
  await vi.waitFor(() => expect(price()).toBe(2), { timeout: 30_000 })
  await second.rebuild()
  await vi.waitFor(() => expect(built()).toBe(2), { timeout: 30_000 })
  await vi.waitFor(() => expect(price()).toBe(2), { timeout: 30_000 })
  await first.close()
  await sql`update price_tier set price_minor = 300`.execute(test.db)
  await vi.waitFor(() => expect(price()).toBe(3), { timeout: 30_000 })
})

it('a process killed in the middle of a build leaves no file that is used', async () => {
  await sql`insert into product (sku, type) select 'X' || n, 1 from generate_series(1, 2000) n`.execute(
    test.db,
  )
  await sql`insert into store_product select id, 'sv', sku, lower(sku), null, '', null, 2500 from product where sku like 'X%'`.execute(
    test.db,
  )
  // The build reads the discontinued products after all others, and waits for them.
  const elsewhere = await test.db.startTransaction().execute()
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(elsewhere)
  await sql`lock table gone_product`.execute(elsewhere)
  const script = `
    const { openCatalogueIndex } = await import(${JSON.stringify(join(import.meta.dirname, '../catalogue-index.server.ts'))})
    const log = { info() {}, warn() {} }
    await openCatalogueIndex({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: ${JSON.stringify(test.url)}, log }).ready`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const building = () =>
    (existsSync(join(dataDir, 'index')) ? readdirSync(join(dataDir, 'index')) : []).find((name) =>
      /^building.*sqlite$/.test(name),
    )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await vi.waitFor(
      () => expect(statSync(join(dataDir, 'index', building() ?? 'none')).size).toBeGreaterThan(500_000),
      { timeout: 60_000 },
    )
  } finally {
    child.kill('SIGKILL')
    await ended
    await elsewhere.rollback().execute()
  }
  expect(building()).toBeDefined()
  expect(existsSync(file())).toBe(false)
  appendFileSync(`${file()}-wal`, 'left behind')
  const index = open()
  expect(size(index)).toBe(0)
  await index.ready
  expect(size(index)).toBe(2_005)
  expect(building()).toBeUndefined()
})
