import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import { copyIndexFile, type IndexCopy } from './index-copy.server.ts'
import { indexPlace } from '../schema/index-file.server.ts'

let test: TestDatabase
let folder: string
let notes: string[]
let opened: CatalogueIndex[]

const folderOf = (node: string) => join(folder, node)

async function open(node: string): Promise<CatalogueIndex> {
  const log = { info: (text: string) => void notes.push(text), warn: (text: string) => void notes.push(text) }
  const index = openCatalogueIndex({ dataDir: folderOf(node), databaseUrl: test.url, log, pollMs: 200 })
  opened.push(index)
  await index.ready
  return index
}

async function copy(source: string, url = test.url): Promise<IndexCopy> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const query = async <Row>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[]
    return await copyIndexFile(source, indexPlace(folderOf('new')), query)
  } finally {
    await client.end()
  }
}

beforeEach(async () => {
  opened = []
  notes = []
  test = await testDatabase()
  await smallCatalogue(test.db)
  folder = await mkdtemp(join(tmpdir(), 'anode-index-copy-'))
})

afterEach(async () => {
  for (const index of opened) await index.close()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

it('a new node copies the file of a running one and only catches up', async () => {
  const old = await open('old')
  const taken = await copy(folderOf('old'))
  expect(taken).toEqual({ ok: true, products: expect.any(Number) })
  await sql`update store_product set name = 'Efter kopian' where store = 'sv' and slug = (select min(slug) from store_product)`.execute(
    test.db,
  )
  notes.length = 0
  const fresh = await open('new')
  expect(notes).toEqual([])
  await old.refresh()
  await fresh.refresh()
  const search = (index: CatalogueIndex) =>
    index.catalogue.search('sv', { query: 'efter kopian', sort: 'relevance', page: 1, facets: {} })
  expect((await search(fresh)).products.map((card) => card.name)).toEqual(['Efter kopian'])
  expect((await search(fresh)).products).toEqual((await search(old)).products)
  expect(fresh.catalogue.size()).toEqual(old.catalogue.size())
}, 240_000)

it('rejects a file that this node cannot use, and leaves no files behind', async () => {
  await (await open('old')).close()
  const other = await testDatabase()
  try {
    expect(await copy(folderOf('old'), other.url)).toMatchObject({ ok: false, code: 'other-database' })
  } finally {
    await other.drop()
  }
  expect(await copy(folderOf('nowhere'))).toMatchObject({ ok: false, code: 'source-missing' })
  const broken = join(folder, 'broken.sqlite')
  writeFileSync(broken, 'no index')
  expect(await copy(broken)).toMatchObject({ ok: false, code: 'source-unusable' })
  await sql`insert into change_log (topic, key) values ('pruned', '99999999')`.execute(test.db)
  expect(await copy(folderOf('old'))).toMatchObject({ ok: false, code: 'too-old' })
  expect(readdirSync(indexPlace(folderOf('new')).folder)).toEqual(['writer.lock'])
  await sql`delete from change_log where topic = 'pruned'`.execute(test.db)
  await open('new')
  expect(await copy(folderOf('old'))).toEqual({ ok: false, code: 'index-in-use' })
}, 240_000)
