/** What a bank reports about an account, whatever the format of its file. Pure. */
import type { Minor } from '../money/money.ts'

/** Money that arrived, or its reversal: one transaction of an entry. */
export interface BankTransaction {
  /**
   * What distinguishes it from every other transaction of the account, the same in each file that holds it: the bank's
   * reference and its content.
   */
  identity: readonly (string | number | boolean | null)[]
  /** `YYYY-MM-DD`. */
  bookedOn: string
  amountMinor: Minor
  /** ISO 4217. */
  currency: string
  /** The bank took an earlier payment back. */
  isReversal: boolean
  bankReference: string | null
  /** Structured references as the payer gave them (OCR, KID, FIK, RF). */
  references: readonly string[]
  /** Free text of the payer. */
  message: string | null
  payer: string | null
  /** The transactions of its entry do not add up to the entry: its amount is the entry's. */
  isIncomplete: boolean
}

export interface BankStatement {
  /** IBAN, or the bank's other form, without spaces. */
  account: string
  transactions: readonly BankTransaction[]
  /** How many entries are no incoming money: outgoing payments, and entries that are not booked yet. */
  ignored: number
}

export type ReadBankFile =
  | { ok: true; statements: readonly BankStatement[] }
  /** `detail`: what was found, for the operator. */
  | {
      ok: false
      code: 'not_read' | 'not_well_formed' | 'doctype' | 'encoding' | 'wrong_format' | 'wrong_value'
      detail: string
    }
