/** The simulated Bring: bookings, labels, customs declarations and tracking. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from '../../providers/carriers/read-json.ts'
import { simulatedKeys } from './keys.ts'
import { createSimulatedParcels } from './parcels.ts'

const text = z.string().min(1)
const party = z.strictObject({
  name: text.max(35),
  addressLine: text,
  addressLine2: z.string().nullable(),
  postalCode: text,
  city: text,
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  reference: z.string().max(35).nullable(),
  additionalAddressInfo: z.string().nullable(),
  contact: z.strictObject({ name: text, email: z.string().nullable(), phoneNumber: z.string().nullable() }),
})
const centimetres = z.number().int().min(1).max(500)
const dangerousGoods = z.strictObject({
  unNumber: z.string().regex(/^\d{4}$/),
  commodity: text,
  weightInGrams: z.number().positive().optional(),
})
const booking = z.strictObject({
  schemaVersion: z.literal(1),
  consignments: z
    .array(
      z.strictObject({
        shippingDateTime: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
        correlationId: text,
        product: z.strictObject({
          id: z.enum(['5800', '5600', '3584', '9300', '0340', '0349', '0341']),
          customerNumber: text,
          additionalServices: z
            .array(z.strictObject({ id: z.literal('1245'), dangerousGoods: z.array(dangerousGoods).min(1) }))
            .optional(),
        }),
        parties: z.strictObject({
          sender: party,
          recipient: party,
          pickupPoint: z.strictObject({ id: text, countryCode: text }).nullable(),
        }),
        packages: z
          .array(
            z.strictObject({
              correlationId: text,
              weightInKg: z.number().positive(),
              goodsDescription: text.max(35),
              dimensions: z
                .strictObject({ lengthInCm: centimetres, widthInCm: centimetres, heightInCm: centimetres })
                .optional(),
            }),
          )
          .length(1),
      }),
    )
    .length(1),
})
const declaration = z.strictObject({
  customerNumber: text,
  shipmentNumber: text,
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
  voecNumber: z.string().regex(/^\d{7}$/),
  customsLines: z
    .array(
      z.strictObject({
        consignmentItemId: text,
        goodsDescription: text,
        customsArticleNumber: z.string().regex(/^\d{6,10}$/),
        quantity: z.number().int().positive(),
        amount: z.number().positive(),
        countryCodeOrigin: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional(),
        grossWeight: z.number().positive().optional(),
      }),
    )
    .min(1),
})

/** Adds the routes. Returns what forgets the parcels. */
export function addBringParcels(app: FastifyInstance, { clock, url }: SimulatorContext): () => void {
  const parcels = createSimulatedParcels(clock)
  const isKnown = ({ headers }: FastifyRequest) =>
    headers['x-mybring-api-uid'] === simulatedKeys.bring.uid &&
    headers['x-mybring-api-key'] === simulatedKeys.bring.apiKey &&
    Boolean(headers['x-bring-client-url'])
  const unknown = (reply: FastifyReply) => reply.code(401).type('text/plain').send('Authentication failed.')
  const refuse = (reply: FastifyReply, code: string, sentences: string[]) =>
    reply.code(400).send({
      consignments: [
        {
          correlationId: null,
          confirmation: null,
          errors: sentences.map((message) => ({
            uniqueId: code,
            code,
            messages: [{ lang: 'en', message }],
          })),
        },
      ],
    })

  app.post('/booking/api/create', (request, reply) => {
    if (!isKnown(request)) return unknown(reply)
    const test = request.headers['x-bring-test-indicator']
    if (test !== 'true' && test !== 'false')
      return refuse(reply, 'BOOK-INPUT-001', ['X-Bring-Test-Indicator is required'])
    const read = readJson(request.body, booking)
    if (!read.ok) return refuse(reply, 'BOOK-INPUT-001', read.problems)
    const { product, parties, packages, correlationId } = read.body.consignments[0]!
    if (product.customerNumber !== simulatedKeys.bring.customer)
      return refuse(reply, 'BOOK-INPUT-044', ['The customer number is not yours'])
    if (packages[0]!.weightInKg > 35)
      return refuse(reply, 'BOOK-INPUT-023', ['The weight exceeds the maximum of the service'])
    const number = parcels.nextNumber(17)
    const trackingNumber = `3${number}`
    parcels.book({
      id: `7${number.slice(1)}`,
      trackingNumber,
      reference: correlationId,
      lines: [
        `Bring ${product.id}`,
        correlationId,
        parties.recipient.name,
        `${parties.recipient.postalCode} ${parties.recipient.city}`,
        parties.pickupPoint ? `Pickup point ${parties.pickupPoint.id}` : '',
        ...(product.additionalServices ?? []).flatMap((service) =>
          service.dangerousGoods.map(({ unNumber }) => `UN${unNumber}`),
        ),
      ],
    })
    return reply.send({
      consignments: [
        {
          correlationId,
          confirmation: {
            consignmentNumber: `7${number.slice(1)}`,
            productSpecificData: null,
            links: {
              labels: `${url()}/labels/${trackingNumber}.pdf`,
              waybill: null,
              tracking: `https://tracking.bring.com/tracking/${trackingNumber}`,
            },
            dateAndTimes: {},
            packages: [{ packageNumber: trackingNumber, correlationId: packages[0]!.correlationId }],
          },
          errors: null,
        },
      ],
    })
  })

  app.get<{ Params: { file: string } }>('/labels/:file', ({ params }, reply) => {
    const parcel = parcels.byTracking(params.file.replace(/\.pdf$/, ''))
    return parcel ? reply.type('application/pdf').send(parcel.label) : reply.code(404).send()
  })

  app.post('/customs/v1/declarations', (request, reply) => {
    if (!isKnown(request)) return unknown(reply)
    const read = readJson(request.body, declaration)
    if (!read.ok) return reply.code(400).send({ errors: read.problems })
    if (!parcels.byId(read.body.shipmentNumber)) return reply.code(400).send({ errors: ['unknown shipment'] })
    return reply.code(202).send({ shipmentNumber: read.body.shipmentNumber })
  })

  app.get<{ Querystring: { q?: string } }>('/tracking/api/v2/tracking.json', (request, reply) => {
    if (!isKnown(request)) return unknown(reply)
    const parcel = parcels.byTracking(request.query.q ?? '')
    if (!parcel)
      return reply.send({ consignmentSet: [], error: { code: 404, message: 'No shipments found' } })
    const delivered = parcels.deliveredAt(parcel)
    const event = (status: string, at: Date) => ({ status, description: status, dateIso: at.toISOString() })
    return reply.send({
      apiVersion: '2',
      consignmentSet: [
        {
          consignmentId: parcel.id,
          packageSet: [
            {
              packageNumber: parcel.trackingNumber,
              eventSet: [
                ...(delivered ? [event('DELIVERED', delivered)] : []),
                event('PRE_NOTIFIED', new Date(parcel.bookedAt)),
              ],
            },
          ],
        },
      ],
    })
  })
  return () => parcels.clear()
}
