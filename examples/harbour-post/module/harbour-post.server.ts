/** Service points and parcels of Harbour Post, by its API. */
import type {
  CarrierCalls,
  CarrierPoint,
  CarrierSettings,
  DeliveryReport,
  ParcelToBook,
  ReadDeliveryReport,
} from 'anode/module'
import { z } from 'zod'
import { isSigned, signatureHeader } from './signature.ts'

/** The shop waits 2 seconds for service points, and 15 for other answers. */
const pointsWithinMs = 1_500
const answerWithinMs = 10_000

const pointsSchema = z.object({
  points: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      street: z.string(),
      postalCode: z.string(),
      city: z.string(),
      metres: z.int(),
      open: z.array(z.string()),
    }),
  ),
})
const parcelSchema = z.object({
  id: z.string(),
  number: z.string(),
  label: z.base64(),
  deliveredAt: z.iso.datetime().nullable(),
})
const refusalSchema = z.object({ error: z.string() })
const reportSchema = z.object({ type: z.string(), number: z.string(), at: z.iso.datetime() })

interface Call {
  method?: 'POST' | 'DELETE'
  body?: object
  withinMs?: number
}

export function harbourPost({ keys, ofStores, hosts, publicUrl }: CarrierSettings): CarrierCalls {
  const { api_key: apiKey = '' } = keys
  const { url = '' } = hosts

  /** What throws, such as a request without an answer, is logged by the shop and counts as no answer. */
  const call = async (path: string, { method, body, withinMs = answerWithinMs }: Call = {}) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: method ?? 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    })
    if (response.status >= 500) throw new Error(`status ${response.status}`)
    return { status: response.status, isOk: response.ok, answer: await response.json() }
  }
  const refusalOf = (answer: unknown) => ({
    ok: false as const,
    code: 'carrier_refused' as const,
    reason: refusalSchema.parse(answer).error,
  })

  return {
    servicePoints: {
      countries: ['SE', 'NO'],
      async near({ countryCode, postalCode }) {
        const { answer } = await call(`/points?country=${countryCode}&postalCode=${postalCode}`, {
          withinMs: pointsWithinMs,
        })
        const points = pointsSchema.parse(answer).points.map(({ metres, open, ...point }): CarrierPoint => ({
          ...point,
          type: 'manned',
          countryCode,
          distanceMetres: metres,
          openingHours: open,
        }))
        return { ok: true, points }
      },
    },
    parcels: {
      // A reference is booked once, however often it is asked for.
      async book(parcel) {
        const customer = ofStores[parcel.store]?.['customer']
        const { isOk, answer } = await call('/parcels', {
          method: 'POST',
          body: {
            customer,
            ...bookingOf(parcel),
            reportUrl: `${publicUrl}/callbacks/harbour-post/deliveries`,
          },
        })
        if (!isOk) return refusalOf(answer)
        const { id, number, label } = parcelSchema.parse(answer)
        return { ok: true, booking: id, trackingNumber: number, label: Buffer.from(label, 'base64') }
      },
      async cancel({ booking }) {
        const { isOk, answer } = await call(`/parcels/${encodeURIComponent(booking)}`, { method: 'DELETE' })
        return isOk ? { ok: true, state: 'cancelled' } : refusalOf(answer)
      },
      async delivery({ trackingNumber }) {
        const { status, answer } = await call(`/tracking/${encodeURIComponent(trackingNumber)}`)
        if (status === 404) return { ok: false, code: 'unknown_parcel' }
        const { deliveredAt } = parcelSchema.parse(answer)
        return { ok: true, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) }
      },
    },
  }
}

function bookingOf({ reference, recipient, servicePoint, weightGrams, contents }: ParcelToBook): object {
  const { name, street, postalCode, city, countryCode, phone, email } = recipient
  return {
    reference,
    to: { name, street, postalCode, city, countryCode, phone, email },
    point: servicePoint?.id ?? null,
    grams: weightGrams,
    contents,
  }
}

/** A parcel that is handed over; other reports are accepted and ignored. */
export function readReport(
  { report_secret: secret = '' }: Readonly<Record<string, string>>,
  { headers, body }: DeliveryReport,
): ReadDeliveryReport {
  if (!isSigned(secret, headers[signatureHeader], body)) return { ok: false, code: 'unauthorized' }
  const { type, number, at } = reportSchema.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  const delivery = type === 'delivered' ? { trackingNumber: number, deliveredAt: new Date(at) } : null
  return { ok: true, delivery, kind: type }
}
