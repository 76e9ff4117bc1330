/**
 * Bring's Booking API (`booking/api/create`), its Customs API for parcels to Norway, and its Tracking API version 2.
 * Bring numbers a booking that is sent again anew; it charges parcels when they are handed in, so that a label that
 * is never used costs nothing. For the same reason it has no cancellation.
 */
import { z } from 'zod'
import { minor, toMajor } from '../../domain/money/money.ts'
import type {
  CustomsDeclaration,
  ParcelAddress,
  ParcelDangerousGoods,
  ParcelRequest,
} from '../../domain/shipping/parcel-booking.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import {
  nameOf,
  notSupported,
  refusedBecause,
  unavailable,
  type ParcelAdapter,
} from '../../providers/carriers/parcel-adapter.ts'
import type { BringAccount, BringBooking } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

/** Services within Norway: Pakke til hentested, Pakke levert hjem, Pakke i postkassen, Retur fra hentested. */
const norwegianServices = { pickup: '5800', locker: '5800', home: '5600', letter: '3584', return: '9300' }
/** Services that begin or end in another country: PickUp Parcel, Home Delivery Parcel, PickUp Parcel Return. */
const internationalServices = { pickup: '0340', locker: '0340', home: '0349', letter: null, return: '0341' }

/** Additional service for dangerous goods that are not exempt (ADR). */
const dangerousGoodsService = '1245'

const errorSchema = z.object({
  code: z.string().nullish(),
  messages: z.array(z.object({ message: z.string() })).default([]),
})
const consignmentSchema = z.object({
  confirmation: z
    .object({
      consignmentNumber: z.string(),
      packages: z.array(z.object({ packageNumber: z.string() })).min(1),
      links: z.object({ labels: z.string(), tracking: z.string().nullish() }),
    })
    .nullish(),
  errors: z.array(errorSchema).nullish(),
})
const answerSchema = z.object({ consignments: z.array(consignmentSchema).min(1) })

