/**
 * Imports bank statements: every payment and reversal is stored once and put on its invoice in one transaction of its
 * own, so that an import can be interrupted and run again. What cannot be matched with certainty waits for staff.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import { findInvoice } from '../invoices/invoice-balances.server.ts'
import { invoiceName, type InvoiceBalance } from '../invoices/invoice-state.ts'
import {
  addPayment,
  lockInvoice,
  reversePayment,
  type InvoiceServices,
} from '../invoices/record-payment.server.ts'
import { subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import {
  findReversedEntry,
  insertBankEntry,
  invoicesPaidBy,
  setEntryOutcome,
} from './bank-entry-repository.server.ts'
import type { BankStatement, BankTransaction } from './bank-statement.ts'
import {
  matchEntry,
  mentionedNumbers,
  type EntryMatch,
  type EntryProblem,
  type MentionedNumbers,
} from './match-entry.ts'

/** What became of one transaction of the file. */
export interface ImportedRow {
  /** Null: it was stored before, or this is a dry run. */
  entryId: number | null
  store: StoreCode
  bookedOn: string
  amountMinor: Minor
  currency: string
  isReversal: boolean
  references: readonly string[]
  /** `matched`: all of it is on invoices. `repeated`: it was imported before. */
  result: 'matched' | 'repeated' | EntryProblem
  invoices: { invoice: string; amountMinor: Minor; state: InvoiceBalance['state'] }[]
}

export interface ImportReport {
  rows: ImportedRow[]
  /** Entries of the file that are no incoming money. */
  ignored: number
}

export type ImportAnswer =
  | { ok: true; report: ImportReport }
  /** No store has this account on its invoices. */
  | { ok: false; code: 'unknown_account'; account: string }

export interface ImportInput {
  statements: readonly BankStatement[]
  fileName: string
  /** The store whose account it is, for accounts that are not on its invoices. */
  store?: StoreCode | undefined
  /** Nothing is stored; the report is what the import would do. */
  isDryRun: boolean
}

class DryRun extends Error {}

export async function importBankFile(
  services: InvoiceServices,
  actor: Actor,
  { statements, fileName, store, isDryRun }: ImportInput,
): Promise<ImportAnswer> {
  const ofStores: { store: StoreCode; statement: BankStatement }[] = []
  for (const statement of statements) {
    const owner = store ?? storeOfAccount(statement.account)
    if (owner === null) return { ok: false, code: 'unknown_account', account: statement.account }
    ofStores.push({ store: owner, statement })
  }
  const rows: ImportedRow[] = []
  const importAll = async (db: Kysely<DB>): Promise<void> => {
    for (const { store: owner, statement } of ofStores)
      for (const transaction of statement.transactions)
        rows.push(
          await importTransaction({ ...services, db }, actor, {
            store: owner,
            account: statement.account,
            transaction,
            fileName,
          }),
        )
  }
  if (isDryRun) await rolledBack(services.db, importAll)
  else await importAll(services.db)
  const ignored = statements.reduce((sum, statement) => sum + statement.ignored, 0)
  return {
    ok: true,
    report: { rows: isDryRun ? rows.map((row) => ({ ...row, entryId: null })) : rows, ignored },
  }
}

async function rolledBack(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await work(trx)
      throw new DryRun()
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
}

/** The store whose invoices name the account, in any of the forms in which banks write it. */
export function storeOfAccount(account: string): StoreCode | null {
  const bare = (text: string) => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()
  const wanted = bare(account)
  return (
    storeCodes.find((store) =>
      storePolicies[store].invoicing.accounts.some(({ value }) => bare(value) === wanted),
    ) ?? null
  )
}

interface NewEntry {
  store: StoreCode
  account: string
  transaction: BankTransaction
  fileName: string
}

async function importTransaction(
  services: InvoiceServices,
  actor: Actor,
  entry: NewEntry,
): Promise<ImportedRow> {
  const { store, transaction } = entry
  const { bookedOn, amountMinor, currency, isReversal, references } = transaction
  const facts = { store, bookedOn, amountMinor, currency, isReversal, references }
  return audited(services.db, actor, async (trx, record): Promise<ImportedRow> => {
    const inside = { ...services, db: trx }
    const importedAt = new Date(services.clock())
    const entryId = await insertBankEntry(trx, { ...entry, importedAt })
    if (entryId === null) return { ...facts, entryId, result: 'repeated', invoices: [] }
    const outcome = isReversal
      ? await reverse(inside, actor, record, { ...entry, entryId })
      : await match(inside, actor, record, { ...entry, entryId })
    record({
      action: 'bank_entry.import',
      object: ['bank_entry', entryId],
      store,
      after: {
        amountMinor,
        problem: outcome.problem,
        invoices: outcome.invoices.map(({ invoice }) => invoice),
      },
    })
    return { ...facts, entryId, result: outcome.problem ?? 'matched', invoices: outcome.invoices }
  })
}

