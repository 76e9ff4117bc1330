/** Bring's pickup points; NO, SE, DK and FI. More than 80 requests a second are refused (429). */
import { z } from 'zod'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { BringAccount } from './account.ts'

const answerSchema = z.object({ pickupPoint: z.array(z.unknown()).default([]) })

const text = z.string().nullish()
const pointSchema = z.object({
  id: z.coerce.string().min(1),
  name: z.string().min(1),
  visitingAddress: text,
  visitingPostalCode: text,
  visitingCity: text,
  address: text,
  postalCode: text,
  city: text,
  countryCode: z.string(),
  latitude: z.coerce.number().nullish(),
  longitude: z.coerce.number().nullish(),
  /** Kilometres, written as text. */
  distanceInKm: z.coerce.number().nullish(),
  openingHoursNorwegian: text,
  openingHoursSwedish: text,
  openingHoursDanish: text,
  openingHoursFinnish: text,
})

/** The member with the opening hours in the country's language. */
const hoursMember = {
  NO: 'openingHoursNorwegian',
  SE: 'openingHoursSwedish',
  DK: 'openingHoursDanish',
  FI: 'openingHoursFinnish',
} as const

export function createBring(account: BringAccount, log: WarningLog): CarrierAdapter {
  const { url, uid, apiKey, clientUrl } = account
  const headers = {
    'X-Mybring-API-Uid': uid,
    'X-Mybring-API-Key': apiKey,
    'X-Bring-Client-URL': clientUrl,
  }
  const client = createCarrierClient({ name: 'bring', url, headers }, log)
  return {
    countries: Object.keys(hoursMember),
    async servicePoints({ countryCode, kind, postalCode }) {
      const type = kind === 'locker' ? 'locker' : 'manned'
      const answer = await client.get({
        path: `/pickuppoint/api/pickuppoint/${countryCode}/postalCode/${postalCode}.json`,
        route: '/pickuppoint/api/pickuppoint/:country/postalCode/:code',
        query: { numberOfResponses: String(pointsPerQuery), pickupPointType: type },
        schema: answerSchema,
      })
      if (!answer.ok) return { ok: false, code: 'carrier_unavailable' }
      const points = client.readEach(answer.body.pickupPoint, pointSchema)
      return { ok: true, points: points.map((point) => pointOf(point, type)) }
    },
  }
}

function pointOf(point: z.output<typeof pointSchema>, type: ServicePoint['type']): ServicePoint {
  const member = hoursMember[point.countryCode as keyof typeof hoursMember] as
    | (typeof hoursMember)[keyof typeof hoursMember]
    | undefined
  const hours = member && point[member]
  const { latitude, longitude, distanceInKm } = point
  return {
    id: point.id,
    carrier: 'bring',
    type,
    name: point.name,
    street: point.visitingAddress ?? point.address ?? '',
    postalCode: (point.visitingPostalCode ?? point.postalCode ?? '').replaceAll(' ', ''),
    city: point.visitingCity ?? point.city ?? '',
    countryCode: point.countryCode,
    position: latitude != null && longitude != null ? { latitude, longitude } : null,
    distanceMetres: distanceInKm == null ? null : Math.round(distanceInKm * 1000),
    openingHours: hours
      ? hours
          .split(/\s*[,;\n]\s*/)
          .filter(Boolean)
          .map(hoursText)
      : [],
  }
}

/** "Man - Fre 08:00-20:00" as "man–fre 08:00–20:00", the spelling of the other carriers' hours. */
const hoursText = (hours: string): string => hours.replaceAll(/\s*-\s*/g, '–').toLowerCase()
