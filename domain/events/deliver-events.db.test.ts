import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { testActor } from '../../test/test-actor.ts'
import { dismissDelivery, redeliver } from './decide-delivery.server.ts'
import { createDeliveries, pausesMs, type DeliverEvent } from './deliver-events.server.ts'
import { tidyEvents } from './event-delivery-repository.server.ts'
import { publishEvent, subscribe } from './publish-event.server.ts'
import { DeliveryFailed } from './shop-event.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

let now: number
let got: string[]
beforeEach(async () => {
  await sql`truncate event cascade`.execute(test.db)
  await sql`truncate event_subscription`.execute(test.db)
  await subscribe(test.db, { subscriber: 'erp', events: ['account.opened', 'account.changed'], stores: null })
  now = Date.now() + 1000
  got = []
})

/** Publishes events of accounts: `C1 C1 C2`. */
async function publish(accounts: string): Promise<void> {
  for (const account of accounts.split(' '))
    await publishEvent(test.db, {
      name: 'account.changed',
      object: { kind: 'account', id: account },
      store: 'sv',
      data: { account },
    })
}

/** A node that works until nothing is due. */
function node(
  subscribers: Record<string, DeliverEvent>,
  { stopping = new AbortController().signal, attemptMs = 30_000 } = {},
) {
  const services = {
    db: test.db,
    log: { warn: () => {} },
    clock: () => now,
    subscribers: new Map(Object.entries(subscribers)),
    attemptMs,
  }
  const deliveries = createDeliveries(services, stopping)
  return {
    ...deliveries,
    async work() {
      while (await deliveries.startDue(() => {})) await deliveries.idle()
    },
  }
}

const note: DeliverEvent = async ({ object }, { subscriber, attempt }) => {
  got.push(`${subscriber} ${object.id} ${attempt}`)
}
const fail: DeliverEvent = async () => {
  throw new DeliveryFailed('http_500', { answer: 'Oh' })
}
const states = async () =>
  await test.db
    .selectFrom('event_delivery')
    .select(['object', 'state', 'error', 'answer', 'attempts'])
    .orderBy('id')
    .execute()

