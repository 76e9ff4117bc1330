/** The port to the registers that know whether a VAT number exists; each register is a module. */
import { entriesOf, valuesOf, type DeclaredName } from '../../modules/modules.ts'
import type { VatNumber } from './vat-number.ts'

export type RegisterName = DeclaredName<'vatRegisters'>

export type RegisterAnswer =
  | {
      status: 'valid' | 'invalid'
      register: RegisterName
      /** The register's proof that it was asked; null where it gives none. */
      consultationNumber: string | null
    }
  /** The register does not answer, or the country has none. Says nothing about the number. */
  | { status: 'unavailable'; register: RegisterName | null; consultationNumber: null }

/** A register, or all of them: each number is asked of its country's. */
export interface VatNumberRegisters {
  /** `requester`: the store's own number; VIES gives a consultation number only to a named requester. */
  check(number: VatNumber, requester: VatNumber | null): Promise<RegisterAnswer>
}

/** Origin of each register, with a path only for a simulator. */
export type RegisterUrls = Readonly<Record<RegisterName, string>>

/** `simulatorUrl`: null with live providers. */
export const registerUrls = (simulatorUrl: string | null): RegisterUrls =>
  simulatorUrl === null
    ? valuesOf('vatRegisters', ({ url }) => url)
    : (Object.fromEntries(
        [...entriesOf('vatRegisters').keys()].map((name) => [name, `${simulatorUrl}/${name}`]),
      ) as RegisterUrls)

/** The register that knows the numbers of a country, one from outside before the shop's; null: none does. */
export const registerOf = (countryCode: string): RegisterName | null =>
  [...entriesOf('vatRegisters')].findLast(([, { countries }]) => countries.includes(countryCode))?.[0] ?? null
