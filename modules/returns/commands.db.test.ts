import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toSku } from '../../domain/products/sku.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { insertWithdrawal } from './withdrawal-repository.server.ts'

let test: TestDatabase
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-cli-'))
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const anode = (...words: string[]) => runAnode({ dataDir: folder, databaseUrl: test.url }, words)

it('lists open withdrawals until they are closed', async () => {
  const id = (await insertWithdrawal(test.db, {
    key: randomUUID(),
    store: 'sv',
    orderId: null,
    orderNumber: 'S1',
    name: 'Anna',
    email: 'anna@example.se',
    goods: '',
    items: [],
    periodEndsOn: null,
    refundDueOn: '2026-12-04',
    declaredAt: new Date('2026-11-20T09:00:00Z'),
  }))!
  const list = async (...more: string[]) =>
    JSON.parse((await anode('withdrawal', 'list', '--json', ...more)).out) as object[]
  expect(await list()).toMatchObject([{ withdrawal: id }])
  const early = await anode('withdrawal', 'done', String(id))
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('Nothing was refunded for it.')])
  const done = await anode('withdrawal', 'done', String(id), '--reason', 'Sent twice')
  expect(done.out).toMatch(/done +\d{4}-/)
  // The day on which it was first closed stays.
  expect((await anode('withdrawal', 'done', String(id))).out).toBe(done.out)
  expect(await list()).toEqual([])
  expect(await list('--all')).toMatchObject([{ withdrawal: id, done: expect.any(String) }])
  await anode('withdrawal', 'done', String(id), '--undo')
  expect(await list()).toMatchObject([{ withdrawal: id }])
  const unknown = await anode('withdrawal', 'done', '99')
  expect([unknown.code, unknown.err]).toEqual([1, 'There is no withdrawal 99.\n'])

  const { number } = await writtenOrder(test.db, snapshotOf('sv'))
  const lost = await anode('withdrawal', 'match', String(id), 'S1')
  expect([lost.code, lost.err]).toEqual([1, 'There is no order of that number.\n'])
  const matched = await anode('withdrawal', 'match', String(id), number.toLowerCase())
  expect(matched.out).toContain(number)
  expect(await list()).toMatchObject([{ withdrawal: id, order: number }])
  const rejected = await anode('withdrawal', 'reject', String(id), '--reason', 'Redan hävt.')
  expect(rejected.out).toMatch(/rejection +Redan hävt\./)
  const again = await anode('withdrawal', 'reject', String(id), '--reason', 'Redan hävt.')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('It is closed or was rejected')])
  expect(await list()).toEqual([])
}, 240_000)

it('shows which goods of an order its buyer has withdrawn from', async () => {
  const order = await writtenOrder(test.db, snapshotOf('sv'))
  const withdrawal = {
    store: 'sv',
    orderId: order.id,
    orderNumber: order.number,
    name: 'Anna',
    email: 'anna@example.se',
    goods: '',
    items: [],
    periodEndsOn: null,
    refundDueOn: '2026-12-04',
    declaredAt: new Date('2026-11-20T09:00:00Z'),
  } as const
  const items = [{ sku: toSku('SKU-1'), name: 'Batteri', quantity: 2 }]
  await insertWithdrawal(test.db, { ...withdrawal, items, key: randomUUID() })
  await insertWithdrawal(test.db, { ...withdrawal, key: randomUUID() })
  const { out } = await anode('order', 'show', order.number)
  expect(out).toMatch(/^Withdrawal \d+, 2026-11-20T09:00:00\.000Z, open: 2 × SKU-1$/m)
  expect(out).toMatch(/^Withdrawal \d+, .+, open: the whole order$/m)
}, 240_000)
