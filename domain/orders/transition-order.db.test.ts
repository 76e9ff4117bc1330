import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { projectRoot } from '../../server/project-root.ts'
import { canMove, orderStatuses, orderTransitions } from './order-states.ts'
import { findOrderById, orderEvents } from './order-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'
import { transitionOrder } from './transition-order.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** A pending order and a function that moves it. */
async function pendingOrder() {
  const { db } = database
  const { id } = await writtenOrder(db, snapshotOf('sv'))
  return {
    id,
    read: async () => (await findOrderById(db, id))!,
    move: async (...[to, more = {}]: [Parameters<typeof transitionOrder>[2]['to'], object?]) => {
      await db.transaction().execute(async (trx) => {
        const { status } = (await findOrderById(trx, id))!
        await transitionOrder(trx, { id, status }, { to, event: 'approved', actor: testActor, ...more })
      })
    },
  }
}

describe('an order’s status', () => {
  it('has the same transitions in the database and in order-states.ts', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select from_status as "from", to_status as "to" from order_transitions()`.execute(database.db)
    const table = orderStatuses.flatMap((from) => orderTransitions[from].map((to) => ({ from, to })))
    const inOrder = (pairs: { from: string; to: string }[]) =>
      pairs.map(({ from, to }) => `${from} → ${to}`).toSorted()
    expect(inOrder(rows)).toEqual(inOrder(table))
  })

  it('cannot leave that table, whichever statement changes it', async () => {
    const order = await pendingOrder()
    for (const [status, next] of [
      ['pending', 'received'],
      ['received', 'shipped'],
      ['shipped', 'delivered'],
      ['delivered', null],
    ] as const) {
      for (const to of orderStatuses.filter((other) => other !== status && !canMove(status, other))) {
        const outcome = await sql`update orders set status = ${to} where id = ${order.id}`
          .execute(database.db)
          .then(
            () => 'done',
            (error: { code: string }) => error.code,
          )
        expect([status, to, outcome]).toEqual([status, to, 'OT001'])
      }
      if (next) await order.move(next)
    }
    await expect(order.move('received')).rejects.toThrow(/cannot move from delivered to received/)
    await expect(
      sql`select transition_order(${order.id}, 'delivered', '{}')`.execute(database.db),
    ).rejects.toThrow(/is delivered already/)
  })

  it('is pending first: an order with another status is not written', async () => {
    const { id } = await pendingOrder()
    await expect(
      sql`insert into orders overriding system value select (jsonb_populate_record(o, '{"status": "received", "id": 999, "number": "S1"}')).*
        from orders o where id = ${id}`.execute(database.db),
    ).rejects.toMatchObject({ code: 'OT001' })
  })

  it('is written together with its event, its times and its mails, each mail once', async () => {
    const order = await pendingOrder()
    const enqueued: unknown[] = []
    const jobs = { enqueue: async (_trx: unknown, _name: string, data: unknown) => void enqueued.push(data) }
    const mails = { jobs, kinds: ['held'] as const }
    await order.move('held', { mails, data: { reason: 'credit' } })
    const paidAt = new Date('2026-11-20T09:00:00Z')
    await order.move('received', { mails, paidAt })
    expect(await order.read()).toMatchObject({ status: 'received', paidAt, deliveredAt: null })
    expect((await orderEvents(database.db, order.id)).slice(1)).toMatchObject([
      {
        kind: 'approved',
        fromStatus: 'pending',
        toStatus: 'held',
        actor: 'staff',
        data: { reason: 'credit' },
      },
      { kind: 'approved', fromStatus: 'held', toStatus: 'received', data: {} },
    ])
    expect(enqueued).toEqual([{ orderId: order.id, kind: 'held' }])
  })

  it('is written by no statement except transition_order, and place_order for its first one', async () => {
    const writers: string[] = []
    for (const folder of [
      'api',
      'app',
      'catalogue-import',
      'cli',
      'db/routines',
      'domain',
      'modules',
      'providers',
      'server',
    ]) {
      const names = await readdir(join(projectRoot, folder), { recursive: true })
      for (const name of names.filter((each) => /\.(ts|tsx|sql)$/.test(each) && !each.includes('.test.'))) {
        const text = await readFile(join(projectRoot, folder, name), 'utf8')
        const statements = [
          ...text.matchAll(/\bupdate orders\b(?<set>.*?)(?:\bwhere\b|`|;)/gis),
          ...text.matchAll(/updateTable\('orders'\)(?<set>.*?)\.(?:where|execute)/gs),
          ...text.matchAll(/\binsert into orders\b(?<set>.*?)\bvalues\b/gis),
          ...text.matchAll(/insertInto\('orders'\)(?<set>.*?)\.execute/gs),
        ]
        if (statements.some(({ groups }) => /\bstatus\b/.test(groups!['set']!)))
          writers.push(join(folder, name))
      }
    }
    expect(writers).toEqual(['db/routines/place-order.sql', 'db/routines/transition-order.sql'])
  })
})
