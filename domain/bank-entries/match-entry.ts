/**
 * Finds the invoices that a bank transaction pays: by its structured references, then by the numbers in its text, if
 * the amount is exactly what is open. What is not certain is left to staff. Pure.
 */
import { payableMinor, type InvoiceBalance } from '../invoices/invoice-state.ts'
import { readPaymentReference } from '../invoices/payment-reference.ts'
import { smallerMinor, subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import type { ReferenceScheme } from '../stores/store.ts'
import type { BankTransaction } from './bank-statement.ts'

/**
 * Why a transaction waits for staff. `overpaid`: the invoice is paid, and the rest is on no invoice. `nothing_open`:
 * the invoice was paid before, such as by a second payment of it. `incomplete`: a batch without its single payments.
 */
export const entryProblems = [
  'unknown',
  'ambiguous',
  'amount_differs',
  'nothing_open',
  'overpaid',
  'currency',
  'incomplete',
  'unknown_reversal',
] as const
export type EntryProblem = (typeof entryProblems)[number]

/** The numbers by which the invoices of a transaction are looked up. */
export interface MentionedNumbers {
  /** Of invoices, from references with a valid check digit. */
  references: number[]
  /** Of invoices, from other digits. */
  texts: number[]
  orders: string[]
}

export interface MatchedInvoice {
  invoice: InvoiceBalance
  amountMinor: Minor
}

/** `problem` null: everything of the transaction is on the invoices. */
export interface EntryMatch {
  invoices: MatchedInvoice[]
  problem: EntryProblem | null
}

/** What a transaction mentions; an RF reference is recognised in free text too, because it has check digits of its own. */
export function mentionedNumbers(
  scheme: ReferenceScheme,
  { references, message }: Pick<BankTransaction, 'references' | 'message'>,
): MentionedNumbers {
  const text = message ?? ''
  const creditorReferences = text.match(/\bRF ?\d{2}(?: ?\d)+/gi) ?? []
  const structured = [...references, ...creditorReferences].flatMap((reference) => {
    const number = readPaymentReference(
      reference.trim().toUpperCase().startsWith('RF') ? 'rf' : scheme,
      reference,
    )
    return number === null ? [] : [number]
  })
  const unread = [...references, text].join(' ')
  const digits = unread.match(/\d+/g) ?? []
  const asReferences = digits.flatMap((each) => readPaymentReference(scheme, each) ?? [])
  const plain = digits.flatMap((each) => readPaymentReference('text', each) ?? [])
  return {
    references: [...new Set(structured)],
    texts: [...new Set([...asReferences, ...plain])],
    orders: [...new Set(unread.toUpperCase().match(/\b[A-Z]{1,3}\d{4,12}\b/g) ?? [])],
  }
}

/**
 * The invoices that a transaction pays, or whose payment it takes back. `candidates`: the store's invoices that it
 * mentions. `currency`: the store's.
 */
export function matchEntry(
  transaction: Pick<BankTransaction, 'amountMinor' | 'currency' | 'isIncomplete' | 'isReversal'>,
  mentioned: MentionedNumbers,
  candidates: readonly InvoiceBalance[],
  currency: string,
): EntryMatch {
  if (transaction.currency !== currency) return waits('currency')
  if (transaction.isIncomplete) return waits('incomplete')
  const match = transaction.isReversal ? matchReversal : matchPayment
  return match(transaction.amountMinor, mentioned, candidates)
}

function matchPayment(
  amountMinor: Minor,
  mentioned: MentionedNumbers,
  candidates: readonly InvoiceBalance[],
): EntryMatch {
  const referenced = candidates.filter(({ number }) => mentioned.references.includes(number))
  if (referenced.length === 1) return byReference(referenced[0]!, amountMinor)
  if (referenced.length > 1) return together(referenced, amountMinor) ?? waits('ambiguous')
  const inText = candidates.filter(isMentionedIn(mentioned))
  const exact = inText.filter((invoice) => payableMinor(invoice) === amountMinor)
  if (exact.length === 1) return { invoices: [{ invoice: exact[0]!, amountMinor }], problem: null }
  if (exact.length > 1) return waits('ambiguous')
  if (inText.length === 0) return waits('unknown')
  return (
    together(inText, amountMinor) ??
    waits(inText.some((invoice) => payableMinor(invoice) > 0) ? 'amount_differs' : 'nothing_open')
  )
}

/** The payment that a reversal takes back, if exactly one is possible. */
function matchReversal(
  amountMinor: Minor,
  mentioned: MentionedNumbers,
  candidates: readonly InvoiceBalance[],
): EntryMatch {
  const paid = candidates.filter((invoice) => invoice.paidMinor >= amountMinor)
  const referenced = paid.filter(({ number }) => mentioned.references.includes(number))
  const possible = referenced.length > 0 ? referenced : paid.filter(isMentionedIn(mentioned))
  if (possible.length !== 1) return waits('unknown_reversal')
  return { invoices: [{ invoice: possible[0]!, amountMinor }], problem: null }
}

const waits = (problem: EntryProblem): EntryMatch => ({ invoices: [], problem })

const isMentionedIn =
  ({ texts, orders }: MentionedNumbers) =>
  ({ number, orderNumber }: InvoiceBalance): boolean =>
    texts.includes(number) || orders.includes(orderNumber)

/** A reference is certain: a part is accepted, and more than is open is kept apart. */
function byReference(invoice: InvoiceBalance, amountMinor: Minor): EntryMatch {
  const payable = payableMinor(invoice)
  if (payable <= zeroMinor) return waits('nothing_open')
  const restMinor = subtractMinor(amountMinor, payable)
  return {
    invoices: [{ invoice, amountMinor: smallerMinor(amountMinor, payable) }],
    problem: restMinor > 0 ? 'overpaid' : null,
  }
}

/** One payment for several invoices; null: it is not exactly for all of them. */
function together(invoices: readonly InvoiceBalance[], amountMinor: Minor): EntryMatch | null {
  const open = invoices.filter((invoice) => payableMinor(invoice) > 0)
  if (open.length < 2 || sumMinor(open.map(payableMinor)) !== amountMinor) return null
  return { invoices: open.map((invoice) => ({ invoice, amountMinor: payableMinor(invoice) })), problem: null }
}
