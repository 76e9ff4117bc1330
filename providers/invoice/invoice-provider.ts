/**
 * Our own invoice, and orders that cost nothing, as implementations of the payment provider port. The payment
 * record is recomputed and hashed from the order's lines and its snapshot, so that a wrong amount is
 * detected. The invoice itself is issued on dispatch (capture), the credit note on return.
 */
import { type Minor, addMinor, subtractMinor, sumMinor, zeroMinor } from '../../domain/money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { hashOf } from '../../domain/orders/order-hash.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { issueInvoice } from '../../domain/invoices/issue-invoice.server.ts'
import type {
  OperationAnswer,
  PaymentOperation,
  PaymentProvider,
  PaymentRecord,
  ProviderProblem,
} from '../../domain/payments/payment-provider.ts'

interface OwnRecord {
  number: string
  currency: string
  snapshot: OrderSnapshot
  lines_minor: Minor
  status: string
  captured_minor: Minor
  credit: 'approved' | 'review' | null
}

/** The provider `invoice`, or `none` for orders without anything to pay. */
export function createInvoiceProvider(
  services: { db: Kysely<DB>; clock: () => number },
  id: 'invoice' | 'none',
): PaymentProvider {
  const { db } = services
  return {
    id,
    within: (transaction) => createInvoiceProvider({ ...services, db: transaction }, id),
    recordOf: ({ providerOrderId, snapshot, snapshotHash, credit }) =>
      recordOf(providerOrderId, snapshot, {
        linesMinor: sumMinor(snapshot.lines.map((line) => line.totalMinor)),
        snapshotHash,
        credit,
      }),
    create: ({ idempotencyKey }) =>
      Promise.resolve({
        ok: true,
        providerOrderId: `${id}-${idempotencyKey}`,
        embed: { kind: 'none' },
        expiresAt: null,
      }),
    update: (providerOrderId) =>
      Promise.resolve({ ok: true, providerOrderId, embed: { kind: 'none' }, expiresAt: null }),
    retrieve: (providerOrderId) => retrieve(db, id, providerOrderId),
    capture: (operation) => issue(services, id, operation, 'invoice'),
    refund: (operation) => issue(services, id, operation, 'credit_note'),
    cancel: (_providerOrderId, idempotencyKey) =>
      Promise.resolve({ ok: true, providerOperationId: idempotencyKey, state: 'done' }),
  }
}

async function retrieve(
  db: Kysely<DB>,
  id: string,
  providerOrderId: string,
): Promise<PaymentRecord | ProviderProblem> {
  const { rows } = await sql<OwnRecord>`/* plan: own-payment */
    select o.number, o.currency, o.snapshot, a.status, a.captured_minor,
      (select decision from order_credit c where c.order_id = o.id) as credit,
      (select coalesce(sum(total_minor), 0)::bigint from order_line l where l.order_id = o.id) as lines_minor
    from payment_attempt a join orders o on o.id = a.order_id
    where a.provider = ${id} and a.provider_order_id = ${providerOrderId}`.execute(db)
  const record = rows[0]
  if (!record) return { ok: false, code: 'unknown_payment' }
  const payment = recordOf(providerOrderId, record.snapshot, {
    linesMinor: record.lines_minor,
    snapshotHash: hashOf(record.snapshot),
    credit: record.credit,
  })
  return {
    ...payment,
    ...(record.captured_minor > 0 && { state: 'captured' }),
    currency: record.currency,
    orderNumber: record.number,
  }
}

/** The payment record of an order: the total of its lines, and whether credit is given. */
function recordOf(
  providerOrderId: string,
  snapshot: OrderSnapshot,
  {
    linesMinor,
    snapshotHash,
    credit,
  }: { linesMinor: Minor; snapshotHash: string; credit: 'approved' | 'review' | null },
): PaymentRecord {
  const { store, currency, shipping, giftCards = [], exchange } = snapshot
  const byCardsMinor = sumMinor(giftCards.map((use) => use.amountMinor))
  const paidMinor = addMinor(byCardsMinor, exchange?.amountMinor ?? zeroMinor)
  const amountMinor = subtractMinor(addMinor(linesMinor, shipping.priceMinor), paidMinor)
  // Without a stored decision (orders from before credit limits) the amount alone decides.
  const { orderMinor } = storePolicies[store].orderLimits.guest.credit
  const approved = credit === null ? amountMinor <= orderMinor : credit === 'approved'
  const state = approved ? 'authorized' : 'review'
  return { ok: true, providerOrderId, state, amountMinor, currency, snapshotHash, orderNumber: null }
}

async function issue(
  services: { db: Kysely<DB>; clock: () => number },
  id: string,
  operation: PaymentOperation,
  kind: 'invoice' | 'credit_note',
): Promise<OperationAnswer> {
  // An order that costs nothing has nothing to invoice.
  if (id === 'none') return { ok: true, providerOperationId: operation.idempotencyKey, state: 'done' }
  const { rows } = await sql<{ order_id: number | null }>`select order_id from payment_attempt
    where provider = ${id} and provider_order_id = ${operation.providerOrderId}`.execute(services.db)
  const orderId = rows[0]?.order_id
  if (!orderId) return { ok: false, code: 'unknown_payment' }
  const linesMinor = sumMinor(operation.lines.map((line) => line.totalMinor))
  if (linesMinor !== operation.amountMinor)
    throw new Error(`the lines of ${operation.idempotencyKey} do not add up to its amount`)
  const invoice = await issueInvoice(services.db, {
    orderId,
    kind,
    reasonKey: operation.idempotencyKey,
    lines: operation.lines,
    issuedAt: services.clock(),
  })
  return { ok: true, providerOperationId: String(invoice.number), state: 'done' }
}