const trackingSchema = z.object({
  consignmentSet: z
    .array(
      z.object({
        packageSet: z
          .array(
            z.object({
              packageNumber: z.string().nullish(),
              eventSet: z.array(z.object({ status: z.string(), dateIso: z.string() })).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

export function createBringParcels(
  account: BringAccount & { booking: BringBooking },
  log: WarningLog,
  clock: () => number,
): ParcelAdapter {
  const { url, uid, apiKey, clientUrl, booking } = account
  const headers = {
    'X-Mybring-API-Uid': uid,
    'X-Mybring-API-Key': apiKey,
    'X-Bring-Client-URL': clientUrl,
    'X-Bring-Test-Indicator': String(booking.isTest),
  }
  const client = createCarrierClient({ name: 'bring', url, headers }, log)

  /** The electronic customs declaration of a booked parcel. False: Bring has not accepted it. */
  const declare = async (
    declaration: CustomsDeclaration,
    customer: string,
    numbers: { consignment: string; parcel: string },
  ): Promise<boolean> => {
    const path = '/customs/v1/declarations'
    const answer = await client.send({
      method: 'POST',
      path,
      route: path,
      query: {},
      body: customsOf(declaration, customer, numbers),
      schema: z.unknown(),
    })
    return answer.ok
  }

  return {
    canBook: (store) => booking.customers[store] !== undefined,
    async book(request) {
      const customer = booking.customers[request.store]
      const service = serviceOf(request)
      if (customer === undefined || service === null) return notSupported
      const path = '/booking/api/create'
      const answer = await client.send({
        method: 'POST',
        path,
        route: path,
        query: {},
        body: bookingOf(request, { customer, service, at: clock() }),
        schema: answerSchema,
      })
      if (!answer.ok) {
        if (answer.code === 'unknown') return unavailable
        const read = answerSchema.safeParse(answer.body)
        return refusedBecause(answer.status, read.success ? messagesOf(read.data.consignments[0]) : [])
      }
      const [consignment] = answer.body.consignments
      const { confirmation } = consignment ?? {}
      if (!confirmation) return refusedBecause(200, messagesOf(consignment))
      const trackingNumber = confirmation.packages[0]!.packageNumber
      const numbers = { consignment: confirmation.consignmentNumber, parcel: trackingNumber }
      // A parcel without its declaration is stopped at the border: the label is not used.
      if (request.customs && !(await declare(request.customs, customer, numbers)))
        return refusedBecause(200, ['the customs declaration was not accepted'])
      return {
        ok: true,
        parcel: {
          bookingId: confirmation.consignmentNumber,
          trackingNumber,
          trackingUrl: confirmation.links.tracking ?? null,
          label: await client.download(confirmation.links.labels),
          labelUrl: confirmation.links.labels,
        },
      }
    },
    cancel: () => Promise.resolve({ ok: true, state: 'unused' }),
    label: (labelUrl) => client.download(labelUrl),
    async delivery({ trackingNumber }) {
      const path = '/tracking/api/v2/tracking.json'
      const answer = await client.get({
        path,
        route: path,
        query: { q: trackingNumber, lang: 'en' },
        schema: trackingSchema,
      })
      if (!answer.ok && answer.status === 404) return { ok: false, code: 'unknown_parcel' }
      if (!answer.ok) return unavailable
      const parcels = answer.body.consignmentSet.flatMap(({ packageSet }) => packageSet)
      if (parcels.length === 0) return { ok: false, code: 'unknown_parcel' }
      const delivered = parcels
        .flatMap(({ eventSet }) => eventSet)
        .find(({ status }) => status === 'DELIVERED')
      return { ok: true, deliveredAt: delivered ? new Date(delivered.dateIso) : null }
    },
  }
}

function serviceOf({ direction, kind, sender, recipient }: ParcelRequest): string | null {
  const isNorwegian = sender.countryCode === 'NO' && recipient.countryCode === 'NO'
  const services = isNorwegian ? norwegianServices : internationalServices
  return services[direction === 'return' ? 'return' : kind]
}

function bookingOf(
  request: ParcelRequest,
  { customer, service, at }: { customer: string; service: string; at: number },
): object {
  const { reference, direction, sender, recipient, servicePoint, contents, weightGrams, sidesMm } = request
  const regulated = request.dangerousGoods.filter((goods) => goods.class !== 'lithium_small')
  return {
    schemaVersion: 1,
    consignments: [
      {
        // Without an offset: the time in Norway and Sweden is close enough for a day of dispatch.
        shippingDateTime: new Date(at).toISOString().slice(0, 19),
        correlationId: reference,
        product: {
          id: service,
          customerNumber: customer,
          ...(regulated.length > 0 && {
            additionalServices: [
              { id: dangerousGoodsService, dangerousGoods: regulated.map(dangerousGoodsOf) },
            ],
          }),
        },
        parties: {
          sender: partyOf(sender, reference),
          recipient: partyOf(recipient, reference),
          pickupPoint:
            servicePoint && direction === 'outbound'
              ? { id: servicePoint.id, countryCode: servicePoint.countryCode }
              : null,
        },
        packages: [
          {
            correlationId: reference,
            weightInKg: Math.round(weightGrams) / 1000,
            goodsDescription: contents.slice(0, 35),
            ...(sidesMm && {
              dimensions: {
                lengthInCm: Math.ceil(sidesMm[0] / 10),
                widthInCm: Math.ceil(sidesMm[1] / 10),
                heightInCm: Math.ceil(sidesMm[2] / 10),
              },
            }),
          },
        ],
      },
    ],
  }
}

/** developer.bring.com/api/booking/examples/vas/1245 */
function dangerousGoodsOf({ unNumber, description, weightGrams }: ParcelDangerousGoods): object {
  return {
    unNumber: unNumber.slice(2),
    commodity: description,
    ...(weightGrams !== null && { weightInGrams: weightGrams }),
  }
}

function partyOf(address: ParcelAddress, reference: string): object {
  const { name, company, street, postalCode, city, countryCode, email, phone } = address
  return {
    name: nameOf({ name, company }),
    addressLine: street,
    addressLine2: null,
    postalCode,
    city,
    countryCode,
    reference,
    additionalAddressInfo: null,
    contact: { name, email, phoneNumber: phone || null },
  }
}

/** developer.bring.com/api/customs. Amounts are in major units, without VAT and delivery. */
function customsOf(
  { number, currency, items }: CustomsDeclaration,
  customer: string,
  numbers: { consignment: string; parcel: string },
): object {
  return {
    customerNumber: customer,
    shipmentNumber: numbers.consignment,
    currencyCode: currency,
    voecNumber: number,
    customsLines: items.map((item) => ({
      consignmentItemId: numbers.parcel,
      goodsDescription: item.description,
      customsArticleNumber: item.hsCode,
      quantity: item.quantity,
      amount: toMajor(minor(item.unitValueMinor * item.quantity)),
      ...(item.originCountry && { countryCodeOrigin: item.originCountry }),
      ...(item.weightGrams !== null && { grossWeight: (item.weightGrams * item.quantity) / 1000 }),
    })),
  }
}

function messagesOf(consignment: z.output<typeof consignmentSchema> | undefined): string[] {
  return (consignment?.errors ?? []).map(({ code, messages }) =>
    [code, messages[0]?.message].filter(Boolean).join(' '),
  )
}
