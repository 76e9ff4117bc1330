/**
 * Orders authorized at the simulated Kustom, without a checkout, and what staff do with them. Only in `.db.test.ts`
 * files.
 */
import { sql } from 'kysely'
import { jobActor } from '../domain/audit/actor.ts'
import { checkBooks } from '../domain/books/check-books.server.ts'
import { shipOrder, type ShipServices } from '../domain/dispatch/ship-order.server.ts'
import { randomCardCode } from '../domain/gift-cards/gift-card-code.server.ts'
import { insertGiftCard } from '../domain/gift-cards/gift-card-repository.server.ts'
import { minor } from '../domain/money/money.ts'
import { findOrderById } from '../domain/orders/order-repository.server.ts'
import type { OrderLine, OrderSnapshot } from '../domain/orders/order-snapshot.ts'
import { finalizePayment, type FinalizeServices } from '../domain/payments/finalize-payment.server.ts'
import type { PaymentProvider } from '../domain/payments/payment-provider.ts'
import { performOperations } from '../domain/payments/perform-operations.server.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { toSku } from '../domain/products/sku.ts'
import type { RefundReason } from '../domain/refunds/refund.ts'
import type { RefundInput } from '../domain/refunds/refund-locked.server.ts'
import { refundOrder } from '../domain/refunds/refund-order.server.ts'
import {
  openAtKustom,
  openKustom,
  startOfTime,
  type KustomWorld,
} from '../modules/kustom/kustom.test-support.ts'
import { simulatedMerchant } from '../sandbox/kustom/merchants.ts'
import { composePaymentProviders } from '../server/compose.ts'
import { testKeys } from './keyring.ts'
import { snapshotOf, writtenOrder } from './order-fixture.ts'
import { testActor } from './test-actor.ts'
import { testDatabase, type TestDatabase } from './database.ts'

/** A line of `quantity` units at a price in minor units, VAT 25 %: uuid `l1`, sku `SKU-1`. */
export function goodsLine(number: number, quantity = 1, unitMinor = 10_000): OrderLine {
  const totalMinor = minor(quantity * unitMinor)
  return {
    ...snapshotOf('sv').lines[0]!,
    uuid: `l${number}`,
    productId: toProductId(number),
    sku: toSku(`SKU-${number}`),
    quantity,
    unitMinor: minor(unitMinor),
    beforeUnitMinor: null,
    lineTotalMinor: totalMinor,
    deductions: [],
    totalMinor,
    vatMinor: minor(Math.round(totalMinor / 5)),
    reasons: [],
  }
}

/** An order of the lines with a delivery at 69 kr, partly paid by a gift card. */
function snapshotOfLines(
  lines: OrderLine[],
  card: { id: number; amountMinor: number } | null,
): OrderSnapshot {
  const sum = (amounts: number[]) => minor(amounts.reduce((total, amount) => total + amount, 0))
  const sumMinor = sum(lines.map(({ totalMinor }) => totalMinor))
  const totalMinor = minor(sumMinor + 6_900)
  const vatMinor = minor(sum(lines.map((line) => line.vatMinor)) + 1_380)
  return snapshotOf('sv', {
    payment: 'klarna',
    lines,
    deductions: [],
    couponCodes: [],
    sumMinor,
    totalMinor,
    vatMinor,
    vatPerRate: [{ vatRateBasisPoints: 2500, grossMinor: totalMinor, vatMinor }],
    ...(card && {
      giftCards: [{ id: card.id, hint: 'CDEF', amountMinor: minor(card.amountMinor) }],
      payableMinor: minor(totalMinor - card.amountMinor),
    }),
  })
}

export interface KustomOrder {
  id: number
  number: string
  attemptId: number
  payment: { store: 'sv'; provider: 'klarna'; providerOrderId: string }
  snapshot: OrderSnapshot
  cardId: number | null
}

