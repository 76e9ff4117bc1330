import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DB } from '../../db/schema.generated.ts'
import { runAnode } from '../../test/anode-command.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, units } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { storeCodes } from '../stores/stores.ts'
import { bookChecks, checkBooks, type BooksReport } from './check-books.server.ts'
import { invoiceDocuments } from './invoice-checks.server.ts'
import type { ProviderPayment } from './provider-payments.server.ts'
import { waitingChecks } from './waiting-checks.server.ts'

let shop: OrderShop
let folder: string
/** Shipped in two parts and refunded in part; paid by invoice and gift card, with a code. */
let returned: { id: number; number: string }
/** Received, on invoice. */
let open: { id: number; number: string }
/** Authorized at Kustom. */
let authorized: { id: number; number: string; providerOrderId: string; snapshot: { totalMinor: number } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-books-'))
  shop = await orderShop()
  const paid = paidOrders(shop)
  await sql`insert into coupon (code, terms, usage_limit) values ('TIO', '{"percentage_discount": 10}', 5)`.execute(
    shop.db,
  )
  const product = await shop.addProduct({ price: 100, available: 50 })
  const card = await paid.giveCard(5_000)
  const first = await paid.order([line(product, 4)], { coupons: ['TIO'], cards: [card] })
  returned = first
  const { sku, uuid } = first.lines[0]!
  const ship = (trackingNumber: string, quantity: number) =>
    shipOrder(paid.services, testActor, {
      number: first.number,
      trackingNumber,
      lines: [{ sku, quantity }],
    })
  expect(await ship('PARCEL-1', 1)).toMatchObject({ ok: true })
  expect(await ship('PARCEL-2', 3)).toMatchObject({ ok: true })
  expect(await paid.refund(first.number, units(uuid))).toMatchObject({ ok: true })
  open = await paid.order([line(product, 2)], { coupons: ['TIO'] })
  const secondCard = await paid.giveCard(5_000)
  const cancelled = await paid.order([line(product, 3)], { coupons: ['TIO'], cards: [secondCard] })
  expect(await cancelOrder(paid.services, testActor, cancelled.number)).toMatchObject({ ok: true })
  const wholeCard = await paid.giveCard(100_000)
  await paid.order([line(product)], { cards: [wholeCard] })
  await paid.order([line(product)], { store: 'de' })
  const snapshot = snapshotOf('sv', { payment: 'klarna' })
  authorized = { ...(await writtenOrder(shop.db, snapshot, { providerOrderId: 'kco-1' })), snapshot }
  await sql`update payment_attempt set status = 'authorized' where order_id = ${authorized.id}`.execute(
    shop.db,
  )
  const at = new Date(shop.now.at).toISOString()
  const change = { event: 'payment', actor: 'provider', mails: ['confirmation'], finalizedAt: at, paidAt: at }
  await sql`select transition_order(${authorized.id}, 'received', ${JSON.stringify(change)}::jsonb)`.execute(
    shop.db,
  )
  await writtenOrder(shop.db, snapshotOf('sv', { payment: 'klarna' }))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

class RolledBack extends Error {}

/** The report on books that a change without triggers has falsified; the change is rolled back. */
async function checkAfter(
  change: (trx: Kysely<DB>) => Promise<unknown>,
  atProviders: ProviderPayment[] | null = null,
): Promise<BooksReport> {
  let report: BooksReport | undefined
  await shop.db
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await change(trx)
      report = await checkBooks(trx, { stores: storeCodes, atProviders })
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return report!
}

const namesIn = (found: { check: string }[]) => [...new Set(found.map(({ check }) => check))]

it('a shop with shipped, refunded, cancelled, free and unpaid orders balances', async () => {
  const report = await checkBooks(shop.db, { stores: storeCodes, atProviders: null })
  expect(report.differences).toEqual([])
  expect(report).toMatchObject({ isBalanced: true, waiting: [] })
  expect(report.counts).toMatchObject({ orders: 7, payments: 7, shipments: 2, refunds: 1, giftCards: 3 })
})

const day = sql`interval '1 day'`

/** Check, what is falsified, and what the difference concerns. */
const falsifications: [
  check: string,
  what: string,
  change: () => ReturnType<typeof sql>,
  concerns: () => string,
][] = [
  [
    'payment-has-order',
    'a payment without an order',
    () => sql`insert into payment_attempt (checkout_id, provider, provider_order_id, store, customer_type, amount_minor,
        currency, status, idempotency_key)
      select checkout_id, 'stripe', 'pi_1', store, 'private', 100, 'SEK', 'authorized', 'other'
      from orders where id = ${open.id}`,
    () => 'payment stripe pi_1',
  ],
  [
    'payment-has-order',
    'a payment of an order that is pending',
    () => sql`update orders set status = 'pending' where id = ${authorized.id}`,
    () => `order ${authorized.number}`,
  ],
  [
    'order-has-payment',
    'an order whose payment is not decided',
    () => sql`update payment_attempt set status = 'pending' where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'payment-amount',
    'a payment of one öre more',
    () => sql`update payment_attempt set amount_minor = amount_minor + 1 where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'payment-amount',
    'a payment in another currency',
    () => sql`update payment_attempt set currency = 'NOK' where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'payment-sums',
    'a captured amount without an operation',
    () => sql`update payment_attempt set captured_minor = 1 where order_id = ${authorized.id}`,
    () => `order ${authorized.number}`,
  ],
  [
    'payment-sums',
    'a refunded amount that no operation gave back',
    () => sql`update payment_attempt set refunded_minor = refunded_minor + 1 where order_id = ${returned.id}`,
    () => `order ${returned.number}`,
  ],
  [
    'captures-of-shipments',
    'a shipment that was not captured',
    () => sql`insert into shipment (order_id, number, amount_minor, is_last, actor_kind, shipped_at)
      values (${open.id}, 1, 100, false, 'cli', now())`,
    () => `order ${open.number}`,
  ],
  [
    'captures-of-shipments',
    'a capture without a shipment',
    () => sql`insert into payment_operation (attempt_id, kind, amount_minor, idempotency_key)
      select id, 'capture', 100, 'other' from payment_attempt where order_id = ${authorized.id}`,
    () => `order ${authorized.number}`,
  ],
  [
    'payments-of-shipped-orders',
    'a refund of goods that had not left, after which less was not captured',
    () => sql`update refund set amount_minor = amount_minor + 1, uncollected_minor = 1`,
    () => `order ${returned.number}`,
  ],
  [
    'refunds',
    'a refund that its provider was not asked for',
    () => sql`update refund set amount_minor = amount_minor + 1, to_provider_minor = to_provider_minor + 1`,
    () => `order ${returned.number}`,
  ],
  [
    'order-sums',
    'a VAT amount that is not the sum of the lines',
    () => sql`update orders set vat_minor = vat_minor + 1 where id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'order-sums',
    'a line of another amount',
    () => sql`update order_line set total_minor = total_minor - 1 where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'units',
    'more units shipped than ordered',
    () => sql`update shipment_line set quantity = quantity + 1`,
    () => `order ${returned.number}`,
  ],
  [
    'units',
    'units shipped that were refunded before',
    () => sql`update refund_unit set cancelled = returned, returned = 0`,
    () => `order ${returned.number}`,
  ],
  [
    'units',
    'more units refunded after they had left than left',
    () => sql`update refund_unit set returned = 5`,
    () => `order ${returned.number}`,
  ],
  [
    'unclear-refunds',
    'a refund of before, of which nobody knows whether its units had left',
    () => sql`update refund_unit set is_unclear = true`,
    () => `order ${returned.number}`,
  ],
  [
    'order-numbers',
    'the number of another store',
    () => sql`update orders set number = 'N1' where id = ${open.id}`,
    () => 'order N1',
  ],
  [
    'order-mails',
    'an order without a confirmation',
    () => sql`delete from order_mail where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'order-mails',
    'two mails with one Message-ID',
    () => sql`update order_mail set message_id = '<one@shop>', sent_at = now() - order_id * ${day}
      where kind = 'confirmation' and order_id in (${open.id}, ${returned.id})`,
    () => 'order ',
  ],
  [
    'stock',
    'a unit of stock without a recorded change',
    () => sql`update stock set available = available + 1 where store = 'sv'`,
    () => 'sku ',
  ],
  [
    'stock',
    'a change of stock that does not add up',
    () => sql`update stock_change set delta = delta - 1 where reason = 'opening' and store = 'no'`,
    () => 'sku ',
  ],
  [
    'reservations',
    'a reservation that was not taken from the stock',
    () => sql`update stock_reservation set quantity = quantity + 1 where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'reservations',
    'a shipped order whose units are still reserved',
    () => sql`update stock_reservation set status = 'reserved' where order_id = ${returned.id}`,
    () => `order ${returned.number}`,
  ],
  [
    'reserved-units',
    'units that were taken from the reservation and not shipped',
    () => sql`update stock_reservation set consumed = 1 where order_id = ${open.id}`,
    () => `order ${open.number}`,
  ],
  [
    'coupon-uses',
    'a count that is not the number of uses',
    () => sql`update coupon set used = used + 1`,
    () => 'code TIO',
  ],
  ['coupon-uses', 'more uses than the limit', () => sql`update coupon set usage_limit = 1`, () => 'code TIO'],
  [
    'gift-cards',
    'a balance without an entry',
    () => sql`update gift_card set balance_minor = balance_minor - 1 where balance_minor > 0`,
    () => 'gift card …',
  ],
  [
    'gift-card-payments',
    'a charge that the order does not have',
    () => sql`with entry as (
        insert into gift_card_entry (gift_card_id, kind, amount_minor, order_id)
        select max(id), 'spent', -1, ${open.id}::bigint from gift_card returning gift_card_id)
      update gift_card set balance_minor = balance_minor - 1 where id = (select gift_card_id from entry)`,
    () => `order ${open.number}`,
  ],
  [
    'invoice-numbers',
    'a counter that is ahead',
    () => sql`update invoice_counter set last_number = last_number + 1 where store = 'sv'`,
    () => 'invoices of sv',
  ],
  [
    'invoice-numbers',
    'a gap',
    () => sql`with moved as (update invoice_counter set last_number = last_number + 1 where store = 'sv')
      update invoice set number = number + 1, document = null, document_hash = null
      where store = 'sv' and number = (select max(number) from invoice where store = 'sv')`,
    () => 'invoice sv 4',
  ],
  [
    'invoice-sums',
    'an invoice of another amount than its capture',
    () => sql`update invoice set amount_minor = amount_minor + 1 where number = 1`,
    () => `order ${returned.number}, invoice sv 1`,
  ],
  [
    'invoice-sums',
    'a refund without its credit note',
    () => sql`with moved as (update invoice_counter set last_number = last_number - 1 where store = 'sv')
      delete from invoice where kind = 'credit_note'`,
    () => `order ${returned.number}`,
  ],
  [
    'invoice-documents',
    'a document that was changed',
    () => sql`update invoice set document = jsonb_set(document, '{buyer,name}', '"X"') where number = 1`,
    () => 'invoice sv 1',
  ],
  [
    'invoice-payments',
    'an invoice that is paid beyond its amount',
    () => sql`insert into invoice_payment (invoice_id, kind, amount_minor, paid_on, source, recorded_at)
      select id, 'payment', amount_minor + 1, '2026-11-20', 'manual', now() from invoice where number = 1`,
    () => 'invoice sv 1',
  ],
  [
    'invoice-payments',
    'an order that is marked as paid although its invoices are not',
    () => sql`update orders set paid_at = now() where id = ${returned.id}`,
    () => `order ${returned.number}`,
  ],
  [
    'bank-entries',
    'a payment in a bank file that is lost in part',
    () => sql`insert into bank_entry (store, entry_key, account, booked_on, amount_minor, currency, is_reversal,
        payment_references, problem, unassigned_minor, file_name, imported_at)
      values ('sv', ${'0'.repeat(64)}, 'SE45', '2026-11-20', 200, 'SEK', false, '{}', 'unknown', 150, 'x', now())`,
    () => 'bank entry ',
  ],
  [
    'invoice-reminders',
    'a reminder before the due date',
    () => sql`insert into invoice_reminder (invoice_id, step, reminded_at)
      select id, 1, due_at - 1 from invoice where number = 1`,
    () => 'invoice sv 1',
  ],
]

describe('a falsified book is found by its check alone', () => {
  it.each(falsifications)('%s: %s', async (check, _what, change, concerns) => {
    const { isBalanced, differences } = await checkAfter((trx) => change().execute(trx))
    expect(differences.filter((each) => each.check !== check)).toEqual([])
    expect(differences[0]).toMatchObject({ check, concerns: expect.stringContaining(concerns()) })
    expect(isBalanced).toBe(false)
  })

  it('for every check', () => {
    const names = [...bookChecks.map(({ name }) => name), invoiceDocuments.name]
    expect(new Set(falsifications.map(([check]) => check))).toEqual(new Set(names))
  })

  it('in the stores that are checked only', async () => {
    let report: BooksReport | undefined
    await checkAfter(async (trx) => {
      await sql`update orders set vat_minor = vat_minor + 1 where id = ${open.id}`.execute(trx)
      report = await checkBooks(trx, { stores: ['de'], atProviders: null })
    })
    expect(report).toMatchObject({ isBalanced: true, counts: { orders: 1 } })
  })
})

describe('what waits is reported, and the books balance', () => {
  it.each<[string, () => ReturnType<typeof sql>]>([
    [
      'operations-waiting',
      () => sql`insert into payment_operation (attempt_id, kind, amount_minor, idempotency_key, status, created_at)
        select id, 'cancel', 100, 'other', 'unknown', now() - interval '61 minutes' from payment_attempt
        where order_id = ${authorized.id}`,
    ],
    [
      'operations-refused',
      () => sql`insert into payment_operation (attempt_id, kind, amount_minor, idempotency_key, status)
        select id, 'cancel', 100, 'refused', 'refused' from payment_attempt where order_id = ${authorized.id}`,
    ],
    [
      'events-waiting',
      () => sql`insert into payment_event (provider, store, event_key, kind, provider_order_id, query, headers, body, received_at)
        values ('klarna', 'sv', 'e1', 'push', 'kco-9', '{}', '{}', '', now() - interval '61 minutes')`,
    ],
    ['authorizations-waiting', () => sql`update orders set status = 'cancelled' where id = ${authorized.id}`],
    [
      'bank-entries-waiting',
      () => sql`insert into bank_entry (store, entry_key, account, booked_on, amount_minor, currency, is_reversal,
          payment_references, problem, unassigned_minor, file_name, imported_at)
        values ('sv', ${'0'.repeat(64)}, 'SE45', '2026-11-20', 200, 'SEK', false, '{}', 'unknown', 200, 'x',
          now() - interval '8 days')`,
    ],
  ])('%s', async (check, change) => {
    const { isBalanced, differences, waiting } = await checkAfter((trx) => change().execute(trx))
    expect(differences).toEqual([])
    expect(isBalanced).toBe(true)
    expect(namesIn(waiting)).toEqual([check])
  })

  it('each of them', () => {
    expect(waitingChecks.map(({ name }) => name)).toEqual([
      'operations-waiting',
      'operations-refused',
      'events-waiting',
      'authorizations-waiting',
      'bank-entries-waiting',
    ])
  })
})

describe('payments at the providers', () => {
  const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
    provider: 'kustom',
    id: 'kco-1',
    currency: 'SEK',
    amountMinor: authorized.snapshot.totalMinor,
    capturedMinor: 0,
    refundedMinor: 0,
    authorizedMinor: authorized.snapshot.totalMinor,
    ...changes,
  })
  const nothing = () => Promise.resolve()
  const differencesWith = async (
    payments: ProviderPayment[],
    change: (trx: Kysely<DB>) => Promise<unknown> = nothing,
  ) => (await checkAfter(change, payments)).differences

  it('are those of the orders', async () => {
    const unpaid = payment({ id: 'kco-2', authorizedMinor: 0 })
    expect(await differencesWith([payment(), unpaid])).toEqual([])
  })

  it('differ where an order is missing, or has another amount or other captures', async () => {
    const found = await differencesWith([payment({}), payment({ id: 'kco-3' })])
    expect(found).toMatchObject([{ check: 'provider-payments', concerns: 'payment kustom kco-3' }])
    expect(await differencesWith([payment({ amountMinor: 1 })])).toHaveLength(1)
    expect(await differencesWith([payment({ capturedMinor: 1 })])).toHaveLength(1)
  })

  it('differ where the provider has no money for an order that the shop delivers', async () => {
    expect(await differencesWith([payment({ authorizedMinor: 0 })])).toMatchObject([
      { check: 'provider-payments', concerns: `order ${authorized.number}, payment kustom kco-1` },
    ])
  })

  it('of one account are not those of another store with the same ids', async () => {
    expect(await differencesWith([payment({ store: 'sv' })])).toEqual([])
    expect(await differencesWith([payment({ store: 'sv' }), payment({ store: 'da' })])).toMatchObject([
      { concerns: 'payment kustom kco-1', problem: 'the provider has its money, and it has no order' },
    ])
  })

  it('are found by the first part of an id of Walley', async () => {
    const asWalley = (trx: Kysely<DB>) =>
      sql`update payment_attempt set provider = 'walley_b2c', provider_order_id = 'w-1.public-SE-1'
        where order_id = ${authorized.id}`.execute(trx)
    expect(await differencesWith([payment({ provider: 'walley', id: 'w-1' })], asWalley)).toEqual([])
  })
})

it('the command exits with 0 on balanced books and with 1 on a difference', async () => {
  const check = (...words: string[]) =>
    runAnode({ dataDir: folder, databaseUrl: shop.url }, ['books', 'check', ...words])
  const balanced = await check('--json')
  expect(balanced.code).toBe(0)
  expect(JSON.parse(balanced.out)).toMatchObject({ isBalanced: true, differences: [], waiting: [] })
  await sql`update payment_attempt set amount_minor = amount_minor + 1 where order_id = ${open.id}`.execute(
    shop.db,
  )
  const differing = await check()
  expect(differing.code).toBe(1)
  expect(differing.out).toContain(`differs  payment-amount  order ${open.number}, payment invoice `)
  expect(differing.out).toMatch(/^result +differs$/m)
  expect(await check('--store', 'de')).toMatchObject({ code: 0 })
  expect((await check('--simulator')).err).toContain('there is no simulator')
})
