/** The simulated Bring: pickup points for a postal code. */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'
import { addBringParcels } from './bring-parcels.ts'
import { simulatedKeys } from './keys.ts'
import { noPayments, placesNear, type SimulatedPlace } from './places.ts'

export const simulatedBring: SimulatedProvider = {
  name: 'bring',
  mount(app, context) {
    const clear = addBringParcels(app, context)
    app.get<{ Params: { country: string; file: string }; Querystring: Record<string, string | undefined> }>(
      '/pickuppoint/api/pickuppoint/:country/postalCode/:file',
      ({ params, query, headers }, reply) => {
        const { uid, apiKey } = simulatedKeys.bring
        const known = headers['x-mybring-api-uid'] === uid && headers['x-mybring-api-key'] === apiKey
        if (!known || !headers['x-bring-client-url'])
          return reply.code(401).type('text/plain').send('Authentication failed.')
        const [, postalCode = ''] = /^(\w+)\.json$/.exec(params.file) ?? []
        const isLocker = query['pickupPointType'] === 'locker'
        const places = placesNear(params.country.toUpperCase(), postalCode, isLocker ? 'locker' : 'shop')
        if (!places || params.country.toUpperCase() === 'DE')
          return reply.code(400).send({ status: 400, message: 'Postal code is invalid' })
        return reply.send({ pickupPoint: places.map(describe) })
      },
    )
    return { ...noPayments, clear }
  },
}

function describe(place: SimulatedPlace): object {
  const street = `${place.street} ${place.streetNumber}`
  const [weekday, saturday, sunday] = place.hours
  const hours = (names: readonly [string, string, string]) =>
    place.isLocker
      ? '24/7'
      : [weekday, saturday, sunday]
          .flatMap((day, index) => (day === null ? [] : [`${names[index]} ${day.opens}-${day.closes}`]))
          .join(', ')
  return {
    id: place.number,
    unitId: place.number,
    name: place.name,
    address: street,
    postalCode: place.postalCode,
    city: place.city.toUpperCase(),
    countryCode: place.countryCode,
    municipality: place.city.toUpperCase(),
    visitingAddress: street,
    visitingPostalCode: place.postalCode,
    visitingCity: place.city.toUpperCase(),
    openingHoursNorwegian: hours(['Man - Fre', 'Lør', 'Søn']),
    openingHoursEnglish: hours(['Mon - Fri', 'Sat', 'Sun']),
    openingHoursFinnish: hours(['Ma - Pe', 'La', 'Su']),
    openingHoursDanish: hours(['Man - Fre', 'Lør', 'Søn']),
    openingHoursSwedish: hours(['Mån - Fre', 'Lör', 'Sön']),
    latitude: place.latitude,
    longitude: place.longitude,
    distanceInKm: (place.distanceMetres / 1000).toFixed(1),
  }
}
