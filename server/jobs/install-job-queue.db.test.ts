import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { installJobQueue } from './install-job-queue.ts'

let test: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  test = await testDatabase()
  owner = new pg.Client({ connectionString: test.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.drop()
})

const queues = async () =>
  (await owner.query('select name, policy, retry_limit, deletion_seconds from pgboss.queue order by name'))
    .rows
const changes = async () =>
  (await owner.query('select name, xmin::text as change from pgboss.queue order by name')).rows

it('adds a queue that is missing and restores the options of another, and writes nothing where all are right', async () => {
  const before = await queues()
  await owner.query(`update pgboss.queue set retry_limit = 1 where name = 'order-mail'`)
  await owner.query(`delete from pgboss.queue where name = 'retention'`)
  expect(await queues()).not.toEqual(before)
  await installJobQueue(owner)
  expect(await queues()).toEqual(before)
  const written = await changes()
  await installJobQueue(owner)
  expect(await changes()).toEqual(written)
})