type StoredEntry = NewEntry & { entryId: number }
type Outcome = { problem: EntryProblem | null; invoices: ImportedRow['invoices'] }

/** Puts an entry on the invoices that it mentions. */
async function match(
  services: InvoiceServices,
  actor: Actor,
  record: RecordAudit,
  entry: StoredEntry,
): Promise<Outcome> {
  const { store, transaction } = entry
  const mentioned = mentionedNumbers(storePolicies[store].invoicing.reference, transaction)
  // Read under the locks of their orders: a concurrent payment is counted.
  const candidates = await lockCandidates(services, store, mentioned)
  const found = matchEntry(transaction, mentioned, candidates, stores[store].currency)
  return applyMatch(services, actor, record, entry, found)
}

/** Puts an entry on its invoices; the rest of it waits. */
async function applyMatch(
  services: InvoiceServices,
  actor: Actor,
  record: RecordAudit,
  { entryId, transaction }: StoredEntry,
  match: EntryMatch,
): Promise<Outcome> {
  const invoices: ImportedRow['invoices'] = []
  for (const { invoice, amountMinor } of match.invoices) {
    const locked = await lockInvoice(services, invoice)
    if (!locked) throw new Error(`invoice ${invoiceName(invoice)} is gone`)
    const payment = {
      amountMinor,
      paidOn: transaction.bookedOn,
      reference: transaction.references[0]?.slice(0, 140) ?? null,
      source: 'bank_file',
      bankEntryId: entryId,
    } as const
    if (transaction.isReversal) await reversePayment(services, actor, record, locked, payment)
    else await addPayment(services, actor, record, locked, payment)
    const after = await findInvoice(services, invoice)
    invoices.push({ invoice: invoiceName(invoice), amountMinor, state: after?.state ?? invoice.state })
  }
  const assignedMinor = sumMinor(match.invoices.map(({ amountMinor }) => amountMinor))
  await setEntryOutcome(services.db, entryId, {
    problem: match.problem,
    unassignedMinor: subtractMinor(transaction.amountMinor, assignedMinor),
  })
  return { problem: match.problem, invoices }
}

/**
 * Takes back what the reversed entry paid, if the bank names it; otherwise a payment of the mentioned invoice. An
 * entry that was never on an invoice is closed together with its reversal.
 */
async function reverse(
  services: InvoiceServices,
  actor: Actor,
  record: RecordAudit,
  entry: StoredEntry,
): Promise<Outcome> {
  const { account, transaction, entryId } = entry
  const { db: trx } = services
  const original = await findReversedEntry(trx, account, transaction)
  if (original && original.unassignedMinor === transaction.amountMinor && original.dismissedReason === null) {
    const dismissedReason = 'reversed by the bank'
    const outcome = { problem: null, unassignedMinor: transaction.amountMinor, dismissedReason }
    await setEntryOutcome(trx, original.id, outcome)
    await setEntryOutcome(trx, entryId, outcome)
    return { problem: null, invoices: [] }
  }
  if (original && original.unassignedMinor === zeroMinor) {
    const paid = await invoicesPaidBy(trx, original.id)
    const invoices: EntryMatch['invoices'] = []
    for (const { amountMinor, ...name } of paid) {
      const locked = await lockInvoice(services, name)
      if (locked && locked.invoice.paidMinor >= amountMinor)
        invoices.push({ invoice: locked.invoice, amountMinor })
    }
    if (invoices.length === paid.length && paid.length > 0)
      return applyMatch(services, actor, record, entry, { invoices, problem: null })
  }
  return match(services, actor, record, entry)
}

/** At most this many invoices are compared for one transaction. */
const mostCandidates = 50

/** The store's invoices that a transaction mentions; their orders are locked, in ascending order. */
async function lockCandidates(
  services: InvoiceServices,
  store: StoreCode,
  { references, texts, orders }: MentionedNumbers,
): Promise<InvoiceBalance[]> {
  const { rows } = await sql<{ number: number }>`
    select i.number from invoice i join orders o on o.id = i.order_id
    where i.store = ${store} and i.kind = 'invoice'
      and (i.number = any(${[...new Set([...references, ...texts])]}::integer[]) or o.number = any(${orders}::text[]))
    order by i.order_id, i.number limit ${mostCandidates}`.execute(services.db)
  const candidates: InvoiceBalance[] = []
  for (const { number } of rows) {
    const locked = await lockInvoice(services, { store, number })
    if (locked) candidates.push(locked.invoice)
  }
  return candidates
}
