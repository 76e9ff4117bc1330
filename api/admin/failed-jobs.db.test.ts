import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { tidy } from '../../server/jobs/tidy.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let shop: OrderShop
let app: FastifyInstance
let boss: PgBoss
let owner: TestStaff
/** Of an order in the Swedish store. */
let orderId: number
let orderNumber: string

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner' })
  boss = new PgBoss({ db: fromKysely(shop.db), migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  ;({ number: orderNumber } = await writtenOrder(shop.db, snapshotOf('sv')))
  const { rows } = await sql<{ id: number }>`select id from orders where number = ${orderNumber}`.execute(
    shop.db,
  )
  orderId = rows[0]!.id
})
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(shop.db)
  await sql`insert into order_mail (order_id, kind) values (${orderId}, 'confirmation')
    on conflict (order_id, kind) do update set created_at = now() - interval '1 hour',
      sent_at = null, dismissed_at = null`.execute(shop.db)
})
afterAll(async () => {
  await boss.stop({ graceful: false, close: false })
  await app.close()
  await shop.close()
})

/** A job that is given up at its first attempt; its id. */
async function failed(queue: string, data: object, output: object): Promise<string> {
  const id = (await boss.send(queue, data, { retryLimit: 0 }))!
  await boss.fetch(queue)
  await boss.fail(queue, id, output)
  return id
}

interface Row {
  id: string
  queue: string
  actions: string[]
}
const list = async (person = owner, query = '') =>
  ((await callAdmin(app, person, 'GET', `failed-jobs?${query}`)).body as { rows: Row[] }).rows
const retry = (id: string, person = owner) => callAdmin(app, person, 'POST', `failed-jobs/${id}/retry`)
const dismiss = (id: string, person = owner) => callAdmin(app, person, 'POST', `failed-jobs/${id}/dismiss`)
/** Numbers of **To do** by name. */
const todo = async () => {
  const { body } = await callAdmin(app, owner, 'GET', 'todo')
  return Object.fromEntries(
    (body as { tasks: { name: string; count: number }[] }).tasks.map(({ name, count }) => [name, count]),
  )
}
/** As if the job had been given up that many days ago. */
const daysAgo = (id: string, days: number) =>
  sql`update pgboss.job set created_on = created_on - make_interval(days => ${days}),
    completed_on = completed_on - make_interval(days => ${days}),
    keep_until = keep_until - make_interval(days => ${days}) where id = ${id}`.execute(shop.db)
/** Deletes what the hourly cleanup and the queue itself delete. */
const cleanUp = async () => {
  await tidy(shop.db)
  for (const { name } of await boss.getQueues()) await boss.supervise(name)
}

it('lists jobs that were given up with their order and store, and nothing that names a person', async () => {
  const id = await failed(
    'order-mail',
    { orderId, kind: 'confirmation' },
    { name: 'Error', code: 'EENVELOPE', message: 'no mailbox anna@example.se' },
  )
  await failed('reset-mail', { accountId: 7, store: 'no' }, { name: 'x y <b>', message: 'ola@example.no' })
  await boss.send('staff-mail', { about: 'sign-in', staffId: 1 })
  const rows = await list()
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({
    id,
    queue: 'order-mail',
    store: 'sv',
    order: orderNumber,
    state: 'failed',
    failedAt: expect.any(String),
    nextAt: null,
    attempts: 1,
    error: 'EENVELOPE',
    actions: ['retry', 'dismiss'],
  })
  expect(rows).toContainEqual(expect.objectContaining({ queue: 'reset-mail', store: 'no', error: null }))
  expect(JSON.stringify(rows)).not.toContain('@')
  expect(await list(owner, 'filter.queue=reset-mail&filter.state=failed')).toHaveLength(1)
  const norwegian = await signedInStaff(shop.db, { role: 'auditor', stores: ['no'] })
  expect((await list(norwegian)).map(({ queue, actions }) => [queue, actions])).toEqual([['reset-mail', []]])
})

it('shows a job of no store to everybody who reads the list, under each store and on its page', async () => {
  const id = await failed('staff-mail', { about: 'sign-in', staffId: 1 }, { code: 'fault' })
  const norwegian = await signedInStaff(shop.db, { role: 'auditor', stores: ['no'] })
  expect(await list(norwegian, 'filter.store=no')).toMatchObject([{ id, store: null, actions: [] }])
  expect((await callAdmin(app, norwegian, 'GET', `failed-jobs/${id}`)).body).toMatchObject({
    row: { queue: 'staff-mail' },
    mayChange: false,
  })
  const columns = await list(owner, 'columns=queue,failed_at&sort=-failed')
  expect(columns).toHaveLength(1)
})

it('runs a job again, once, and says so in the audit', async () => {
  const id = await failed('order-mail', { orderId, kind: 'confirmation' }, { code: 'ETIMEDOUT' })
  expect((await retry(id)).body).toEqual({ done: true, shownOnce: null, isGone: true })
  expect(await list()).toEqual([])
  const [job] = await boss.fetch('order-mail')
  expect(job).toMatchObject({ id, data: { orderId, kind: 'confirmation' } })
  expect((await retry(id)).status).toBe(404)
  const { rows } = (await callAdmin(app, owner, 'GET', `audit?filter.object=background_job:${id}`)).body as {
    rows: object[]
  }
  expect(rows).toEqual([
    expect.objectContaining({ action: 'background_job.retry', store: 'sv', after: { queue: 'order-mail' } }),
  ])
})

