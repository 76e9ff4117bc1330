/** Brønnøysundregistrene: whether a Norwegian company exists and is registered for VAT. Open data, no key. */
import { z } from 'zod'
import type { RegisterAnswer, VatNumberRegisters } from '../../domain/vat-numbers/vat-number-registers.ts'
import { askRegister } from '../../providers/vat-number/register-client.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

const answerSchema = z.object({
  registrertIMvaregisteret: z.boolean(),
  /** Set on companies that were deleted. */
  slettedato: z.string().nullish(),
})

/** `url`: origin, with a path only for a simulator. */
export function createBrreg(url: string, log: WarningLog): VatNumberRegisters {
  const result = (status: 'valid' | 'invalid'): RegisterAnswer => ({
    status,
    register: 'brreg',
    consultationNumber: null,
  })
  return {
    async check({ number }) {
      const answer = await askRegister('brreg', log, `${url}/enhetsregisteret/api/enheter/${number}`, {
        headers: { accept: 'application/json' },
      })
      // 404: never existed; 410: deleted.
      if (answer?.status === 404 || answer?.status === 410) return result('invalid')
      const read = answerSchema.safeParse(answer?.body)
      if (answer?.status === 200 && read.success)
        return result(read.data.registrertIMvaregisteret && !read.data.slettedato ? 'valid' : 'invalid')
      if (answer) log.warn({ register: 'brreg', status: answer.status }, 'a VAT register could not say')
      return { status: 'unavailable', register: 'brreg', consultationNumber: null }
    },
  }
}
