/** The only SQL that reads and writes bank entries. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { BankTransaction } from './bank-statement.ts'
import type { EntryProblem } from './match-entry.ts'

export interface BankEntry {
  id: number
  store: StoreCode
  account: string
  /** `YYYY-MM-DD`. */
  bookedOn: string
  amountMinor: Minor
  currency: string
  isReversal: boolean
  bankReference: string | null
  references: string[]
  /** Null once nothing of it waits for staff. */
  payer: string | null
  message: string | null
  /** Null: nothing of it waits for staff. */
  problem: EntryProblem | null
  /** The part that is on no invoice. */
  unassignedMinor: Minor
  dismissedReason: string | null
  fileName: string
  importedAt: Date
}

const columns = [
  'id',
  'store',
  'account',
  'booked_on as bookedOn',
  'amount_minor as amountMinor',
  'currency',
  'is_reversal as isReversal',
  'bank_reference as bankReference',
  'payment_references as references',
  'payer',
  'message',
  'problem',
  'unassigned_minor as unassignedMinor',
  'dismissed_reason as dismissedReason',
  'file_name as fileName',
  'imported_at as importedAt',
] as const

const asEntry = <Row extends { problem: string | null }>(row: Row) => ({
  ...row,
  problem: row.problem as EntryProblem | null,
})

/** The key of a transaction: the same in each file that holds it. */
export function entryKeyOf(account: string, { identity }: Pick<BankTransaction, 'identity'>): string {
  return createHash('sha256')
    .update(JSON.stringify([account, ...identity]))
    .digest('hex')
}

/** Stores a transaction as waiting for a match; null: it was stored before. */
export async function insertBankEntry(
  trx: Kysely<DB>,
  {
    store,
    account,
    transaction,
    fileName,
    importedAt,
  }: { store: StoreCode; account: string; transaction: BankTransaction; fileName: string; importedAt: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('bank_entry')
    .values({
      store,
      entry_key: entryKeyOf(account, transaction),
      account,
      booked_on: transaction.bookedOn,
      amount_minor: transaction.amountMinor,
      currency: transaction.currency,
      is_reversal: transaction.isReversal,
      bank_reference: transaction.bankReference,
      payment_references: [...transaction.references],
      payer: transaction.payer,
      message: transaction.message,
      problem: 'unknown' satisfies EntryProblem,
      unassigned_minor: transaction.amountMinor,
      file_name: fileName,
      imported_at: importedAt,
    })
    .onConflict((conflict) => conflict.column('entry_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Records what of an entry waits for staff; personal data is emptied where nothing waits. */
export async function setEntryOutcome(
  trx: Kysely<DB>,
  id: number,
  {
    problem,
    unassignedMinor,
    dismissedReason = null,
  }: { problem: EntryProblem | null; unassignedMinor: Minor; dismissedReason?: string | null },
): Promise<void> {
  await trx
    .updateTable('bank_entry')
    .set({
      problem,
      unassigned_minor: unassignedMinor,
      dismissed_reason: dismissedReason,
      ...(problem === null && { payer: null, message: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Locks an entry until the transaction ends. */
export async function lockBankEntry(trx: Kysely<DB>, id: number): Promise<BankEntry | null> {
  const row = await trx
    .selectFrom('bank_entry')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? asEntry(row) : null
}

/** Entries that wait for staff, oldest first. */
export async function waitingEntries(
  db: Kysely<DB>,
  { stores, limit }: { stores: readonly StoreCode[]; limit: number },
): Promise<BankEntry[]> {
  const rows = await db
    .selectFrom('bank_entry')
    .select(columns)
    .where('problem', 'is not', null)
    .where('store', 'in', stores)
    .orderBy('booked_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(asEntry)
}

/** The entry that a reversal takes back: same account, bank reference and amount. */
export interface ReversedEntry {
  id: number
  unassignedMinor: Minor
  dismissedReason: string | null
}

/** Locks it. Null: the bank gave no reference, or there is not exactly one such entry. */
export async function findReversedEntry(
  trx: Kysely<DB>,
  account: string,
  { bankReference, amountMinor }: Pick<BankTransaction, 'bankReference' | 'amountMinor'>,
): Promise<ReversedEntry | null> {
  if (bankReference === null) return null
  const rows = await trx
    .selectFrom('bank_entry')
    .select(['id', 'unassigned_minor as unassignedMinor', 'dismissed_reason as dismissedReason'])
    .where('account', '=', account)
    .where('bank_reference', '=', bankReference)
    .where('amount_minor', '=', amountMinor)
    .where('is_reversal', '=', false)
    .limit(2)
    .forUpdate()
    .execute()
  return rows.length === 1 ? rows[0]! : null
}

/** Numbers and paid amounts of the invoices that an entry pays, after payments were moved from one to another. */
export async function invoicesPaidBy(
  trx: Kysely<DB>,
  entryId: number,
): Promise<{ store: StoreCode; number: number; amountMinor: Minor }[]> {
  const { rows } = await sql<{ store: StoreCode; number: number; amountMinor: Minor }>`
    select i.store, i.number, sum(p.amount_minor)::bigint as "amountMinor"
    from invoice_payment p join invoice i on i.id = p.invoice_id
    where p.bank_entry_id = ${entryId} and p.kind in ('payment', 'reversal')
    group by i.id having sum(p.amount_minor) > 0 order by i.number`.execute(trx)
  return rows
}
