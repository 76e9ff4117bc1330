/**
 * The simulated VIES. Every well-formed number is registered, except those whose digits (in Sweden without the
 * final 01) end in 99.
 */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'

interface ViesRequest {
  countryCode?: string
  vatNumber?: string
  requesterMemberStateCode?: string
  requesterNumber?: string
}

export const simulatedVies: SimulatedProvider = {
  name: 'vies',
  mount(app, { clock }) {
    app.post('/taxation_customs/vies/rest-api/check-vat-number', ({ body }, reply) => {
      const request = JSON.parse(typeof body === 'string' ? body : '{}') as ViesRequest
      const { countryCode = '', vatNumber = '', requesterMemberStateCode, requesterNumber } = request
      if (!/^[A-Z]{2}$/.test(countryCode) || countryCode === 'NO' || requesterMemberStateCode === 'NO')
        return reply.code(400).send({
          actionSucceed: false,
          errorWrappers: [{ error: requesterNumber ? 'INVALID_REQUESTER_INFO' : 'INVALID_INPUT' }],
        })
      const valid = /^\d{8,12}$/.test(vatNumber) && !/99(?:01)?$/.test(vatNumber)
      return reply.send({
        countryCode,
        vatNumber,
        requestDate: new Date(clock.now()).toISOString(),
        valid,
        requestIdentifier: valid && requesterNumber ? `WAPIAAAA${vatNumber}` : '',
        name: valid ? 'Simulated Company' : '---',
        address: '---',
        traderName: '---',
        userError: valid ? 'VALID' : 'INVALID',
      })
    })
    return { payments: () => [], clear: () => {} }
  },
}