it('is for those who may change settings in the store, or in all of them where a job has none', async () => {
  const ofOrder = await failed('order-mail', { orderId, kind: 'confirmation' }, { code: 'fault' })
  const ofNone = await failed('staff-mail', { about: 'sign-in', staffId: 1 }, { code: 'fault' })
  const swedish = await signedInStaff(shop.db, { role: 'manager', stores: ['sv'] })
  const norwegian = await signedInStaff(shop.db, { role: 'manager', stores: ['no'] })
  const auditor = await signedInStaff(shop.db, { role: 'auditor' })
  expect((await retry(ofOrder, auditor)).status).toBe(403)
  expect((await retry(ofOrder, norwegian)).status).toBe(403)
  expect((await retry(ofNone, swedish)).status).toBe(403)
  expect((await dismiss(ofOrder, auditor)).status).toBe(403)
  expect((await dismiss(ofOrder, norwegian)).status).toBe(403)
  expect((await dismiss(ofNone, swedish)).status).toBe(403)
  expect((await retry(ofOrder, swedish)).status).toBe(200)
  expect((await retry(ofNone)).status).toBe(200)
})

it('lists a job that is tried again after its tenth attempt, and of scheduled jobs a failed last run', async () => {
  const id = (await boss.send('contact-mail', { messageId: 1, mail: 'shop' }))!
  await boss.fetch('contact-mail')
  await boss.fail('contact-mail', id, { code: 'ECONNREFUSED' })
  expect(await list()).toEqual([])
  await sql`update pgboss.job set retry_count = 9 where id = ${id}`.execute(shop.db)
  const waiting = { id, state: 'retry', attempts: 10, error: 'ECONNREFUSED', actions: [] }
  expect(await list()).toMatchObject([{ ...waiting, nextAt: expect.any(String) }])
  expect((await retry(id)).body).toMatchObject({ code: 'not_offered' })

  await sql`insert into pgboss.schedule (name, cron) values ('tidy', '17 * * * *')
    on conflict do nothing`.execute(shop.db)
  await failed('tidy', {}, { name: 'TypeError', message: 'secret' })
  const tidying = (rows: Row[]) => rows.filter(({ queue }) => queue === 'tidy')
  expect(tidying(await list())).toMatchObject([{ error: 'TypeError' }])
  const next = (await boss.send('tidy', {}))!
  await boss.fetch('tidy')
  await boss.complete('tidy', next)
  expect(tidying(await list())).toEqual([])
})

it('keeps a mail that was given up until it is tried again, and its new attempt', async () => {
  const id = await failed('order-mail', { orderId, kind: 'confirmation' }, { code: 'EENVELOPE' })
  await daysAgo(id, 40)
  await cleanUp()
  expect(await list()).toMatchObject([{ id, state: 'failed' }])
  expect(await todo()).toMatchObject({ jobs_failed: 1, mail_failed: 1 })
  expect((await retry(id)).status).toBe(200)
  await cleanUp()
  expect(await boss.fetch('order-mail')).toMatchObject([{ id }])
})

it('dismisses a job for good, with its mail, and says so in the audit', async () => {
  const id = await failed('order-mail', { orderId, kind: 'confirmation' }, { code: 'EENVELOPE' })
  expect((await dismiss(id)).status).toBe(200)
  expect(await list()).toEqual([])
  expect(await todo()).toMatchObject({ jobs_failed: 0, mail_failed: 0 })
  expect((await dismiss(id)).status).toBe(404)
  expect((await retry(id)).status).toBe(404)
  const { rows } = (await callAdmin(app, owner, 'GET', `audit?filter.object=background_job:${id}`)).body as {
    rows: object[]
  }
  expect(rows).toEqual([
    expect.objectContaining({
      action: 'background_job.dismiss',
      store: 'sv',
      after: { queue: 'order-mail' },
    }),
  ])
  const resend = await callAdmin(app, owner, 'POST', `orders/${orderNumber}/mails`, { kind: 'confirmation' })
  expect(resend.status).toBe(200)
  await daysAgo(id, 2)
  await cleanUp()
  expect(await boss.findJobs('order-mail', { id })).toEqual([])
})

it('does not list what was done meanwhile, or is tried by another job, and deletes it after a day', async () => {
  const mail = { orderId, kind: 'confirmation' }
  const first = await failed('order-mail', mail, { code: 'EENVELOPE' })
  const second = await failed('order-mail', mail, { code: 'EENVELOPE' })
  await daysAgo(first, 2)
  expect(await list()).toMatchObject([{ id: second }])
  await sql`update order_mail set sent_at = now(), message_id = 'x' where order_id = ${orderId}`.execute(
    shop.db,
  )
  expect(await list()).toEqual([])
  const event = await failed('payment-event', { eventId: 4711 }, { code: 'fault' })
  expect(await list()).toEqual([])
  await daysAgo(event, 2)
  await cleanUp()
  expect(await boss.findJobs('order-mail')).toMatchObject([{ id: second }])
  expect(await boss.findJobs('payment-event')).toEqual([])
})
