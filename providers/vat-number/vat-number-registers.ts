/** Chooses the register of a number's country. */
import type { VatNumberRegisters } from '../../domain/vat-numbers/vat-number-registers.ts'
import { createBrreg } from './brreg/brreg.ts'
import { createVies } from './vies/vies.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

export interface RegisterUrls {
  vies: string
  brreg: string
}

/** Null urls: no register is asked, and every answer is `unavailable`. */
export function createVatNumberRegisters(urls: RegisterUrls | null, log: WarningLog): VatNumberRegisters {
  if (urls === null)
    return {
      check: () => Promise.resolve({ status: 'unavailable', register: null, consultationNumber: null }),
    }
  const vies = createVies(urls.vies, log)
  const brreg = createBrreg(urls.brreg, log)
  return {
    check: (number, requester) => (number.countryCode === 'NO' ? brreg : vies).check(number, requester),
  }
}
