/** The simulated DHL: Location Finder Unified, search by address. */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'
import { addDhlParcels } from './dhl-parcels.ts'
import { simulatedKeys } from './keys.ts'
import { hoursPerDay, noPayments, placesNear, type SimulatedPlace } from './places.ts'

export const simulatedDhl: SimulatedProvider = {
  name: 'dhl',
  mount(app, context) {
    const clear = addDhlParcels(app, context)
    app.get<{ Querystring: Record<string, string | undefined> }>(
      '/location-finder/v1/find-by-address',
      ({ query, headers }, reply) => {
        const problem = (status: number, title: string, detail: string) =>
          reply.code(status).send({ status, title, detail })
        if (headers['dhl-api-key'] !== simulatedKeys.dhl.apiKey)
          return problem(401, 'Unauthorized', 'Unauthorized for given resource.')
        const { countryCode = '', postalCode = '', serviceType = '', locationType = 'servicepoint' } = query
        if (!/^[A-Z]{2}$/.test(countryCode)) return problem(400, 'Bad Request', 'countryCode is invalid')
        // A Packstation is found only under the service for registered customers.
        const service = locationType === 'locker' && countryCode === 'DE' ? '-registered' : ''
        const places =
          serviceType === `parcel:pick-up${service}`
            ? placesNear(countryCode, postalCode, locationType === 'locker' ? 'locker' : 'shop')
            : null
        return reply.send({ locations: (places ?? []).map(describe) })
      },
    )
    return { ...noPayments, clear }
  },
}

function describe(place: SimulatedPlace): object {
  const keyword = place.isLocker ? 'Packstation' : 'Postfiliale'
  return {
    url: `/locations/8003-${place.number}`,
    location: {
      ids: [{ locationId: `8003-${place.number}`, provider: 'parcel' }],
      keyword,
      keywordId: place.number.slice(-3),
      type: place.isLocker ? 'locker' : 'postoffice',
    },
    name: place.isLocker ? `${keyword} ${place.number.slice(-3)}` : place.name,
    distance: place.distanceMetres,
    place: {
      address: {
        countryCode: place.countryCode,
        postalCode: place.postalCode,
        addressLocality: place.city,
        streetAddress: `${place.street} ${place.streetNumber}`,
      },
      geo: { latitude: place.latitude, longitude: place.longitude },
    },
    openingHours: hoursPerDay(place).flatMap((hours, day) =>
      hours === null
        ? []
        : [
            {
              opens: `${hours.opens}:00`,
              closes: `${hours.closes}:00`,
              dayOfWeek: `http://schema.org/${days[day]}`,
            },
          ],
    ),
    closurePeriods: [],
    serviceTypes: ['parcel:pick-up', 'parcel:drop-off'],
  }
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
