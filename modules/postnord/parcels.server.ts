/**
 * PostNord's Booking API version 3 (`shipment/v3/edi`), with the label in the answer, and its tracking API version 5.
 * The shop's reference is the shipment's id, so that sending a booking again does not make a second parcel.
 */
import { z } from 'zod'
import type { ParcelAddress, ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import {
  dangerousGoodsText,
  nameOf,
  notSupported,
  readLabel,
  refusedBecause,
  unavailable,
  type ParcelAdapter,
} from '../../providers/carriers/parcel-adapter.ts'
import type { PostnordAccount, PostnordBooking } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

/** PostNord's company that issued the customer number, by the country that the parcel is sent from. */
const issuers: Record<string, string> = { SE: 'Z12', DK: 'Z11', NO: 'Z13', FI: 'Z14' }

/** MyPack Collect, MyPack Home, and Return Drop Off. Letters are franked, not booked. */
const services = { pickup: '19', locker: '19', home: '17', return: '24' } as const
/** The buyer chose the service point. */
const chosenServicePoint = 'A7'

const idInformation = z.object({
  status: z.string(),
  ids: z.array(z.object({ idType: z.string(), value: z.string() })).default([]),
  urls: z.array(z.object({ type: z.string(), url: z.string() })).nullish(),
  errorResponse: z.unknown(),
})
const answerSchema = z.object({
  bookingResponse: z.object({ bookingId: z.string(), idInformation: z.array(idInformation).min(1) }),
  labelPrintout: z.array(z.object({ printout: z.object({ data: z.string() }) })).nullish(),
})

const faultSchema = z.object({
  message: z.string().nullish(),
  compositeFault: z
    .object({ faults: z.array(z.object({ explanationText: z.string().nullish() })) })
    .nullish(),
})

const trackingSchema = z.object({
  TrackingInformationResponse: z.object({
    shipments: z
      .array(
        z.object({
          status: z.string().nullish(),
          deliveryDate: z.string().nullish(),
          items: z
            .array(
              z.object({
                itemId: z.string(),
                status: z.string().nullish(),
                deliveryDate: z.string().nullish(),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
})

export function createPostnordParcels(
  { url, apiKey, booking }: PostnordAccount & { booking: PostnordBooking },
  log: WarningLog,
  clock: () => number,
): ParcelAdapter {
  const client = createCarrierClient({ name: 'postnord', url }, log)
  const message = (indicator: 'Original' | 'Deletion', shipment: object) => ({
    messageDate: new Date(clock()).toISOString(),
    messageFunction: 'Instruction',
    messageId: `anode-${clock()}`,
    application: { applicationId: booking.applicationId, name: 'Anode', version: '1.0' },
    updateIndicator: indicator,
    shipment: [shipment],
  })
  return {
    canBook: (store) => booking.customers[store] !== undefined,
    async book(request) {
      const { store, direction, kind, sender } = request
      const customer = booking.customers[store]
      const issuer = issuers[direction === 'return' ? request.recipient.countryCode : sender.countryCode]
      if (customer === undefined || issuer === undefined || kind === 'letter') return notSupported
      // The API has no customs declaration: the parcel would be stopped at the border.
      if (request.customs) return notSupported
      const path = '/rest/shipment/v3/edi/labels/pdf'
      const answer = await client.send({
        method: 'POST',
        path,
        route: path,
        query: { apikey: apiKey, paperSize: 'LABEL', storeLabel: 'true' },
        body: message('Original', shipmentOf(request, customer, issuer)),
        schema: answerSchema,
      })
      if (!answer.ok) return answer.code === 'refused' ? refusalOf(answer) : unavailable
      const [information] = answer.body.bookingResponse.idInformation
      const idOf = (type: string) => information?.ids.find(({ idType }) => idType === type)?.value
      const trackingNumber = idOf('itemId')
      if (information?.status !== 'OK' || trackingNumber === undefined)
        return refusedBecause(200, [information?.status ?? '', describe(information?.errorResponse)])
      return {
        ok: true,
        parcel: {
          bookingId: idOf('shipmentId') ?? request.reference,
          trackingNumber,
          trackingUrl: information.urls?.find(({ type }) => type === 'TRACKING')?.url ?? null,
          label: readLabel(answer.body.labelPrintout?.[0]?.printout.data),
          labelUrl: null,
        },
      }
    },
    async cancel({ bookingId }) {
      const path = '/rest/shipment/v3/edi'
      const answer = await client.send({
        method: 'POST',
        path,
        route: path,
        query: { apikey: apiKey },
        body: message('Deletion', { shipmentIdentification: { shipmentId: bookingId } }),
        schema: z.unknown(),
      })
      if (answer.ok) return { ok: true, state: 'cancelled' }
      return answer.code === 'refused' ? refusalOf(answer) : unavailable
    },
    // The label is a part of the answer to the booking.
    label: () => Promise.resolve(null),
    async delivery({ trackingNumber }) {
      const path = '/rest/shipment/v5/trackandtrace/findByIdentifier.json'
      const answer = await client.get({
        path,
        route: path,
        query: { apikey: apiKey, id: trackingNumber, locale: 'en' },
        schema: trackingSchema,
      })
      if (!answer.ok) return unavailable
      const parcels = answer.body.TrackingInformationResponse.shipments.flatMap(({ items, ...shipment }) => [
        ...items.filter(({ itemId }) => itemId === trackingNumber),
        shipment,
      ])
      const [parcel] = parcels
      if (!parcel) return { ok: false, code: 'unknown_parcel' }
      const isDelivered = parcel.status === 'DELIVERED' && parcel.deliveryDate
      return { ok: true, deliveredAt: isDelivered ? new Date(isDelivered) : null }
    },
  }
}

function shipmentOf(request: ParcelRequest, customer: string, issuer: string): object {
  const { reference, direction, kind, sender, recipient, servicePoint, weightGrams, sidesMm } = request
  const isReturn = direction === 'return'
  const own = { issuerCode: issuer, partyIdentification: { partyId: customer, partyIdType: '160' } }
  const marks = dangerousGoodsText(request)
  return {
    shipmentIdentification: { shipmentId: reference },
    dateAndTimes: {},
    service: {
      basicServiceCode: isReturn ? services.return : services[kind as 'pickup' | 'locker' | 'home'],
      additionalServiceCode: servicePoint && !isReturn ? [chosenServicePoint] : [],
    },
    numberOfPackages: { value: 1 },
    totalGrossWeight: { value: kilograms(weightGrams), unit: 'KGM' },
    ...(marks !== '' && { freeText: [{ usageCode: 'ICN', text: marks }] }),
    references: [{ referenceNo: reference, referenceType: 'CU' }],
    parties: {
      consignor: { ...(isReturn ? { issuerCode: issuer } : own), party: partyOf(sender) },
      consignee: { ...(isReturn ? own : { issuerCode: issuer }), party: partyOf(recipient) },
      ...(servicePoint &&
        !isReturn && {
          deliveryParty: {
            partyIdentification: { partyId: servicePoint.id, partyIdType: '156' },
            party: {
              nameIdentification: { name: servicePoint.name },
              address: {
                streets: [servicePoint.street],
                postalCode: servicePoint.postalCode,
                city: servicePoint.city,
                countryCode: servicePoint.countryCode,
              },
            },
          },
        }),
    },
    goodsItem: [
      {
        packageTypeCode: 'PC',
        items: [
          {
            // 0: PostNord numbers the parcel.
            itemIdentification: { itemId: '0' },
            grossWeight: { value: kilograms(weightGrams), unit: 'KGM' },
            ...(sidesMm && {
              dimensions: {
                length: { value: sidesMm[0] / 10, unit: 'CMT' },
                width: { value: sidesMm[1] / 10, unit: 'CMT' },
                height: { value: sidesMm[2] / 10, unit: 'CMT' },
              },
            }),
          },
        ],
      },
    ],
  }
}

function partyOf(address: ParcelAddress): object {
  const { name, company, street, postalCode, city, countryCode, email, phone } = address
  return {
    nameIdentification: { name: nameOf({ name, company }), ...(company && { careOfName: name }) },
    address: { streets: [street], postalCode, city, countryCode },
    contact: {
      contactName: name,
      emailAddress: email,
      ...(phone && { phoneNo: phone, smsNo: phone }),
    },
  }
}

const kilograms = (grams: number): number => Math.round(grams) / 1000

function refusalOf({ status, body }: { status: number; body: unknown }) {
  const read = faultSchema.safeParse(body)
  const faults = read.success ? (read.data.compositeFault?.faults ?? []) : []
  const sentences = faults.map(({ explanationText }) => explanationText ?? '')
  return refusedBecause(
    status,
    sentences.length > 0 ? sentences : [(read.success && read.data.message) || ''],
  )
}

function describe(error: unknown): string {
  const read = faultSchema.safeParse(error)
  return read.success ? (read.data.message ?? '') : ''
}
