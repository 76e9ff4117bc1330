/**
 * Instabox lockers through Instabee's availability API. Options have a name but no address, and some exist only
 * for a while: the availability token and the sort code go back unchanged when the parcel is booked.
 */
import { z } from 'zod'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { InstabeeAccount } from './account.ts'

const answerSchema = z.object({
  availabilityToken: z.string().min(1),
  deliveryOptions: z.array(z.unknown()).default([]),
})

const optionSchema = z.object({
  sortCode: z.string().min(1),
  type: z.string(),
  deliveryOption: z.string().min(1),
  eta: z.string().nullish(),
})

export function createInstabee(account: InstabeeAccount, log: WarningLog): CarrierAdapter {
  const { url, apiKey, product } = account
  const headers = { authorization: `Bearer ${apiKey}` }
  const client = createCarrierClient({ name: 'instabee', url, headers }, log)
  return {
    countries: ['SE', 'NO', 'DK', 'FI'],
    async servicePoints({ countryCode, postalCode }) {
      const answer = await client.get({
        path: `/availability/countries/${countryCode}/postal-codes/${postalCode}/delivery-options`,
        route: '/availability/countries/:country/postal-codes/:code/delivery-options',
        query: { brand: 'instabox', product },
        schema: answerSchema,
      })
      if (!answer.ok) return { ok: false, code: 'carrier_unavailable' }
      const { availabilityToken, deliveryOptions } = answer.body
      const lockers = client
        .readEach(deliveryOptions, optionSchema)
        .filter(({ type }) => type === 'LOCKER')
        .slice(0, pointsPerQuery)
      return {
        ok: true,
        points: lockers.map(({ sortCode, deliveryOption }): ServicePoint => {
          const booking = { availabilityToken, sortCode }
          return {
            id: sortCode,
            carrier: 'instabox',
            type: 'locker',
            name: deliveryOption,
            street: '',
            postalCode: '',
            city: '',
            countryCode,
            position: null,
            distanceMetres: null,
            openingHours: [],
            booking,
          }
        }),
      }
    },
  }
}
