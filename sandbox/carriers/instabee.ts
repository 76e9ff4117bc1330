/** The simulated Instabee: delivery options for a postal code. */
import { createHash } from 'node:crypto'
import type { SimulatedProvider } from '../simulator/simulated-provider.ts'
import { addInstabeeParcels } from './instabee-parcels.ts'
import { simulatedKeys } from './keys.ts'
import { noPayments, placesNear } from './places.ts'

export const simulatedInstabee: SimulatedProvider = {
  name: 'instabee',
  mount(app, context) {
    const clear = addInstabeeParcels(app, context)
    const { clock } = context
    app.get<{
      Params: { country: string; postalCode: string }
      Querystring: Record<string, string | undefined>
    }>(
      '/availability/countries/:country/postal-codes/:postalCode/delivery-options',
      ({ params, query, headers }, reply) => {
        if (headers.authorization !== `Bearer ${simulatedKeys.instabee.apiKey}`)
          return reply.code(401).send({ error: 'unauthorized' })
        if (query['brand'] !== 'instabox' || !query['product'])
          return reply.code(400).send({ error: 'brand and product are required' })
        const { country, postalCode } = params
        const places = placesNear(country, postalCode, 'locker')
        if (!places) return reply.code(400).send({ error: 'invalid postal code' })
        const hourMs = 3_600_000
        const eta = new Date(clock.now() + 24 * hourMs).toISOString()
        return reply.send({
          availabilityToken: createHash('sha256').update(`${country}${postalCode}`).digest('hex'),
          deliveryOptions: places.map((place) => ({
            sortCode: `${country}-${place.number}`,
            type: 'LOCKER',
            brand: 'instabox',
            deliveryOption: `Instabox ${place.name}, ${place.street} ${place.streetNumber}`,
            deliveryOptionWithEta: `Instabox ${place.name}, ${eta}`,
            eta,
            packBeforeDatetime: new Date(clock.now() + 6 * hourMs).toISOString(),
          })),
          responseExpiresAt: new Date(clock.now() + hourMs).toISOString(),
          showAsOptionInCheckout: places.length > 0,
        })
      },
    )
    return { ...noPayments, clear }
  },
}
