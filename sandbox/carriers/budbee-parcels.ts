/** The simulated Budbee: orders of home delivery and boxes, with labels. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from '../../providers/carriers/read-json.ts'
import { simulatedKeys } from './keys.ts'
import { createSimulatedParcels, type SimulatedParcel } from './parcels.ts'

const createType = 'application/vnd.budbee.multiple.orders-v2+json'
const ordersType = 'application/vnd.budbee.multiple.orders-v1+json'
const parcelsType = 'application/vnd.budbee.parcels-v1+json'

const text = z.string().min(1)
const centimetres = z.number().int().positive()
const order = z.strictObject({
  cart: z.strictObject({ cartId: text }),
  collectionId: z.literal(simulatedKeys.budbee.collectionId),
  delivery: z.strictObject({
    name: text,
    referencePerson: z.string(),
    telephoneNumber: z.string().regex(/^\+?[\d ]{6,}$/),
    email: z.email(),
    address: z.strictObject({
      street: text,
      postalCode: text,
      city: text,
      country: z.enum(['SE', 'DK', 'FI']),
    }),
    outsideDoor: z.boolean(),
    additionalInfo: z.string().optional(),
  }),
  requireSignature: z.boolean(),
  productCodes: z.array(z.literal('DLVBOX')).optional(),
  boxDelivery: z.strictObject({ selectedBox: z.string().regex(/^BOX\d+$/) }).optional(),
  parcels: z
    .array(
      z.strictObject({
        dimensions: z.strictObject({
          weight: z.number().int().positive(),
          length: centimetres.optional(),
          width: centimetres.optional(),
          height: centimetres.optional(),
        }),
      }),
    )
    .length(1),
})

/** Adds the routes. Returns what forgets the parcels. */
export function addBudbeeParcels(app: FastifyInstance, { clock, url }: SimulatorContext): () => void {
  const parcels = createSimulatedParcels(clock)
  const { apiKey, apiSecret } = simulatedKeys.budbee
  const login = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  /** The status of a request that is not authorized, or asks for another media type; null: it is fine. */
  const refusal = ({ headers }: FastifyRequest, mediaType: string): number | null => {
    if (headers.authorization !== login) return 401
    return headers.accept === mediaType ? null : 406
  }
  const describe = (parcel: SimulatedParcel) => ({
    id: parcel.id,
    cart: { cartId: parcel.reference },
    parcels: [
      {
        shipmentId: parcel.id,
        packageId: parcel.trackingNumber,
        label: `${url()}/labels/${parcel.trackingNumber}.pdf`,
      },
    ],
  })

  app.post('/multiple/orders', (request, reply) => {
    const status = refusal(request, createType)
    if (status !== null) return reply.code(status).send()
    if (request.headers['content-type'] !== createType) return reply.code(415).send()
    const read = readJson(request.body, order)
    if (!read.ok) return reply.code(400).send({ message: read.problems.join('; ') })
    const { cart, delivery, boxDelivery } = read.body
    const number = parcels.nextNumber(10)
    const parcel = parcels.book({
      id: number,
      trackingNumber: `BUD${number}`,
      reference: cart.cartId,
      lines: [
        'Budbee',
        cart.cartId,
        delivery.name,
        `${delivery.address.postalCode} ${delivery.address.city}`,
        boxDelivery?.selectedBox ?? '',
        delivery.additionalInfo ?? '',
      ],
    })
    return reply.type(createType).send(describe(parcel))
  })

  app.get<{ Querystring: { keyword?: string } }>('/multiple/orders', (request, reply) => {
    const status = refusal(request, ordersType)
    if (status !== null) return reply.code(status).send()
    const parcel = parcels.byReference(request.query.keyword ?? '')
    return reply.type(ordersType).send(parcel ? [describe(parcel)] : [])
  })

  app.delete<{ Params: { id: string } }>('/multiple/orders/:id', (request, reply) => {
    const status = refusal(request, ordersType)
    if (status !== null) return reply.code(status).send()
    const parcel = parcels.byId(request.params.id)
    if (!parcel || parcel.isCancelled) return reply.code(404).send({ message: 'Order not found' })
    parcel.isCancelled = true
    return reply.code(204).send()
  })

  app.get<{ Params: { id: string } }>('/parcels/:id/tracking-url', (request, reply) => {
    const status = refusal(request, parcelsType)
    if (status !== null) return reply.code(status).send()
    const parcel = parcels.byTracking(request.params.id)
    return parcel
      ? reply.type(parcelsType).send({ url: `https://tracking.budbee.com/${parcel.trackingNumber}` })
      : reply.code(404).send()
  })

  app.get<{ Params: { file: string } }>('/labels/:file', ({ params }, reply) => {
    const parcel = parcels.byTracking(params.file.replace(/\.pdf$/, ''))
    return parcel ? reply.type('application/pdf').send(parcel.label) : reply.code(404).send()
  })
  return () => parcels.clear()
}
