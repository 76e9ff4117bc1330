/** The European Commission's VIES: whether a VAT number is registered in a member state. REST, no key. */
import { z } from 'zod'
import type { RegisterAnswer, VatNumberRegisters } from '../../domain/vat-numbers/vat-number-registers.ts'
import { askRegister } from '../../providers/vat-number/register-client.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

const answerSchema = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().nullish(),
  /** `VALID`, `INVALID`, or why the member state could not be asked, as `MS_UNAVAILABLE`. */
  userError: z.string().nullish(),
})

const unavailable: RegisterAnswer = { status: 'unavailable', register: 'vies', consultationNumber: null }

/** `url`: origin, with a path only for a simulator. */
export function createVies(url: string, log: WarningLog): VatNumberRegisters {
  return {
    async check(number, requester) {
      const path = '/taxation_customs/vies/rest-api/check-vat-number'
      const answer = await askRegister('vies', log, `${url}${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({
          countryCode: number.countryCode,
          vatNumber: number.number,
          // VIES knows no Norwegian requesters.
          ...(requester &&
            requester.countryCode !== 'NO' && {
              requesterMemberStateCode: requester.countryCode,
              requesterNumber: requester.number,
            }),
        }),
      })
      if (!answer) return unavailable
      const read = answerSchema.safeParse(answer.body)
      const error = read.success ? (read.data.userError ?? '') : `http_${answer.status}`
      const isAnswer = read.success && answer.status === 200 && ['', 'VALID', 'INVALID'].includes(error)
      if (!isAnswer) {
        log.warn({ register: 'vies', country: number.countryCode, error }, 'a VAT register could not say')
        return unavailable
      }
      const { valid, requestIdentifier } = read.data
      return {
        status: valid ? 'valid' : 'invalid',
        register: 'vies',
        consultationNumber: requestIdentifier ? requestIdentifier : null,
      }
    },
  }
}