/** Call `begin` before each test and `stop` after it. */
export async function kustomOrders() {
  const test = await testDatabase()
  const enqueued: number[] = []
  let ticks = 0
  // What happened first matters: no two things happen at the same time.
  const clock = () => startOfTime + ticks++
  const log = { warn: () => {}, info: () => {} }
  let world: KustomWorld
  let services: ShipServices & FinalizeServices
  let parcels = 0
  let keys = 0

  async function open(lines: OrderLine[], cardMinor = 0): Promise<KustomOrder> {
    const cardId = cardMinor > 0 ? await giveCard(test, cardMinor) : null
    const snapshot = snapshotOfLines(lines, cardId === null ? null : { id: cardId, amountMinor: cardMinor })
    const providerOrderId = await openAtKustom(world, services.providers.sv.klarna!, snapshot)
    const { id, number } = await writtenOrder(test.db, snapshot, { providerOrderId })
    if (cardId !== null)
      await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
        values (${cardId}, 'spent', ${-cardMinor}, ${id})`.execute(test.db)
    const { id: attemptId } = await test.db
      .selectFrom('payment_attempt')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const payment = { store: 'sv', provider: 'klarna', providerOrderId } as const
    return { id, number, attemptId, payment, snapshot, cardId }
  }

  async function perform(): Promise<void> {
    for (const attemptId of enqueued.splice(0))
      await performOperations(services, jobActor('payment-operation'), attemptId)
    if (enqueued.length > 0) await perform()
  }

  return {
    test,
    get world() {
      return world
    },
    get services() {
      return services
    },
    async begin() {
      world = await openKustom()
      enqueued.length = 0
      const { username, password } = simulatedMerchant('sv')
      const account = { keys: { username, password }, hosts: { url: world.url }, options: {} }
      services = {
        db: test.db,
        clock,
        log,
        providers: composePaymentProviders({
          db: test.db,
          clock,
          log,
          accounts: { kustom: { sv: account } },
        }),
        jobs: {
          enqueue: async (_trx, name, data) => {
            if (name === 'payment-operation') enqueued.push((data as { attemptId: number }).attemptId)
          },
        },
      }
    },
    /** A pending order, open at Kustom; `cardMinor` of it are charged to a gift card. */
    open,
    /** An order that is authorized at Kustom. */
    async authorized(lines: OrderLine[], cardMinor?: number): Promise<KustomOrder> {
      const order = await open(lines, cardMinor)
      await world.shopper(order.payment.providerOrderId, 'pay', { method: 'CARD' })
      const answer = await finalizePayment(services, testActor, order.payment)
      if (!answer.ok || answer.status !== 'received') throw new Error(`not paid: ${JSON.stringify(answer)}`)
      return order
    },
    /** Ships units by the number of their line; without them all that is left. */
    ship: ({ number }: KustomOrder, units?: Record<number, number>) =>
      shipOrder(services, testActor, {
        number,
        trackingNumber: `P${++parcels}`,
        ...(units && {
          lines: Object.entries(units).map(([line, quantity]) => ({ sku: toSku(`SKU-${line}`), quantity })),
        }),
      }),
    refund: (
      { number }: KustomOrder,
      request: RefundInput['request'],
      reason: RefundReason = 'not_delivered',
    ) => refundOrder(services, testActor, { number, request, reason, idempotencyKey: `refund-${++keys}` }),
    /** Runs the enqueued jobs. */
    perform,
    /** The services with another adapter in place of Kustom's. */
    withProvider: (change: Partial<PaymentProvider>) => ({
      ...services,
      providers: {
        ...services.providers,
        sv: { ...services.providers.sv, klarna: { ...services.providers.sv.klarna!, ...change } },
      },
    }),
    status: async ({ id }: KustomOrder) => (await findOrderById(test.db, id))!.status,
    attempt: ({ attemptId }: KustomOrder) =>
      test.db
        .selectFrom('payment_attempt')
        .select(['status', 'captured_minor as captured', 'refunded_minor as refunded'])
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow(),
    operations: ({ attemptId }: KustomOrder) =>
      test.db
        .selectFrom('payment_operation')
        .select(['kind', 'status', 'amount_minor as amount'])
        .where('attempt_id', '=', attemptId)
        .orderBy('id')
        .execute(),
    /** Charged to gift cards and not returned. */
    async onCards({ id }: KustomOrder) {
      const { rows } = await sql<{ minor: number }>`select coalesce(-sum(amount_minor), 0)::bigint as minor
        from gift_card_entry where order_id = ${id} and kind in ('spent', 'returned')`.execute(test.db)
      return rows[0]!.minor
    },
    atKustom: async ({ payment }: KustomOrder) =>
      (await world.call('GET', `/ordermanagement/v1/orders/${payment.providerOrderId}`)).body!,
    /** The names of the checks that find a difference in the order. */
    async differences({ number }: KustomOrder) {
      const { differences } = await checkBooks(test.db, { stores: ['sv'], atProviders: null })
      return differences.filter(({ concerns }) => concerns.includes(number)).map(({ check }) => check)
    },
    stop: () => world.stop(),
    close: () => test.drop(),
  }
}

async function giveCard({ db }: TestDatabase, amountMinor: number): Promise<number> {
  const code = randomCardCode()
  await insertGiftCard(db, testKeys, { code, store: 'sv', currency: 'SEK', amountMinor: minor(amountMinor) })
  const { id } = await db.selectFrom('gift_card').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return id
}