describe('a delivery', () => {
  it('happens once where it succeeds, of one object in the order of its events', async () => {
    await publish('C1 C1 C2')
    const { work } = node({ erp: note })
    await work()
    expect(got).toHaveLength(3)
    expect(got.filter((line) => line.includes('C1'))).toEqual(['erp C1 1', 'erp C1 1'])
    await work()
    expect(got).toHaveLength(3)
    expect((await states()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('goes to subscribers of rows under the name that their module declares', async () => {
    await subscribe(test.db, { subscriber: 'webhook:7', events: ['account.changed'], stores: ['no'] })
    await subscribe(test.db, { subscriber: 'webhook:8', events: ['account.changed'], stores: ['sv'] })
    await publish('C1')
    await node({ webhook: note }).work()
    expect(got).toEqual(['webhook:8 C1 1'])
  })

  it('that fails is made again after growing pauses, holds back its object alone, and is parked at last', async () => {
    await publish('C1 C1 C2')
    const failing: DeliverEvent = (event, attempt) =>
      event.object.id === 'C1' ? fail(event, attempt) : note(event, attempt)
    const { work } = node({ erp: failing })
    await work()
    expect(got).toEqual(['erp C2 1'])
    for (const [made, pause] of pausesMs.entries()) {
      now += pause - 1
      await work()
      expect((await states())[0]).toMatchObject({
        state: 'owed',
        attempts: made + 1,
        error: 'http_500',
        answer: 'Oh',
      })
      now += 1
      await work()
    }
    expect((await states()).map(({ state }) => state)).toEqual(['parked', 'owed', 'delivered'])
    now += pausesMs.at(-1)!
    await node({ erp: note }).work()
    expect(got).toEqual(['erp C2 1'])
    const [parked] = await test.db
      .selectFrom('event_delivery')
      .select('id')
      .where('state', '=', 'parked')
      .execute()
    expect(await dismissDelivery(test.db, testActor, parked!)).toEqual({ ok: true })
    await node({ erp: note }).work()
    expect(got).toEqual(['erp C2 1', 'erp C1 1'])
  })

  it('is parked at once where the receiver wants no more', async () => {
    await publish('C1')
    await node({
      erp: async () => {
        throw new DeliveryFailed('gone', { isFinal: true })
      },
    }).work()
    expect(await states()).toMatchObject([{ state: 'parked', error: 'gone', attempts: 1 }])
  })

  it('that hangs ends as a failure, and delays no other subscriber', async () => {
    await subscribe(test.db, { subscriber: 'mailer', events: ['account.changed'], stores: null })
    await publish('C1')
    const { startDue, idle } = node({ erp: () => new Promise(() => {}), mailer: note }, { attemptMs: 20 })
    expect(await startDue(() => {})).toBe(true)
    await idle()
    expect(got).toEqual(['mailer C1 1'])
    expect((await states()).map(({ state, error }) => `${state} ${error}`).toSorted()).toEqual([
      'delivered null',
      'owed timeout',
    ])
  })

  it('of a node that dies is made by another one once its lease has passed', async () => {
    await publish('C1 C1')
    const stopping = new AbortController()
    const dying = node({ erp: () => new Promise(() => {}) }, { stopping: stopping.signal })
    expect(await dying.startDue(() => {})).toBe(true)
    stopping.abort()
    await dying.idle()
    const other = node({ erp: note })
    await other.work()
    expect(got).toEqual([])
    now += 60_000
    await other.work()
    expect(got).toEqual(['erp C1 2', 'erp C1 1'])
  })

  it('without an outcome after its last attempt is parked', async () => {
    await publish('C1')
    await sql`update event_delivery set attempts = 10`.execute(test.db)
    await node({ erp: note }).work()
    expect(got).toEqual([])
    expect(await states()).toMatchObject([{ state: 'parked', error: 'no_outcome' }])
  })

  it('keeps what a receiver answers, whatever bytes it has', async () => {
    await publish('C1')
    await node({ erp: async () => ({ answer: `a\0${'b'.repeat(3000)}` }) }).work()
    const [{ answer } = { answer: null }] = await states()
    expect(answer).toBe(`a${'b'.repeat(1999)}`)
  })

  it('that is made again does not cut short the pause of a later one of its object', async () => {
    await publish('C1 C1')
    let made = 0
    await node({
      erp: (event, attempt) => ((made += 1) === 1 ? note(event, attempt) : fail(event, attempt)),
    }).work()
    const first = await test.db
      .selectFrom('event_delivery')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(await redeliver(test.db, testActor, first)).toEqual({ ok: true })
    await node({ erp: note }).work()
    expect(got).toEqual(['erp C1 1', 'erp C1 1'])
    expect((await states()).map(({ state }) => state)).toEqual(['delivered', 'owed'])
  })

  it('is looked for among thousands that wait behind a failed one', async () => {
    await publish(Array.from({ length: 300 }, () => 'C1').join(' '))
    await publish('C2')
    const { work } = node({
      erp: (event, attempt) => (event.object.id === 'C1' ? fail(event, attempt) : note(event, attempt)),
    })
    await work()
    expect(got).toEqual(['erp C2 1'])
    now += 5000
    await node({ erp: note }).work()
    expect(got).toHaveLength(301)
  })

  it('is claimed by one of several nodes', async () => {
    await publish(Array.from({ length: 40 }, (_, index) => `C${index % 5}`).join(' '))
    const order = new Map<string, number[]>()
    const running = new Set<string>()
    const inOrder: DeliverEvent = async (event, attempt) => {
      expect(running.has(event.object.id)).toBe(false)
      running.add(event.object.id)
      order.set(event.object.id, [...(order.get(event.object.id) ?? []), event.id])
      await note(event, attempt)
      running.delete(event.object.id)
    }
    await Promise.all(
      [node({ erp: inOrder }), node({ erp: inOrder }), node({ erp: inOrder })].map(({ work }) => work()),
    )
    await node({ erp: inOrder }).work()
    expect(got).toHaveLength(40)
    for (const ids of order.values()) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('is kept for 30 days after it ended, and longer while it is open', async () => {
    await publish('C1 C2')
    await node({
      erp: (event, attempt) => (event.object.id === 'C1' ? note(event, attempt) : fail(event, attempt)),
    }).work()
    await sql`update event set recorded_at = now() - interval '31 days'`.execute(test.db)
    await tidyEvents(test.db)
    expect(await states()).toMatchObject([{ object: 'account:C2', state: 'owed' }])
    await sql`delete from event_subscription`.execute(test.db)
    await tidyEvents(test.db)
    expect(await states()).toEqual([])
  })
})
