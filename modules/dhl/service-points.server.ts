/** DHL's Location Finder Unified: post offices and shops, and Packstationen; DE, DK, SE and NO. */
import { z } from 'zod'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import { openingHoursText, type OpenDay } from '../../providers/carriers/opening-hours.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { DhlAccount } from './account.ts'

/** Metres around the postal code. */
const radiusMetres = 15_000

const answerSchema = z.object({ locations: z.array(z.unknown()).default([]) })

const pointSchema = z.object({
  location: z.object({
    ids: z.array(z.object({ locationId: z.string(), provider: z.string().nullish() })).min(1),
    keyword: z.string().nullish(),
    keywordId: z.string().nullish(),
    type: z.string(),
  }),
  name: z.string().default(''),
  distance: z.number().nullish(),
  place: z.object({
    address: z.object({
      countryCode: z.string(),
      postalCode: z.string().default(''),
      addressLocality: z.string().default(''),
      streetAddress: z.string().default(''),
    }),
    geo: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
  }),
  openingHours: z
    .array(z.object({ opens: z.string(), closes: z.string(), dayOfWeek: z.string() }))
    .default([]),
})

export function createDhl(account: DhlAccount, log: WarningLog): CarrierAdapter {
  const headers = { 'DHL-API-Key': account.apiKey }
  const client = createCarrierClient({ name: 'dhl', url: account.url, headers }, log)
  return {
    countries: ['DE', 'DK', 'SE', 'NO'],
    async servicePoints({ countryCode, kind, postalCode, language }) {
      const isLocker = kind === 'locker'
      const path = '/location-finder/v1/find-by-address'
      const answer = await client.get({
        path,
        route: path,
        query: {
          countryCode,
          postalCode,
          providerType: 'parcel',
          // A Packstation delivers to registered customers only, and only under this service.
          serviceType: isLocker && countryCode === 'DE' ? 'parcel:pick-up-registered' : 'parcel:pick-up',
          radius: String(radiusMetres),
          limit: String(pointsPerQuery),
          ...(isLocker && { locationType: 'locker' }),
        },
        schema: answerSchema,
      })
      if (!answer.ok) return { ok: false, code: 'carrier_unavailable' }
      const points = client
        .readEach(answer.body.locations, pointSchema)
        .filter(({ location }) => (location.type === 'locker') === isLocker)
      return { ok: true, points: points.map((point) => pointOf(point, language)) }
    },
  }
}

function pointOf(point: z.output<typeof pointSchema>, language: string): ServicePoint {
  const { location, place } = point
  const keyword = [location.keyword, location.keywordId].filter(Boolean).join(' ')
  return {
    id: location.ids[0]!.locationId,
    carrier: 'DHL',
    type: location.type === 'locker' ? 'locker' : 'manned',
    name: [point.name, keyword].find(Boolean) ?? '',
    street: place.address.streetAddress,
    postalCode: place.address.postalCode.replaceAll(' ', ''),
    city: place.address.addressLocality,
    countryCode: place.address.countryCode,
    position: place.geo ?? null,
    distanceMetres: point.distance ?? null,
    openingHours: openingHoursText(
      point.openingHours.flatMap(({ opens, closes, dayOfWeek }): OpenDay[] => {
        const day = dayNames.indexOf(dayOfWeek.replace(/^.*\//, ''))
        return day === -1 ? [] : [{ day, opens: opens.slice(0, 5), closes: closes.slice(0, 5) }]
      }),
      language,
    ),
    // A parcel is addressed to the keyword and its number, as "Packstation 123".
    ...(keyword !== '' && { booking: { keyword } }),
  }
}

/** Days are addresses of schema.org, as `http://schema.org/Monday`. */
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
