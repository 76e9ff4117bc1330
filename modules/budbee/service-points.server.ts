/** Budbee's boxes (parcel lockers). */
import { z } from 'zod'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { BudbeeAccount } from './account.ts'

const answerSchema = z.object({ lockers: z.array(z.unknown()).default([]) })

const pointSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  distance: z.number().nullish(),
  address: z.object({
    street: z.string().default(''),
    postalCode: z.string().default(''),
    city: z.string().default(''),
    country: z.string(),
    coordinate: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
  }),
  openingHours: z.object({ weekdayText: z.array(z.string()).default([]) }).nullish(),
})

export function createBudbee(account: BudbeeAccount, log: WarningLog): CarrierAdapter {
  const { url, apiKey, apiSecret } = account
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    accept: 'application/vnd.budbee.boxes-v1+json',
  }
  const client = createCarrierClient({ name: 'budbee', url, headers }, log)
  return {
    countries: ['SE', 'DK', 'FI'],
    async servicePoints({ countryCode, postalCode, language }) {
      const answer = await client.get({
        path: `/boxes/postalcodes/validate/${countryCode}/${postalCode}`,
        route: '/boxes/postalcodes/validate/:country/:code',
        query: { language: language.replace('-', '_') },
        schema: answerSchema,
      })
      // A postal code that Budbee does not serve is an answer, not a failure.
      if (!answer.ok && answer.status === 404) return { ok: true, points: [] }
      if (!answer.ok) return { ok: false, code: 'carrier_unavailable' }
      const points = client.readEach(answer.body.lockers, pointSchema)
      return { ok: true, points: points.slice(0, pointsPerQuery).map(pointOf) }
    },
  }
}

function pointOf(point: z.output<typeof pointSchema>): ServicePoint {
  const { address } = point
  return {
    id: point.id,
    carrier: 'budbee',
    type: 'locker',
    name: point.name,
    street: address.street,
    postalCode: address.postalCode.replaceAll(' ', ''),
    city: address.city,
    countryCode: address.country,
    position: address.coordinate ?? null,
    distanceMetres: point.distance ?? null,
    openingHours: point.openingHours?.weekdayText ?? [],
  }
}
