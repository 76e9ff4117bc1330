/** The simulated PostNord: bookings with labels (version 3) and tracking (version 5). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { readJson } from '../../providers/carriers/read-json.ts'
import { simulatedKeys } from './keys.ts'
import { createSimulatedParcels } from './parcels.ts'

const text = z.string().min(1)
const weight = z.strictObject({ value: z.number().positive(), unit: z.literal('KGM') })
const length = z.strictObject({ value: z.number().positive(), unit: z.literal('CMT') })
const address = z.strictObject({
  streets: z.array(text).min(1),
  postalCode: text,
  city: text,
  countryCode: z.string().regex(/^[A-Z]{2}$/),
})
const party = z.strictObject({
  nameIdentification: z.strictObject({ name: text, careOfName: text.optional() }),
  address,
  contact: z
    .strictObject({
      contactName: text,
      emailAddress: z.string().optional(),
      phoneNo: text.optional(),
      smsNo: text.optional(),
    })
    .optional(),
})
const issuerCode = z.enum(['Z11', 'Z12', 'Z13', 'Z14'])
const customer = z.strictObject({
  partyId: z.literal(simulatedKeys.postnord.customer),
  partyIdType: z.literal('160'),
})
const sideOf = z.strictObject({ issuerCode, partyIdentification: customer.optional(), party })

const shipment = z.strictObject({
  shipmentIdentification: z.strictObject({ shipmentId: text.max(35) }),
  dateAndTimes: z.strictObject({}),
  service: z.strictObject({
    basicServiceCode: z.enum(['17', '19', '24']),
    additionalServiceCode: z.array(z.literal('A7')),
  }),
  numberOfPackages: z.strictObject({ value: z.literal(1) }),
  totalGrossWeight: weight,
  freeText: z.array(z.strictObject({ usageCode: z.literal('ICN'), text: text.max(512) })).optional(),
  references: z.array(z.strictObject({ referenceNo: text, referenceType: z.literal('CU') })),
  parties: z.strictObject({
    consignor: sideOf,
    consignee: sideOf,
    deliveryParty: z
      .strictObject({
        partyIdentification: z.strictObject({ partyId: text, partyIdType: z.literal('156') }),
        party: z.strictObject({ nameIdentification: z.strictObject({ name: text }), address }),
      })
      .optional(),
  }),
  goodsItem: z
    .array(
      z.strictObject({
        packageTypeCode: z.literal('PC'),
        items: z
          .array(
            z.strictObject({
              itemIdentification: z.strictObject({ itemId: z.literal('0') }),
              grossWeight: weight,
              dimensions: z.strictObject({ length, width: length, height: length }).optional(),
            }),
          )
          .length(1),
      }),
    )
    .length(1),
})

const message = {
  messageDate: z.iso.datetime(),
  messageFunction: z.literal('Instruction'),
  messageId: text,
  application: z.strictObject({
    applicationId: z.literal(simulatedKeys.postnord.applicationId),
    name: text,
    version: text,
  }),
}
const booking = z.strictObject({
  ...message,
  updateIndicator: z.literal('Original'),
  shipment: z.array(shipment).length(1),
})
const deletion = z.strictObject({
  ...message,
  updateIndicator: z.literal('Deletion'),
  shipment: z
    .array(z.strictObject({ shipmentIdentification: z.strictObject({ shipmentId: text }) }))
    .length(1),
})

type Query = { Querystring: Record<string, string | undefined> }

/** Adds the routes. Returns what forgets the parcels. */
export function addPostnordParcels(app: FastifyInstance, { clock }: SimulatorContext): () => void {
  const parcels = createSimulatedParcels(clock)
  const fault = (reply: FastifyReply, status: number, sentences: string[]) =>
    reply.code(status).send({
      message: 'Invalid indata object EdiInstruction',
      compositeFault: { faults: sentences.map((explanationText) => ({ explanationText })) },
    })
  const isKnown = ({ apikey }: Query['Querystring']) => apikey === simulatedKeys.postnord.apiKey
  const forbidden = (reply: FastifyReply) =>
    reply.code(403).send({ error: { status_code: 403, error_type: 'Forbidden', message: 'Invalid API Key' } })

  app.post<Query>('/rest/shipment/v3/edi/labels/pdf', ({ query, body }, reply) => {
    if (!isKnown(query)) return forbidden(reply)
    const read = readJson(body, booking)
    if (!read.ok) return fault(reply, 400, read.problems)
    const [wanted] = read.body.shipment
    const { parties, service, shipmentIdentification } = wanted!
    const isReturn = service.basicServiceCode === '24'
    const paying = isReturn ? parties.consignee : parties.consignor
    if (!paying.partyIdentification) return fault(reply, 400, ['partyIdentification is a required field'])
    if (service.additionalServiceCode.includes('A7') && !parties.deliveryParty)
      return fault(reply, 400, ['A7 requires a deliveryParty'])
    if (wanted!.totalGrossWeight.value > 20 && service.basicServiceCode !== '17')
      return fault(reply, 400, ['The weight exceeds the maximum of the service, 20 kg'])
    const reference = shipmentIdentification.shipmentId
    const known = parcels.byReference(reference)
    const trackingNumber = `00${parcels.nextNumber(18)}`
    const lines = [
      `PostNord ${service.basicServiceCode}`,
      reference,
      parties.consignee.party.nameIdentification.name,
      `${parties.consignee.party.address.postalCode} ${parties.consignee.party.address.city}`,
      parties.deliveryParty?.party.nameIdentification.name ?? '',
      ...(wanted!.freeText ?? []).map((entry) => entry.text),
    ]
    const parcel = known ?? parcels.book({ id: reference, trackingNumber, reference, lines })
    return reply.send({
      bookingResponse: {
        bookingId: `B${parcel.trackingNumber.slice(-9)}`,
        idInformation: [
          {
            status: 'OK',
            ids: [
              { idType: 'itemId', value: parcel.trackingNumber, printId: 'P1' },
              { idType: 'shipmentId', value: parcel.id, printId: 'P2' },
            ],
            urls: [
              { type: 'TRACKING', url: `https://tracking.postnord.com/se/?id=${parcel.trackingNumber}` },
            ],
            errorResponse: null,
          },
        ],
      },
      labelPrintout: [
        {
          itemIds: [{ itemIds: parcel.trackingNumber, status: 'OK' }],
          printout: {
            type: 'LABEL',
            labelFormat: 'PDF',
            encoding: 'base64',
            data: parcel.label.toString('base64'),
          },
        },
      ],
    })
  })

  app.post<Query>('/rest/shipment/v3/edi', ({ query, body }, reply) => {
    if (!isKnown(query)) return forbidden(reply)
    const read = readJson(body, deletion)
    if (!read.ok) return fault(reply, 400, read.problems)
    const id = read.body.shipment[0]!.shipmentIdentification.shipmentId
    const parcel = parcels.byId(id)
    if (!parcel || parcel.isCancelled) return fault(reply, 400, [`Shipment ${id} does not exist`])
    if (parcels.deliveredAt(parcel)) return fault(reply, 400, [`Shipment ${id} is in transport`])
    parcel.isCancelled = true
    return reply.send({ bookingId: id, idInformation: [{ status: 'OK', ids: [] }] })
  })

  app.get<Query>('/rest/shipment/v5/trackandtrace/findByIdentifier.json', ({ query }, reply) => {
    if (!isKnown(query)) return forbidden(reply)
    const parcel = parcels.byTracking(query['id'] ?? '')
    if (!parcel) return reply.send({ TrackingInformationResponse: { shipments: [] } })
    const delivered = parcels.deliveredAt(parcel)
    const state = delivered
      ? { status: 'DELIVERED', deliveryDate: delivered.toISOString() }
      : { status: 'INFORMED' }
    return reply.send({
      TrackingInformationResponse: {
        shipments: [
          {
            shipmentId: parcel.id,
            ...state,
            items: [{ itemId: parcel.trackingNumber, ...state, events: [] }],
          },
        ],
      },
    })
  })
  return () => parcels.clear()
}
