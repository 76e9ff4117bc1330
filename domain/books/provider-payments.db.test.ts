import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openAtKustom,
  openKustom,
  startOfTime,
  type KustomWorld,
} from '../../modules/kustom/kustom.test-support.ts'
import { simulatedMerchant } from '../../sandbox/kustom/merchants.ts'
import { composePaymentProviders } from '../../server/compose.ts'
import { runAnode } from '../../test/anode-command.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { finalizePayment } from '../payments/finalize-payment.server.ts'
import { performOperations } from '../payments/perform-operations.server.ts'
import { toSku } from '../products/sku.ts'

let test: TestDatabase
let world: KustomWorld
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  world = await openKustom()
  folder = await mkdtemp(join(tmpdir(), 'anode-books-'))
})
afterAll(async () => {
  await world.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const check = () =>
  runAnode(
    {
      dataDir: folder,
      databaseUrl: test.url,
      variables: { PROVIDERS: 'simulator', SIMULATOR_PORT: new URL(world.url).port },
    },
    ['books', 'check', '--simulator', '--json'],
  )

it('payments at the simulator are those of the orders, until a shipment is captured there alone', async () => {
  const clock = () => startOfTime
  const log = { warn: () => {}, info: () => {} }
  const { username, password } = simulatedMerchant('sv')
  const account = { keys: { username, password }, hosts: { url: world.url }, options: {} }
  const attempts: number[] = []
  const services = {
    db: test.db,
    clock,
    log,
    providers: composePaymentProviders({ db: test.db, clock, log, accounts: { kustom: { sv: account } } }),
    jobs: {
      enqueue: async (_trx: unknown, name: string, data: object) => {
        if (name === 'payment-operation') attempts.push((data as { attemptId: number }).attemptId)
      },
    },
  }
  const snapshot = snapshotOf('sv', { payment: 'klarna' })
  const providerOrderId = await openAtKustom(world, services.providers.sv.klarna!, snapshot)
  const { number } = await writtenOrder(test.db, snapshot, { providerOrderId })
  await world.shopper(providerOrderId, 'pay', { method: 'CARD' })
  await finalizePayment(services, testActor, { store: 'sv', provider: 'klarna', providerOrderId })
  const lines = [{ sku: toSku('SKU-1'), quantity: 1 }]
  await shipOrder(services, testActor, { number, trackingNumber: 'PARCEL-1', lines })
  for (const attemptId of attempts)
    await performOperations(services, jobActor('payment-operation'), attemptId)

  const balanced = await check()
  expect(balanced.err).toBe('')
  expect(JSON.parse(balanced.out)).toMatchObject({
    isBalanced: true,
    counts: { operations: 1, shipments: 1 },
  })
  expect(balanced.code).toBe(0)

  await sql`update payment_attempt set captured_minor = 0`.execute(test.db)
  await sql`update payment_operation set status = 'refused'`.execute(test.db)
  const differing = await check()
  expect(differing.code).toBe(1)
  expect(JSON.parse(differing.out)).toMatchObject({
    differences: [
      { check: 'captures-of-shipments' },
      { check: 'provider-payments', concerns: `order ${number}, payment kustom ${providerOrderId}` },
    ],
  })
})
