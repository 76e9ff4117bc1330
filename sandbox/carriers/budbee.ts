/** The simulated Budbee: boxes that serve a postal code. */
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'
import { addBudbeeParcels } from './budbee-parcels.ts'
import { simulatedKeys } from './keys.ts'
import { noPayments, placesNear } from './places.ts'

const mediaType = 'application/vnd.budbee.boxes-v1+json'

export const simulatedBudbee: SimulatedProvider = {
  name: 'budbee',
  mount(app, context) {
    const clear = addBudbeeParcels(app, context)
    const { clock } = context
    app.get<{ Params: { country: string; postalCode: string } }>(
      '/boxes/postalcodes/validate/:country/:postalCode',
      ({ params, headers }, reply) => {
        const { apiKey, apiSecret } = simulatedKeys.budbee
        const expected = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
        if (headers.authorization !== expected) return reply.code(401).send()
        if (headers.accept !== mediaType) return reply.code(406).send()
        const places = placesNear(params.country, params.postalCode, 'locker')
        if (!places) return reply.code(404).send({ message: 'Postal code is not served' })
        const dayMs = 86_400_000
        return reply.type(mediaType).send({
          lockers: places.map((place) => ({
            id: `BOX${place.number}`,
            name: place.name,
            label: place.name,
            directions: '',
            distance: place.distanceMetres,
            address: {
              street: `${place.street} ${place.streetNumber}`,
              postalCode: place.postalCode,
              city: place.city,
              country: place.countryCode,
              coordinate: { latitude: place.latitude, longitude: place.longitude },
            },
            estimatedDelivery: new Date(clock.now() + dayMs).toISOString(),
            cutoff: new Date(clock.now() + dayMs / 2).toISOString(),
            openingHours: { periods: [], weekdayText: ['24/7'] },
          })),
        })
      },
    )
    return { ...noPayments, clear }
  },
}
