/** Chooses the register of a number's country. */
import type { WarningLog } from '../../domain/log/warning-log.ts'
import {
  registerOf,
  type RegisterUrls,
  type VatNumberRegisters,
} from '../../domain/vat-numbers/vat-number-registers.ts'

/** Opens a register. `url`: its origin, with a path only for a simulator. */
export type OpenVatRegister = (url: string, log: WarningLog) => VatNumberRegisters

/** Null urls: no register is asked, and every answer is `unavailable`. */
export function createVatNumberRegisters(
  openers: ReadonlyMap<string, OpenVatRegister>,
  urls: RegisterUrls | null,
  log: WarningLog,
): VatNumberRegisters {
  const registers = new Map(
    Object.entries(urls ?? {}).map(([name, url]) => [name, openers.get(name)?.(url, log)]),
  )
  return {
    async check(number, requester) {
      const name = registerOf(number.countryCode)
      const register = name === null ? undefined : registers.get(name)
      return (
        register?.check(number, requester) ?? {
          status: 'unavailable',
          register: null,
          consultationNumber: null,
        }
      )
    },
  }
}
