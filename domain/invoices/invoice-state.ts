/** What is open of an invoice. The figures and the state are computed by the routine `invoice_balances`. Pure. */
import { subtractMinor, type Minor } from '../money/money.ts'
import type { CurrencyCode } from '../stores/store.ts'
import { isStoreCode, type StoreCode } from '../stores/stores.ts'

/**
 * `overdue`: something is open after the due date, whether or not a part is paid. `credited`: credit notes cover all
 * of it. `written_off`: staff gave up what is open.
 */
export const invoiceStates = ['open', 'partly_paid', 'overdue', 'paid', 'credited', 'written_off'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** An invoice's name: numbers are unique within their store. */
export interface InvoiceName {
  store: StoreCode
  number: number
}

export interface InvoiceBalance extends InvoiceName {
  id: number
  orderId: number
  orderNumber: string
  currency: CurrencyCode
  /** `YYYY-MM-DD`. */
  dueOn: string
  issuedAt: Date
  amountMinor: Minor
  /** Payments less reversals and repayments. */
  paidMinor: Minor
  /** The part of the order's credit notes that settles this invoice. */
  creditedMinor: Minor
  writtenOffMinor: Minor
  openMinor: Minor
  /** Paid, and credited afterwards: to be paid back to the buyer. */
  repayMinor: Minor
  /** Not reminded, because the buyer disputes it. */
  isHeld: boolean
  state: InvoiceState
}

/**
 * What can still be paid on an invoice. A later payment of an invoice that was written off is accepted and takes the
 * write-off back.
 */
export const payableMinor = ({ amountMinor, paidMinor, creditedMinor }: InvoiceBalance): Minor =>
  subtractMinor(subtractMinor(amountMinor, paidMinor), creditedMinor)

/** `sv-12`. */
export const invoiceName = ({ store, number }: InvoiceName): string => `${store}-${number}`

/** Reads `sv-12`; null: it is not the name of an invoice. */
export function readInvoiceName(text: string): InvoiceName | null {
  const [, store = '', digits = ''] = /^([a-z]{2,8})-(\d{1,9})$/.exec(text.trim().toLowerCase()) ?? []
  return isStoreCode(store) && Number(digits) > 0 ? { store, number: Number(digits) } : null
}
