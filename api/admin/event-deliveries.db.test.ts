import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishEvent, subscribe } from '../../domain/events/publish-event.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  test = await orderShop()
  app = await adminApp(testServices({ db: test.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: test.catalogue,
  })
  owner = await signedInStaff(test.db, { role: 'owner' })
  await subscribe(test.db, { subscriber: 'erp', events: ['account.changed'], stores: null })
  for (const account of ['C1', 'C2', 'C3'])
    await publishEvent(test.db, {
      name: 'account.changed',
      object: { kind: 'account', id: account },
      store: 'sv',
      data: { account },
    })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

interface Row {
  id: number
  event: string
  about: string
  state: string
  actions: string[]
}
const list = async (query: string) =>
  ((await callAdmin(app, owner, 'GET', `event-deliveries?${query}`)).body as { rows: Row[] }).rows
const park = () =>
  sql`update event_delivery set state = 'parked', attempts = 10, error = 'http_500'`.execute(test.db)
const act = async (id: number, action: string, person = owner) =>
  (await callAdmin(app, person, 'POST', `event-deliveries/${id}/${action}`, {})).status
const parked = () => list('filter.state=parked')

it('events that were given up are on To do, and are delivered again or dismissed, with the person in the audit', async () => {
  expect(await parked()).toEqual([])
  await park()
  const { tasks } = (await callAdmin(app, owner, 'GET', 'todo')).body as {
    tasks: { name: string; count: number; query: string }[]
  }
  const task = tasks.find(({ name }) => name === 'events_parked')!
  expect(task).toMatchObject({ count: 3 })
  const rows = await list(task.query)
  expect(rows[0]).toMatchObject({
    event: 'account.changed',
    actions: ['redeliver', 'redeliver-all', 'dismiss'],
  })
  const [first, second] = rows
  expect(await act(first!.id, 'dismiss')).toBe(200)
  expect(await act(first!.id, 'dismiss')).toBe(409)
  expect(await act(second!.id, 'redeliver')).toBe(200)
  expect(await act(second!.id, 'redeliver')).toBe(409)
  const states = await list('sort=published')
  expect(states.map(({ state }) => state).toSorted()).toEqual(['dismissed', 'owed', 'parked'])
  const { rows: audit } = await sql<{ action: string; kind: string }>`
    select action, actor_kind as kind from audit_entry where object_kind = 'event_delivery' order by id`.execute(
    test.db,
  )
  expect(audit).toEqual([
    { action: 'event_delivery.dismiss', kind: 'staff' },
    { action: 'event_delivery.retry', kind: 'staff' },
  ])
})

it('all that was given up for a subscriber is delivered again at once', async () => {
  await park()
  const [row] = await parked()
  expect(await act(row!.id, 'redeliver-all')).toBe(200)
  expect(await parked()).toEqual([])
})

it('is decided by who may change the settings of every store', async () => {
  await park()
  const [row] = await parked()
  const german = await signedInStaff(test.db, { role: 'manager', stores: ['de'] })
  expect(await act(row!.id, 'dismiss', german)).toBe(403)
  const service = await signedInStaff(test.db, { role: 'service' })
  expect(await act(row!.id, 'dismiss', service)).toBe(403)
})
