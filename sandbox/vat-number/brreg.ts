/**
 * The simulated Brønnøysundregistrene. Every company exists and is registered for VAT, except: numbers that end
 * in 99 do not exist, in 98 were deleted, in 97 are not registered for VAT.
 */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'

export const simulatedBrreg: SimulatedProvider = {
  name: 'brreg',
  mount(app) {
    app.get<{ Params: { number: string } }>('/enhetsregisteret/api/enheter/:number', ({ params }, reply) => {
      const { number } = params
      if (!/^\d{9}$/.test(number)) return reply.code(400).send({ status: 400, error: 'Bad Request' })
      if (number.endsWith('99')) return reply.code(404).send()
      if (number.endsWith('98'))
        return reply.code(410).send({ organisasjonsnummer: number, slettedato: '2025-01-31' })
      return reply.send({
        organisasjonsnummer: number,
        navn: 'SIMULERT AS',
        organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
        registrertIMvaregisteret: !number.endsWith('97'),
        konkurs: false,
      })
    })
    return { payments: () => [], clear: () => {} }
  },
}
