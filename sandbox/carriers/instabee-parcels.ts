/** The simulated Instabee: orders to lockers and returns from lockers, with labels. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from '../../providers/carriers/read-json.ts'
import { simulatedKeys } from './keys.ts'
import { createSimulatedParcels } from './parcels.ts'

const text = z.string().min(1)
const party = z.strictObject({
  name: text,
  email: z.email(),
  phone: z.string(),
  street: text,
  postalCode: text,
  city: text,
  countryCode: z.enum(['SE', 'NO', 'DK', 'FI']),
})
const common = {
  orderId: text,
  brand: z.enum(['instabox', 'budbee']),
  parcelPackingConfirmed: z.boolean(),
  cart: z.strictObject({ orderNumber: text }),
  dimensions: z.strictObject({
    weight: z.number().positive(),
    length: z.number().positive().optional(),
    width: z.number().positive().optional(),
    height: z.number().positive().optional(),
  }),
  recipient: party,
}
const order = z.discriminatedUnion('product', [
  z.strictObject({
    ...common,
    product: z.literal(simulatedKeys.instabee.product),
    availabilityToken: text,
    deliveryOption: z.strictObject({ sortCode: text }),
  }),
  z.strictObject({
    ...common,
    product: z.literal('LOCKER_RETURN'),
    isLabelless: z.boolean(),
    sender: party,
  }),
])

/** Adds the routes. Returns what forgets the parcels. */
export function addInstabeeParcels(app: FastifyInstance, { clock, url }: SimulatorContext): () => void {
  const parcels = createSimulatedParcels(clock)
  app.put('/orders', (request, reply) => {
    if (request.headers.authorization !== `Bearer ${simulatedKeys.instabee.apiKey}`)
      return reply.code(401).send({ error: 'unauthorized' })
    const read = readJson(request.body, order)
    if (!read.ok) return reply.code(400).send({ message: read.problems.join('; ') })
    const { orderId, recipient, product } = read.body
    const parcel =
      parcels.byReference(orderId) ??
      parcels.book({
        id: orderId,
        trackingNumber: `INB${parcels.nextNumber(12)}`,
        reference: orderId,
        lines: [
          `Instabee ${product}`,
          orderId,
          recipient.name,
          'deliveryOption' in read.body ? read.body.deliveryOption.sortCode : '',
        ],
      })
    return reply.send({
      orderId,
      parcelId: parcel.trackingNumber,
      labelCode: parcel.trackingNumber,
      labelUrl: `${url()}/labels/${parcel.trackingNumber}.pdf`,
      trackingUrl: `https://track.instabox.io/${parcel.trackingNumber}`,
    })
  })
  app.get<{ Params: { file: string } }>('/labels/:file', ({ params }, reply) => {
    const parcel = parcels.byTracking(params.file.replace(/\.pdf$/, ''))
    return parcel ? reply.type('application/pdf').send(parcel.label) : reply.code(404).send()
  })
  return () => parcels.clear()
}
