import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roleUrl, testDatabase, type TestDatabase } from '../../test/database.ts'
import type { Query } from '../../db/query.ts'
import { deleteForeignChanges } from './change-log.server.ts'
import { databaseIdentity } from './database-identity.server.ts'

let test: TestDatabase
let owner: pg.Client
let serving: pg.Client

const queryOf =
  (client: pg.Client): Query =>
  async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[]

const identity = () => databaseIdentity(queryOf(serving))

beforeAll(async () => {
  test = await testDatabase()
  owner = new pg.Client({ connectionString: test.url })
  serving = new pg.Client({ connectionString: roleUrl(test.url, 'serving') })
  await Promise.all([owner.connect(), serving.connect()])
})

afterAll(async () => {
  await Promise.all([owner.end(), serving.end()])
  await test.drop()
})

it('the identity of a database stays, until its change log is replaced', async () => {
  const first = await identity()
  expect(await identity()).toEqual(first)
  await owner.query('truncate change_log')
  const second = await identity()
  expect(second.database).toBe(first.database)
  expect(second.history).not.toBe(first.history)
  expect(await identity()).toEqual(second)
})

it('a server that refuses its timeline is identified by the time of its start', async () => {
  const known = async () =>
    (await owner.query<{ key: string }>('select key from change_log_history order by noted_at')).rows.map(
      ({ key }) => key.split('/')[0],
    )
  await identity()
  expect((await known()).at(-1)).toBe('timeline 1')
  await owner.query('revoke execute on function pg_walfile_name(pg_lsn), pg_control_system() from public')
  const refused = await identity()
  expect(refused.database).toMatch(/^unknown\/\d+$/)
  expect((await known()).at(-1)).toMatch(/^started \d+\.\d+$/)
  expect(await identity()).toEqual(refused)
})

it('changes of another server, which a restored dump holds, are deleted; those of this one stay', async () => {
  await owner.query("insert into change_log (topic, key) values ('product', '1')")
  await owner.query(
    "insert into change_log (transaction_id, topic, key) values ('999999999', 'product', '2'), ('999999999', 'pruned', '9')",
  )
  await deleteForeignChanges(queryOf(owner))
  const { rows } = await owner.query<{ key: string }>('select key from change_log order by key')
  expect(rows).toEqual([{ key: '1' }])
})
