/** Payments as staff read them, with their operations at the provider. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../money/money.ts'
import { isForStaff } from '../orders/payments-for-staff.server.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface PaymentSummary {
  id: number
  /** Null while the shopper has not committed. */
  orderNumber: string | null
  store: StoreCode
  provider: PaymentProviderId | 'none'
  /** The provider's id of it; null: it was never opened there. */
  providerOrderId: string | null
  status: AttemptStatus
  amountMinor: Minor
  capturedMinor: Minor
  refundedMinor: Minor
  currency: string
  createdAt: Date
}

export interface PaymentOperationSummary {
  paymentId: number
  kind: string
  amountMinor: Minor
  /** `sent`: not performed yet; `unknown`: the provider's answer is missing; `done`; `refused`. */
  status: string
  /** Why it is not done: the provider's code. */
  problem: string | null
  tries: number
  updatedAt: Date
}

const summary = (db: Kysely<DB>) =>
  db
    .selectFrom('payment_attempt as a')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .select([
      'a.id',
      'o.number as orderNumber',
      'a.store',
      'a.provider',
      'a.provider_order_id as providerOrderId',
      'a.status',
      'a.amount_minor as amountMinor',
      'a.captured_minor as capturedMinor',
      'a.refunded_minor as refundedMinor',
      'a.currency',
      'a.created_at as createdAt',
    ])

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summary>['execute']>>[number]

/** Provider and status are closed lists of the schema. */
const summaryOf = (row: SummaryRow): PaymentSummary => ({
  ...row,
  provider: row.provider as PaymentSummary['provider'],
  status: row.status as AttemptStatus,
})

/**
 * The latest payments with an order, newest first. `waiting`: only those with an operation that is not done, or
 * about which staff have to ask the provider, oldest first.
 */
export async function latestPayments(
  db: Kysely<DB>,
  { limit, waiting }: { limit: number; waiting: boolean },
): Promise<PaymentSummary[]> {
  const rows = await summary(db)
    .where('a.order_id', 'is not', null)
    .$if(waiting, (query) =>
      query.where(({ exists, or, selectFrom }) =>
        or([
          exists(
            selectFrom('payment_operation as p')
              .select(sql.lit(1).as('one'))
              .whereRef('p.attempt_id', '=', 'a.id')
              .where('p.status', '!=', 'done'),
          ),
          isForStaff.$castTo<boolean>(),
        ]),
      ),
    )
    .orderBy('a.id', waiting ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return rows.map(summaryOf)
}

/** The payments of an order with their operations, oldest first; none for an unknown order. */
export async function paymentsOf(
  db: Kysely<DB>,
  orderNumber: string,
): Promise<{ payments: PaymentSummary[]; operations: PaymentOperationSummary[] }> {
  const payments = await summary(db).where('o.number', '=', orderNumber).orderBy('a.id').execute()
  const operations = await db
    .selectFrom('payment_operation as p')
    .innerJoin('payment_attempt as a', 'a.id', 'p.attempt_id')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select([
      'p.attempt_id as paymentId',
      'p.kind',
      'p.amount_minor as amountMinor',
      'p.status',
      'p.problem',
      'p.tries',
      'p.updated_at as updatedAt',
    ])
    .where('o.number', '=', orderNumber)
    .orderBy('p.id')
    .execute()
  return { payments: payments.map(summaryOf), operations }
}
