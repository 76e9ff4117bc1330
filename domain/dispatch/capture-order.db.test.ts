import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import type { PaymentOperation, PaymentProvider, PaymentProviders } from '../payments/payment-provider.ts'
import { performOperations } from '../payments/perform-operations.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { captureOrder } from './capture-order.server.ts'
import { shipOrder } from './ship-order.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** What the provider was asked to capture. */
const captured: PaymentOperation[] = []
const stripe = {
  id: 'stripe',
  capture: async (operation: PaymentOperation) => {
    captured.push(operation)
    return { ok: true, providerOperationId: `c${captured.length}`, state: 'done' }
  },
} as unknown as PaymentProvider
const providers = Object.fromEntries(storeCodes.map((store) => [store, { stripe }])) as PaymentProviders
const attempts: number[] = []
const services = () => ({
  db: test.db,
  providers,
  clock: () => Date.UTC(2026, 10, 20, 9),
  log: { warn: () => {} },
  jobs: {
    enqueue: async (_trx: unknown, name: string, data: object) => {
      if (name === 'payment-operation') attempts.push((data as { attemptId: number }).attemptId)
    },
  },
})

/** An order that is authorized at Stripe and waits for its shipment. */
async function authorizedOrder(store: StoreCode) {
  const order = await writtenOrder(test.db, snapshotOf(store, { payment: 'stripe' }))
  await sql`update payment_attempt set status = 'authorized' where order_id = ${order.id}`.execute(test.db)
  const at = '2026-11-20T09:00:00Z'
  const change = { event: 'payment', actor: 'provider', mails: ['confirmation'], finalizedAt: at, paidAt: at }
  await sql`select transition_order(${order.id}, 'received', ${JSON.stringify(change)}::jsonb)`.execute(
    test.db,
  )
  return order
}

async function performAll() {
  for (const attemptId of attempts.splice(0))
    await performOperations(services(), jobActor('payment-operation'), attemptId)
}

it('a card is captured before shipment where the law allows it, once and not beyond what is authorized', async () => {
  const { number } = await authorizedOrder('sv')
  expect(await captureOrder(services(), testActor, number)).toMatchObject({ ok: true, amountMinor: 36_900 })
  expect(await captureOrder(services(), testActor, number)).toMatchObject({ code: 'waiting' })
  await performAll()
  expect(captured).toMatchObject([{ amountMinor: 36_900, isFinal: true }])
  expect(await captureOrder(services(), testActor, number)).toMatchObject({ code: 'nothing_left' })
  // The shipment finds the money there.
  expect(await shipOrder(services(), testActor, { number, trackingNumber: 'P1' })).toMatchObject({ ok: true })
  await performAll()
  expect(captured).toHaveLength(1)
  const { rows } = await sql<{ actor: string | null }>`
    select actor_id as actor from audit_entry where action = 'payment.capture'`.execute(test.db)
  expect(rows).toEqual([{ actor: 'test' }])
  const { differences } = await checkBooks(test.db, { stores: ['sv'], atProviders: null })
  expect(
    differences.filter(({ check }) => check.startsWith('captures') || check.startsWith('payment')),
  ).toEqual([])
})

it.each(['da', 'no'] as const)('nothing is captured before shipment in %s', async (store) => {
  const { number } = await authorizedOrder(store)
  expect(await captureOrder(services(), testActor, number)).toEqual({ ok: false, code: 'on_shipment' })
  expect(attempts).toEqual([])
})

it('an unknown order, an unpaid one and one of an unknown provider are refused', async () => {
  const unpaid = await writtenOrder(test.db, snapshotOf('sv', { payment: 'stripe' }))
  const klarna = await writtenOrder(test.db, snapshotOf('sv', { payment: 'klarna' }))
  const capture = (number: string) => captureOrder(services(), testActor, number)
  expect(await capture('S1')).toMatchObject({ code: 'unknown_order' })
  expect(await capture(unpaid.number)).toMatchObject({ code: 'not_authorized' })
  expect(await capture(klarna.number)).toMatchObject({ code: 'provider_unsupported' })
})
