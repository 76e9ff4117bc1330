/**
 * Balances the books of a running shop: every rule that money, goods and numbers must keep, as queries in one
 * read-only transaction with one snapshot. Takes no locks on rows and reads only what breaks a rule.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { BookCheck, Difference, Scope } from './book-check.server.ts'
import { discountChecks } from './discount-checks.server.ts'
import { findChangedDocuments, invoiceChecks, invoiceDocuments } from './invoice-checks.server.ts'
import { orderChecks } from './order-checks.server.ts'
import { paymentChecks } from './payment-checks.server.ts'
import { compareWithProviders, providerPayments, type ProviderPayment } from './provider-payments.server.ts'
import { stockChecks } from './stock-checks.server.ts'
import { waitingChecks } from './waiting-checks.server.ts'

/** At most this many differences of one check are listed. */
const mostListed = 1_000

export interface FoundDifference extends Difference {
  /** Name of the check. */
  check: string
}

/** How much was checked. */
export interface BookCounts {
  orders: number
  payments: number
  operations: number
  shipments: number
  refunds: number
  invoices: number
  stocks: number
  couponUses: number
  giftCards: number
  mails: number
}

export interface BooksReport {
  isBalanced: boolean
  checks: {
    name: string
    holds: string
    differences: number
    /** There are more than are listed. */ hasMore: boolean
  }[]
  differences: FoundDifference[]
  /** What waits for a provider or a person; the books balance nevertheless. */
  waiting: FoundDifference[]
  counts: BookCounts
}

export interface BooksInput {
  stores: readonly StoreCode[]
  /** The payments that the providers know, to compare with; null: they are not asked. */
  atProviders: readonly ProviderPayment[] | null
}

/** The checks of the books themselves, in the order of the report. */
export const bookChecks: readonly BookCheck[] = [
  ...paymentChecks,
  ...orderChecks,
  ...stockChecks,
  ...discountChecks,
  ...invoiceChecks,
]

/** Checks the books of the stores, in the caller's transaction or in one of its own. */
export async function checkBooks(db: Kysely<DB>, input: BooksInput): Promise<BooksReport> {
  if (db.isTransaction) return report(db, input)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => report(trx, input))
}

async function report(trx: Kysely<DB>, { stores, atProviders }: BooksInput): Promise<BooksReport> {
  const scope = { stores, limit: mostListed + 1 }
  const checks: BooksReport['checks'] = []
  const differences: FoundDifference[] = []
  const add = ({ name, holds }: Pick<BookCheck, 'name' | 'holds'>, found: readonly Difference[]) => {
    const listed = found.slice(0, mostListed).map((each) => ({ check: name, ...each }))
    checks.push({ name, holds, differences: listed.length, hasMore: found.length > mostListed })
    differences.push(...listed)
  }
  for (const check of bookChecks) add(check, await differencesOf(trx, check, scope))
  add(invoiceDocuments, await findChangedDocuments(trx, scope))
  if (atProviders) add(providerPayments, await compareWithProviders(trx, scope, atProviders))
  const waiting: FoundDifference[] = []
  for (const check of waitingChecks)
    for (const found of await differencesOf(trx, check, { ...scope, limit: mostListed }))
      waiting.push({ check: check.name, ...found })
  const isBalanced = differences.length === 0
  return { isBalanced, checks, differences, waiting, counts: await countsOf(trx, stores) }
}

async function differencesOf(trx: Kysely<DB>, check: BookCheck, scope: Scope): Promise<Difference[]> {
  const { rows } = await check.find(scope).execute(trx)
  return rows
}

async function countsOf(trx: Kysely<DB>, stores: readonly StoreCode[]): Promise<BookCounts> {
  const { rows } = await sql<BookCounts>`
    select
      (select count(*) from orders where store = any(${stores}::text[])) as orders,
      (select count(*) from payment_attempt where store = any(${stores}::text[])) as payments,
      (select count(*) from payment_operation p join payment_attempt a on a.id = p.attempt_id
        where a.store = any(${stores}::text[])) as operations,
      (select count(*) from shipment s join orders o on o.id = s.order_id
        where o.store = any(${stores}::text[])) as shipments,
      (select count(*) from refund r join orders o on o.id = r.order_id where o.store = any(${stores}::text[])) as refunds,
      (select count(*) from invoice where store = any(${stores}::text[])) as invoices,
      (select count(*) from stock where store = any(${stores}::text[])) as stocks,
      (select count(*) from coupon_use u join orders o on o.id = u.order_id
        where o.store = any(${stores}::text[])) as "couponUses",
      (select count(*) from gift_card where store = any(${stores}::text[])) as "giftCards",
      (select count(*) from order_mail m join orders o on o.id = m.order_id
        where o.store = any(${stores}::text[])) as mails`.execute(trx)
  return rows[0]!
}
