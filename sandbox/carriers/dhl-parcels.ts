/** The simulated DHL: Parcel DE Shipping version 2, Parcel DE Returns version 1 and unified tracking. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from '../../providers/carriers/read-json.ts'
import { simulatedKeys } from './keys.ts'
import { createSimulatedParcels } from './parcels.ts'

const text = z.string().min(1)
const country = z.string().regex(/^[A-Z]{3}$/)
const contact = z.strictObject({
  name1: text.max(50),
  name2: text.max(50).optional(),
  addressStreet: text.max(50),
  postalCode: text.max(10),
  city: text.max(40),
  country,
  email: z.email().optional(),
  phone: text.max(20).optional(),
})
const place = { name: text.max(50), postalCode: text, city: text, country: z.literal('DEU') }
const postNumber = z.string().regex(/^\d{6,10}$/)
const locker = z.strictObject({ ...place, lockerID: z.number().int().min(100).max(999), postNumber })
const retail = z.strictObject({
  ...place,
  retailID: z.number().int().min(100).max(999),
  postNumber: postNumber.optional(),
  email: z.email().optional(),
})
const weight = z.strictObject({ uom: z.literal('g'), value: z.number().positive().max(31_500) })
const millimetres = z.number().int().positive()
const value = z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.number().min(0) })

const order = z.strictObject({
  profile: z.literal('STANDARD_GRUPPENPROFIL'),
  shipments: z
    .array(
      z.strictObject({
        product: z.enum(['V01PAK', 'V53WPAK']),
        billingNumber: z.string().regex(/^\d{10}(?:01|53)[A-Z0-9]{2}$/),
        refNo: z.string().min(8).max(35),
        shipper: contact,
        consignee: z.union([locker, retail, contact]),
        details: z.strictObject({
          weight,
          dim: z
            .strictObject({
              uom: z.literal('mm'),
              length: millimetres,
              width: millimetres,
              height: millimetres,
            })
            .optional(),
        }),
        services: z.strictObject({ endorsement: z.enum(['RETURN', 'ABANDON']) }).optional(),
        customs: z
          .strictObject({
            invoiceNo: text,
            exportType: z.literal('COMMERCIAL_GOODS'),
            shipperCustomsRef: text.max(35),
            postalCharges: value,
            items: z
              .array(
                z.strictObject({
                  itemDescription: text.max(256),
                  countryOfOrigin: country.optional(),
                  hsCode: z.string().regex(/^\d{6,11}$/),
                  packagedQuantity: z.number().int().positive(),
                  itemValue: value,
                  itemWeight: weight,
                }),
              )
              .min(1),
          })
          .optional(),
      }),
    )
    .length(1),
})

const returnOrder = z.strictObject({
  receiverId: z.literal(simulatedKeys.dhl.returnReceiver),
  customerReference: text.max(30),
  shipper: contact,
  itemWeight: weight,
})

/** Adds the routes. Returns what forgets the parcels. */
export function addDhlParcels(app: FastifyInstance, { clock }: SimulatorContext): () => void {
  const parcels = createSimulatedParcels(clock)
  const { apiKey, username, password } = simulatedKeys.dhl
  const login = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const problem = (reply: FastifyReply, status: number, title: string, detail: string) =>
    reply.code(status).type('application/problem+json').send({ status, title, detail })
  const isKnown = ({ headers }: FastifyRequest) =>
    headers['dhl-api-key'] === apiKey && headers.authorization === login
  const unknown = (reply: FastifyReply) =>
    problem(reply, 401, 'Unauthorized', 'Unauthorized for given resource.')
  const ok = { title: 'ok', statusCode: 200, status: 200 }

  app.post('/parcel/de/shipping/v2/orders', (request, reply) => {
    if (!isKnown(request)) return unknown(reply)
    const read = readJson(request.body, order)
    if (!read.ok)
      return reply.code(400).send({
        status: { title: 'Bad Request', statusCode: 400, detail: 'validation failed' },
        items: [
          {
            sstatus: { title: 'Bad Request', statusCode: 400 },
            validationMessages: read.problems.map((validationMessage) => ({
              property: '',
              validationMessage,
              validationState: 'Error',
            })),
          },
        ],
      })
    const { refNo, consignee, product, billingNumber } = read.body.shipments[0]!
    const procedure = product === 'V01PAK' ? '01' : '53'
    if (billingNumber.slice(10, 12) !== procedure)
      return problem(reply, 400, 'Bad Request', 'The billing number does not fit the product.')
    const trackingNumber = `00340434${parcels.nextNumber(12)}`
    const name = 'name1' in consignee ? consignee.name1 : consignee.name
    const lines = [
      `DHL ${product}`,
      refNo,
      name,
      ...('lockerID' in consignee
        ? [`Postnummer ${consignee.postNumber}`, `Packstation ${consignee.lockerID}`]
        : []),
      ...('retailID' in consignee ? [`Postfiliale ${consignee.retailID}`] : []),
      `${consignee.postalCode} ${consignee.city}`,
    ]
    const { label } = parcels.book({ id: trackingNumber, trackingNumber, reference: refNo, lines })
    return reply.send({
      status: ok,
      items: [
        {
          shipmentNo: trackingNumber,
          shipmentRefNo: refNo,
          sstatus: ok,
          label: { b64: label.toString('base64'), fileFormat: 'PDF', printFormat: 'A4' },
          validationMessages: [],
        },
      ],
    })
  })

  app.delete<{ Querystring: { profile?: string; shipment?: string } }>(
    '/parcel/de/shipping/v2/orders',
    (request, reply) => {
      if (!isKnown(request)) return unknown(reply)
      const { profile, shipment = '' } = request.query
      if (!profile) return problem(reply, 400, 'Bad Request', 'profile is required')
      const parcel = parcels.byId(shipment)
      const isOpen = parcel && !parcel.isCancelled && !parcels.deliveredAt(parcel)
      if (!isOpen)
        return reply.code(400).send({
          status: { title: 'Bad Request', statusCode: 400 },
          items: [
            {
              shipmentNo: shipment,
              sstatus: { title: 'Unknown shipment number.', statusCode: 400 },
            },
          ],
        })
      parcel.isCancelled = true
      return reply.send({ status: ok, items: [{ shipmentNo: shipment, sstatus: ok }] })
    },
  )

  app.post<{ Querystring: { labelType?: string } }>(
    '/parcel/de/shipping/returns/v1/orders',
    (request, reply) => {
      if (!isKnown(request)) return unknown(reply)
      if (request.query.labelType !== 'SHIPMENT_LABEL')
        return problem(reply, 400, 'Bad Request', 'labelType is invalid')
      const read = readJson(request.body, returnOrder)
      if (!read.ok) return problem(reply, 400, 'Bad Request', read.problems.join('; '))
      const { customerReference, shipper } = read.body
      const trackingNumber = parcels.nextNumber(12)
      const { label } = parcels.book({
        id: trackingNumber,
        trackingNumber,
        reference: customerReference,
        lines: ['DHL Retoure', customerReference, shipper.name1, `${shipper.postalCode} ${shipper.city}`],
      })
      return reply.code(201).send({
        sstatus: { title: 'Created', status: 201 },
        shipmentNo: trackingNumber,
        label: { b64: label.toString('base64') },
        routingCode: '',
      })
    },
  )

  app.get<{ Querystring: { trackingNumber?: string } }>('/track/shipments', (request, reply) => {
    if (request.headers['dhl-api-key'] !== apiKey) return unknown(reply)
    const parcel = parcels.byTracking(request.query.trackingNumber ?? '')
    if (!parcel)
      return problem(reply, 404, 'No result found', 'No shipment with given tracking number found.')
    const delivered = parcels.deliveredAt(parcel)
    return reply.send({
      shipments: [
        {
          id: parcel.trackingNumber,
          service: 'parcel-de',
          status: delivered
            ? { statusCode: 'delivered', status: 'DELIVERED', timestamp: delivered.toISOString() }
            : {
                statusCode: 'pre-transit',
                status: 'PRE-TRANSIT',
                timestamp: new Date(parcel.bookedAt).toISOString(),
              },
          events: [],
        },
      ],
    })
  })
  return () => parcels.clear()
}
