/** PostNord's service points, API version 5 (`businesslocation/v5`); SE, NO, DK and FI. */
import { z } from 'zod'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import { openingHoursText, type OpenDay } from '../../providers/carriers/opening-hours.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { PostnordAccount } from './account.ts'

const lockerType = 2
/** PostNord numbers its kinds of service points differently in each country. */
const mannedTypes: Record<string, string> = { SE: '25', NO: '37', DK: '24,25,54', FI: '38' }

const answerSchema = z.object({
  servicePointInformationResponse: z.object({ servicePoints: z.array(z.unknown()).default([]) }),
})

const text = z.string().default('')
const address = z.object({
  countryCode: z.string(),
  city: text,
  streetName: text,
  streetNumber: text,
  postalCode: text,
})
const pointSchema = z.object({
  servicePointId: z.coerce.string().min(1),
  name: z.string().min(1),
  routeDistance: z.number().nullish(),
  visitingAddress: address,
  coordinates: z.array(z.object({ northing: z.number(), easting: z.number() })).default([]),
  openingHours: z
    .object({
      postalServices: z
        .array(z.object({ openDay: z.string(), openTime: z.string(), closeTime: z.string() }))
        .default([]),
    })
    .nullish(),
  type: z.object({ typeId: z.number().nullish() }).nullish(),
})

export function createPostnord(account: PostnordAccount, log: WarningLog): CarrierAdapter {
  const client = createCarrierClient({ name: 'postnord', url: account.url }, log)
  return {
    countries: Object.keys(mannedTypes),
    async servicePoints({ countryCode, kind, postalCode, language }) {
      const path = '/rest/businesslocation/v5/servicepoints/nearest/byaddress'
      const answer = await client.get({
        path,
        route: path,
        query: {
          apikey: account.apiKey,
          returnType: 'json',
          countryCode,
          agreementCountry: countryCode,
          postalCode,
          numberOfServicePoints: String(pointsPerQuery),
          srId: 'EPSG:4326',
          context: 'optionalservicepoint',
          responseFilter: 'public',
          typeId: kind === 'locker' ? String(lockerType) : (mannedTypes[countryCode] ?? ''),
        },
        schema: answerSchema,
      })
      if (!answer.ok) return { ok: false, code: 'carrier_unavailable' }
      const points = client.readEach(answer.body.servicePointInformationResponse.servicePoints, pointSchema)
      return { ok: true, points: points.map((point) => pointOf(point, language)) }
    },
  }
}

function pointOf(point: z.output<typeof pointSchema>, language: string): ServicePoint {
  const { visitingAddress: place, coordinates, openingHours } = point
  return {
    id: point.servicePointId,
    carrier: 'postnord',
    type: point.type?.typeId === lockerType ? 'locker' : 'manned',
    name: point.name,
    street: [place.streetName, place.streetNumber].filter(Boolean).join(' '),
    postalCode: place.postalCode.replaceAll(' ', ''),
    city: place.city,
    countryCode: place.countryCode,
    position: coordinates[0]
      ? { latitude: coordinates[0].northing, longitude: coordinates[0].easting }
      : null,
    distanceMetres: point.routeDistance ?? null,
    openingHours: openingHoursText(
      (openingHours?.postalServices ?? []).flatMap(({ openDay, openTime, closeTime }): OpenDay[] => {
        const day = dayNames.indexOf(openDay.toLowerCase())
        return day === -1 ? [] : [{ day, opens: openTime.slice(0, 5), closes: closeTime.slice(0, 5) }]
      }),
      language,
    ),
  }
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
