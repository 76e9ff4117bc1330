/**
 * DHL's Parcel DE Shipping API version 2 and Parcel DE Returns API version 1, for parcels sent from Germany, and its
 * unified tracking API. DHL numbers a booking that is sent again anew; an unused label is cancelled, and is not
 * charged.
 */
import { z } from 'zod'
import { toMajor } from '../../domain/money/money.ts'
import type {
  CustomsDeclaration,
  ParcelAddress,
  ParcelRequest,
  BookingAnswer,
} from '../../domain/shipping/parcel-booking.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import {
  nameOf,
  notSupported,
  readLabel,
  refusedBecause,
  unavailable,
  type ParcelAdapter,
} from '../../providers/carriers/parcel-adapter.ts'
import type { DhlAccount, DhlBooking, DhlContract } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

const profile = 'STANDARD_GRUPPENPROFIL'

/** ISO 3166-1 alpha-3 by alpha-2: countries that the stores deliver between, and usual countries of origin. */
const alpha3: Record<string, string> = {
  AT: 'AUT',
  BE: 'BEL',
  CN: 'CHN',
  CZ: 'CZE',
  DE: 'DEU',
  DK: 'DNK',
  FI: 'FIN',
  FR: 'FRA',
  GB: 'GBR',
  HK: 'HKG',
  ID: 'IDN',
  IT: 'ITA',
  JP: 'JPN',
  KR: 'KOR',
  MY: 'MYS',
  NL: 'NLD',
  NO: 'NOR',
  PL: 'POL',
  SE: 'SWE',
  SG: 'SGP',
  TH: 'THA',
  TW: 'TWN',
  US: 'USA',
  VN: 'VNM',
}

const statusSchema = z.object({
  title: z.string().nullish(),
  detail: z.string().nullish(),
  statusCode: z.number().nullish(),
})
const itemSchema = z.object({
  shipmentNo: z.string().nullish(),
  sstatus: statusSchema.nullish(),
  label: z.object({ b64: z.string().nullish() }).nullish(),
  validationMessages: z
    .array(z.object({ property: z.string().nullish(), validationMessage: z.string() }))
    .nullish(),
})
const answerSchema = z.object({ items: z.array(itemSchema).min(1) })
const problemSchema = z.object({
  detail: z.string().nullish(),
  title: z.string().nullish(),
  status: statusSchema.nullish().catch(null),
  items: z.array(itemSchema).nullish(),
})
const returnSchema = z.object({
  shipmentNo: z.string(),
  label: z.object({ b64: z.string().nullish() }).nullish(),
})
const trackingSchema = z.object({
  shipments: z
    .array(z.object({ status: z.object({ statusCode: z.string(), timestamp: z.string() }) }))
    .min(1),
})

export function createDhlParcels(
  { apiKey, booking }: DhlAccount & { booking: DhlBooking },
  log: WarningLog,
): ParcelAdapter {
  const headers = { 'dhl-api-key': apiKey }
  const client = createCarrierClient({ name: 'dhl', url: booking.url, headers }, log)
  const login = ({ username, password }: DhlContract) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  })

  const bookReturn = async (request: ParcelRequest, contract: DhlContract): Promise<BookingAnswer> => {
    if (contract.returnReceiver === null) return notSupported
    const path = '/parcel/de/shipping/returns/v1/orders'
    const answer = await client.send({
      method: 'POST',
      path,
      route: path,
      query: { labelType: 'SHIPMENT_LABEL' },
      headers: login(contract),
      body: {
        receiverId: contract.returnReceiver,
        customerReference: request.reference,
        shipper: addressOf(request.sender),
        itemWeight: { uom: 'g', value: Math.round(request.weightGrams) },
      },
      schema: returnSchema,
    })
    if (!answer.ok) return answer.code === 'refused' ? refusalOf(answer) : unavailable
    return bookedAs(answer.body.shipmentNo, answer.body.label?.b64)
  }

  return {
    canBook(store, direction) {
      const { [store]: contract } = booking.contracts
      return contract !== undefined && (direction === 'outbound' || contract.returnReceiver !== null)
    },
    async book(request) {
      const { [request.store]: contract } = booking.contracts
      if (!contract || request.kind === 'letter') return notSupported
      if (request.direction === 'return') return bookReturn(request, contract)
      const isAbroad = request.recipient.countryCode !== 'DE'
      const billingNumber = isAbroad ? contract.internationalBillingNumber : contract.billingNumber
      if (request.sender.countryCode !== 'DE' || billingNumber === null) return notSupported
      const isPackstation = request.servicePoint?.type === 'locker'
      if (isPackstation && request.customerNumber === null)
        return refusedBecause(400, ['a Packstation requires the recipient’s Postnummer'])
      const path = '/parcel/de/shipping/v2/orders'
      const answer = await client.send({
        method: 'POST',
        path,
        route: path,
        query: { docFormat: 'PDF', includeDocs: 'include', mustEncode: 'false' },
        headers: login(contract),
        body: {
          profile,
          shipments: [
            {
              product: isAbroad ? 'V53WPAK' : 'V01PAK',
              billingNumber,
              refNo: request.reference,
              shipper: addressOf(request.sender),
              consignee: consigneeOf(request),
              details: detailsOf(request),
              ...(isAbroad && { services: { endorsement: 'RETURN' } }),
              ...(request.customs && { customs: customsOf(request.customs, request.reference) }),
            },
          ],
        },
        schema: answerSchema,
      })
      if (!answer.ok) return answer.code === 'refused' ? refusalOf(answer) : unavailable
      const item = answer.body.items[0]!
      if (!item.shipmentNo) return refusedBecause(item.sstatus?.statusCode ?? 207, messagesOf(item))
      return bookedAs(item.shipmentNo, item.label?.b64)
    },
    async cancel({ store, bookingId, direction }) {
      const { [store]: contract } = booking.contracts
      if (!contract) return notSupported
      // Return labels cannot be deleted; unused ones are not charged.
      if (direction === 'return') return { ok: true, state: 'unused' }
      const path = '/parcel/de/shipping/v2/orders'
      const answer = await client.send({
        method: 'DELETE',
        path,
        route: path,
        query: { profile, shipment: bookingId },
        headers: login(contract),
        schema: answerSchema,
      })
      if (!answer.ok) return answer.code === 'refused' ? refusalOf(answer) : unavailable
      const item = answer.body.items[0]!
      const status = item.sstatus?.statusCode ?? 200
      return status === 200 ? { ok: true, state: 'cancelled' } : refusedBecause(status, messagesOf(item))
    },
    // The label is a part of the answer to the booking.
    label: () => Promise.resolve(null),
    async delivery({ trackingNumber }) {
      const path = '/track/shipments'
      const answer = await client.get({
        path,
        route: path,
        query: { trackingNumber },
        schema: trackingSchema,
      })
      if (!answer.ok && answer.status === 404) return { ok: false, code: 'unknown_parcel' }
      if (!answer.ok) return unavailable
      const { status } = answer.body.shipments[0]!
      return { ok: true, deliveredAt: status.statusCode === 'delivered' ? new Date(status.timestamp) : null }
    },
  }
}

