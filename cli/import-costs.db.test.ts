import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCosts } from '../domain/catalogue/product-cost.server.ts'
import { toMinor } from '../domain/money/money.ts'
import { toSku } from '../domain/products/sku.ts'
import { runAnode } from '../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../test/database.ts'
import { smallCatalogue } from '../test/small-catalogue.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  folder = await mkdtemp(join(tmpdir(), 'anode-costs-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const anode = (...words: string[]) => runAnode({ dataDir: folder, databaseUrl: test.url }, words)

it('imports purchase costs, reports rows that are wrong, and changes nothing in a dry run', async () => {
  const file = join(folder, 'costs.csv')
  await writeFile(file, 'sku;currency;cost\nNC-AA4;SEK;12,50\nNO-SUCH;SEK;1\n')
  const sku = toSku('NC-AA4')
  const dry = await anode('import', 'costs', file, '--dry-run')
  expect(dry).toMatchObject({ code: 2 })
  expect(dry.err).toContain('Row 2, NC-AA4: no cost → 12.5 SEK.')
  expect(dry.err).toContain('Row 3, id NO-SUCH: sku “NO-SUCH” names a product that does not exist.')
  expect(await readCosts(test.db, sku)).toEqual({})
  expect(await anode('import', 'costs', file)).toMatchObject({ code: 2 })
  expect(await readCosts(test.db, sku)).toEqual({ SEK: toMinor(12.5) })
  const { rows } = await sql`select actor_kind, object_id, after, reason from audit_entry
    where action = 'cost.change'`.execute(test.db)
  expect(rows).toEqual([
    { actor_kind: 'cli', object_id: 'NC-AA4', after: { SEK: 1250 }, reason: 'costs.csv' },
  ])
  await writeFile(file, 'sku,price\n')
  expect(await anode('import', 'costs', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('has a column currency, cost'),
  })
})
