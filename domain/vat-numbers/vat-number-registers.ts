/** The port to the registers that know whether a VAT number exists; adapters are in providers/vat-number. */
import type { VatNumber } from './vat-number.ts'

export type RegisterName = 'vies' | 'brreg'

export type RegisterAnswer =
  | {
      status: 'valid' | 'invalid'
      register: RegisterName
      /** The register's proof that it was asked; null where it gives none. */
      consultationNumber: string | null
    }
  /** The register does not answer, or the country has none. Says nothing about the number. */
  | { status: 'unavailable'; register: RegisterName | null; consultationNumber: null }

export interface VatNumberRegisters {
  /** `requester`: the store's own number; VIES gives a consultation number only to a named requester. */
  check(number: VatNumber, requester: VatNumber | null): Promise<RegisterAnswer>
}
