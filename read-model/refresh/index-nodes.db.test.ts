import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../catalogue-index.server.ts'
import type { Query } from '../../db/query.ts'
import { newestChange, nodeProgress } from './index-nodes.server.ts'

let test: TestDatabase
let client: pg.Client
let folders: string[]
let nodes: CatalogueIndex[]

beforeEach(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  client = new pg.Client({ connectionString: test.url })
  await client.connect()
  folders = []
  nodes = []
})
afterEach(async () => {
  for (const node of nodes) await node.close()
  await client.end()
  await test.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const query: Query = async <Row>(text: string, values?: unknown[]) =>
  (await client.query(text, values)).rows as Row[]

async function startNode(): Promise<CatalogueIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'anode-node-'))
  folders.push(folder)
  const log = { info: () => {}, warn: () => {} }
  const node = openCatalogueIndex({ dataDir: folder, databaseUrl: test.url, log, pollMs: 60_000 })
  nodes.push(node)
  await node.ready
  return node
}

const changePrice = () => sql`update price_tier set price_minor = price_minor + 100`.execute(test.db)
const progress = async () => nodeProgress(query, (await newestChange(query)) ?? '0')
const allShow = (count: number) =>
  vi.waitFor(async () => expect(await progress()).toEqual({ nodes: count, behind: 0 }), { timeout: 30_000 })

it('reports how many running nodes show the newest change', async () => {
  expect(await progress()).toEqual({ nodes: 0, behind: 0 })
  const first = await startNode()
  await startNode()
  await allShow(2)
  await changePrice()
  await allShow(2)
  await first.close()
  nodes.shift()
  await changePrice()
  await allShow(1)
})

it('counts a node as behind until the change is in its index, also while an older transaction runs', async () => {
  const node = await startNode()
  await allShow(1)
  const other = new pg.Client({ connectionString: test.url })
  await other.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  await changePrice()
  await node.refresh()
  expect(await progress()).toEqual({ nodes: 1, behind: 1 })
  await other.query('commit')
  await allShow(1)
  await other.end()
})

it('publishes a position once for each change, and nothing without changes', async () => {
  const node = await startNode()
  await allShow(1)
  const noted = () => query<{ position: string }>('select position::text from index_node')
  const before = await noted()
  await sql`select pg_current_xact_id()`.execute(test.db)
  await node.refresh()
  await node.refresh()
  expect(await noted()).toEqual(before)
})
