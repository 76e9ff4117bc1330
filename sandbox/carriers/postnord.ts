/** The simulated PostNord: service points near an address, version 5. */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'
import { addPostnordParcels } from './postnord-parcels.ts'
import { simulatedKeys } from './keys.ts'
import { hoursPerDay, noPayments, placesNear, type SimulatedPlace } from './places.ts'

const typeNames: Record<string, string> = {
  '2': 'Parcel locker',
  '25': 'Service point',
  '37': 'Post in shop',
}

export const simulatedPostnord: SimulatedProvider = {
  name: 'postnord',
  mount(app, context) {
    const clear = addPostnordParcels(app, context)
    app.get<{ Querystring: Record<string, string | undefined> }>(
      '/rest/businesslocation/v5/servicepoints/nearest/byaddress',
      ({ query }, reply) => {
        const fault = (status: number, explanationText: string) =>
          reply.code(status).send({
            servicePointInformationResponse: { compositeFault: { faults: [{ explanationText }] } },
          })
        if (query['apikey'] !== simulatedKeys.postnord.apiKey) return fault(403, 'Invalid API key')
        if (query['returnType'] !== 'json') return fault(400, 'Return type is not supported')
        const { countryCode = '', postalCode = '', typeId = '', numberOfServicePoints = '5' } = query
        if (!['SE', 'NO', 'DK', 'FI'].includes(countryCode)) return fault(400, 'Invalid country code')
        if (query['srId'] !== 'EPSG:4326') return fault(400, 'Invalid spatial reference')
        const type = typeId.split(',')[0] || '25'
        const places = placesNear(countryCode, postalCode, type === '2' ? 'locker' : 'shop')
        if (!places) return fault(400, 'Invalid postal code')
        return reply.send({
          servicePointInformationResponse: {
            servicePoints: places
              .slice(0, Number(numberOfServicePoints))
              .map((place) => describe(place, Number(type))),
          },
        })
      },
    )
    return { ...noPayments, clear }
  },
}

function describe(place: SimulatedPlace, typeId: number): object {
  const address = {
    countryCode: place.countryCode,
    city: place.city.toUpperCase(),
    streetName: place.street,
    streetNumber: place.streetNumber,
    postalCode: place.postalCode,
  }
  return {
    name: place.name,
    servicePointId: place.number,
    phoneNoToCashRegister: null,
    routingCode: null,
    routeDistance: place.distanceMetres,
    visitingAddress: address,
    deliveryAddress: address,
    notificationArea: { postalCodes: [place.postalCode] },
    coordinates: [
      {
        countryCode: place.countryCode,
        northing: place.latitude,
        easting: place.longitude,
        srId: 'EPSG:4326',
      },
    ],
    openingHours: {
      postalServices: hoursPerDay(place).flatMap((hours, day) =>
        hours === null
          ? []
          : [{ openDay: days[day], openTime: hours.opens, closeDay: days[day], closeTime: hours.closes }],
      ),
      specialDates: [],
    },
    type: { groupTypeName: 'Service agent', typeId, typeName: typeNames[String(typeId)] ?? 'Service point' },
  }
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