function bookedAs(shipmentNo: string, label: string | null | undefined): BookingAnswer {
  return {
    ok: true,
    parcel: {
      bookingId: shipmentNo,
      trackingNumber: shipmentNo,
      trackingUrl: null,
      label: readLabel(label),
      labelUrl: null,
    },
  }
}

function addressOf({ name, company, street, postalCode, city, countryCode, email, phone }: ParcelAddress) {
  return {
    name1: nameOf({ name, company }),
    ...(company && { name2: name }),
    addressStreet: street,
    postalCode,
    city,
    country: alpha3[countryCode] ?? countryCode,
    ...(email && { email }),
    ...(phone && { phone }),
  }
}

/** A Packstation and a Filiale are addressed by their number, and by the recipient's Postnummer or e-mail. */
function consigneeOf({ recipient, servicePoint, customerNumber }: ParcelRequest): object {
  const number = /(\d{3})$/.exec(servicePoint?.booking?.['keyword'] ?? '')?.[1]
  if (!servicePoint || number === undefined) return addressOf(recipient)
  const place = {
    name: recipient.name,
    postalCode: servicePoint.postalCode,
    city: servicePoint.city,
    country: alpha3[servicePoint.countryCode] ?? servicePoint.countryCode,
  }
  return servicePoint.type === 'locker'
    ? { ...place, lockerID: Number(number), postNumber: customerNumber }
    : {
        ...place,
        retailID: Number(number),
        ...(customerNumber === null ? { email: recipient.email } : { postNumber: customerNumber }),
      }
}

function detailsOf({ weightGrams, sidesMm }: ParcelRequest): object {
  return {
    weight: { uom: 'g', value: Math.round(weightGrams) },
    ...(sidesMm && { dim: { uom: 'mm', length: sidesMm[0], width: sidesMm[1], height: sidesMm[2] } }),
  }
}

function customsOf({ number, currency, items }: CustomsDeclaration, reference: string): object {
  return {
    invoiceNo: reference,
    exportType: 'COMMERCIAL_GOODS',
    shipperCustomsRef: number,
    postalCharges: { currency, value: 0 },
    items: items.map(({ description, originCountry, hsCode, quantity, unitValueMinor, weightGrams }) => ({
      itemDescription: description,
      ...(originCountry && alpha3[originCountry] && { countryOfOrigin: alpha3[originCountry] }),
      hsCode,
      packagedQuantity: quantity,
      itemValue: { currency, value: toMajor(unitValueMinor) },
      itemWeight: { uom: 'g', value: weightGrams ?? 1 },
    })),
  }
}

function messagesOf(item: z.output<typeof itemSchema> | undefined): string[] {
  const messages = (item?.validationMessages ?? []).map(({ property, validationMessage }) =>
    [property, validationMessage].filter(Boolean).join(': '),
  )
  return messages.length > 0 ? messages : [item?.sstatus?.detail ?? item?.sstatus?.title ?? '']
}

function refusalOf({ status, body }: { status: number; body: unknown }) {
  const read = problemSchema.safeParse(body)
  if (!read.success) return refusedBecause(status, [])
  const { items, detail, title, status: outer } = read.data
  const own = items?.[0] ? messagesOf(items[0]) : []
  return refusedBecause(
    status,
    own.some(Boolean) ? own : [detail ?? outer?.detail ?? title ?? outer?.title ?? ''],
  )
}
