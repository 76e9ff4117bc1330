/** Makes one of the kernel's carriers of the carrier of a module, and trusts nothing of what it answers. */
import { z } from 'zod'
import type { DeliveryCallback, ReadDeliveryEvent } from '../../domain/shipping/delivery-event.ts'
import type { ParcelAddress, ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import type { OutsideCarrier } from '../../domain/stores/store.ts'
import { pointsPerQuery, type CarrierAdapter } from '../../providers/carriers/carrier-adapter.ts'
import { notSupported, unavailable, type ParcelAdapter } from '../../providers/carriers/parcel-adapter.ts'
import type { Carrier, CarrierServices } from '../carrier.ts'
import type { CarrierCalls, CarrierSettings, OpenCarrier, ParcelPlace, ParcelToBook } from './carriers.ts'
import { moduleAnswer, reasonOf } from './module-answer.ts'

/** The checkout shows its methods when the points are there: as long as carriers of the shop are waited for. */
const pointsWithinMs = 2_000
const largestLabelBytes = 5_000_000
const longestReason = 300
/** Of one answer, of which those that can be read are shown up to `pointsPerQuery`. */
const mostPoints = 200

const text = z.string().max(255)
const word = z.string().min(1).max(255)
const address = z.url({ protocol: /^https?$/ })
const noAnswer = z.object({ ok: z.literal(false), code: z.literal('carrier_unavailable') })
const refused = z.object({
  ok: z.literal(false),
  code: z.literal('carrier_refused'),
  reason: z.string().transform((reason) => reason.slice(0, longestReason)),
})
const point = z.object({
  id: word,
  type: z.enum(['manned', 'locker']),
  name: word,
  street: text,
  postalCode: text,
  city: text,
  countryCode: z.string().length(2),
  distanceMetres: z.number().nonnegative().nullish(),
  openingHours: z.array(text).max(50).optional(),
  booking: z.record(z.string(), z.string()).optional(),
})
const points = z.union([z.object({ ok: z.literal(true), points: z.array(z.unknown()) }), noAnswer])
const label = z
  .instanceof(Uint8Array)
  .refine(
    (bytes) =>
      bytes.length <= largestLabelBytes && Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-',
    'is no PDF of at most 5 MB',
  )
const booked = z.union([
  z.object({
    ok: z.literal(true),
    booking: word,
    trackingNumber: z.string().trim().min(1).max(100),
    trackingUrl: z.unknown().optional(),
    label: z.unknown().optional(),
    labelUrl: z.unknown().optional(),
  }),
  noAnswer,
  refused,
])
const cancelled = z.union([
  z.object({ ok: z.literal(true), state: z.enum(['cancelled', 'unused']) }),
  noAnswer,
  refused,
])
const delivered = z.union([
  z.object({ ok: z.literal(true), deliveredAt: z.date().nullable() }),
  z.object({ ok: z.literal(false), code: z.literal('unknown_parcel') }),
  noAnswer,
])
const reported = z.union([
  z.object({
    ok: z.literal(true),
    delivery: z.object({ trackingNumber: word, deliveredAt: z.date() }).nullable(),
    kind: z.string().max(200),
  }),
  z.object({ ok: z.literal(false), code: z.enum(['unauthorized', 'unreadable']) }),
])
const countries = z.object({ servicePoints: z.object({ countries: z.array(z.string()) }).optional() })

/** `carrier`: the name of its account. What fails is logged under the name of the module. */
export function guardedCarrier(
  { module, carrier }: { module: string; carrier: string },
  { open, readDelivery }: OpenCarrier,
): Carrier {
  // Names of modules from outside are not in the types of the shop.
  const id = carrier as OutsideCarrier
  const failing =
    ({ log }: Pick<CarrierServices, 'log'>) =>
    (call: string) =>
    (reason: string) =>
      log.warn({ module, carrier, call, reason }, 'the carrier of a module failed')

  const opened = new WeakMap<CarrierSettings, CarrierCalls>()
  /** One that cannot be opened has neither service points nor parcels. */
  const callsOf = (settings: CarrierSettings, services: CarrierServices): CarrierCalls => {
    let calls = opened.get(settings)
    if (calls) return calls
    try {
      calls = open(settings, services)
      countries.parse(calls)
    } catch (error) {
      failing(services)('open')(reasonOf(error))
      calls = {}
    }
    opened.set(settings, calls)
    return calls
  }

  return {
    servicePoints(settings, services): CarrierAdapter {
      const { servicePoints } = callsOf(settings, services)
      const failed = failing(services)('servicePoints')
      return {
        countries: servicePoints?.countries ?? [],
        async servicePoints({ countryCode, postalCode, kind, language }) {
          const query = { countryCode, postalCode, kind, language }
          const answer = await moduleAnswer(points, () => servicePoints?.near(query), failed, {
            withinMs: pointsWithinMs,
          })
          if (!answer?.ok) return unavailable
          const entries = answer.points.slice(0, mostPoints).map((entry) => point.safeParse(entry))
          const wrong = entries.flatMap(({ error }) => error ?? [])
          if (wrong[0])
            failed(`${wrong.length} service points that cannot be read: ${z.prettifyError(wrong[0])}`)
          const read = entries.flatMap(({ data }) => (data ? pointOf(id, data) : []))
          return { ok: true, points: read.slice(0, pointsPerQuery) }
        },
      }
    },
    parcels(settings, services): ParcelAdapter {
      const { parcels } = callsOf(settings, services)
      const failed = failing(services)
      const hasOwnKeys = Object.keys(settings.ofStores).length > 0
      return {
        canBook: (store, direction) =>
          parcels !== undefined &&
          direction === 'outbound' &&
          (!hasOwnKeys || settings.ofStores[store] !== undefined),
        async book(request, isRetry) {
          const parcel = toBook(request, isRetry)
          if (parcel === null) return notSupported
          const answer = await moduleAnswer(booked, () => parcels?.book(parcel), failed('book'))
          if (!answer?.ok) return answer ?? unavailable
          // The parcel is booked: what is wrong with its label or its page is no reason to ask for it again.
          const valid = <Value>(schema: z.ZodType<Value>, value: unknown): Value | null => {
            if (value === undefined || value === null) return null
            const { data, error } = schema.safeParse(value)
            if (error) failed('book')(z.prettifyError(error))
            return data ?? null
          }
          return {
            ok: true,
            parcel: {
              bookingId: answer.booking,
              trackingNumber: answer.trackingNumber,
              trackingUrl: valid(address, answer.trackingUrl),
              label: valid(label, answer.label),
              labelUrl: valid(address, answer.labelUrl),
            },
          }
        },
        async cancel({ store, bookingId }) {
          const cancel = parcels?.cancel?.bind(parcels)
          if (!cancel) return notSupported
          const asked = { store, booking: bookingId }
          return (await moduleAnswer(cancelled, () => cancel(asked), failed('cancel'))) ?? unavailable
        },
        async label(url) {
          const download = parcels?.label?.bind(parcels)
          if (!download) return null
          return moduleAnswer(label.nullable(), () => download(url), failed('label'))
        },
        async delivery(parcel) {
          const ask = parcels?.delivery?.bind(parcels)
          if (!ask) return notSupported
          return (await moduleAnswer(delivered, () => ask(parcel), failed('delivery'))) ?? unavailable
        },
      }
    },
    ...(readDelivery && {
      readDeliveryEvent(keys, { headers, body }: DeliveryCallback, services): ReadDeliveryEvent {
        try {
          const read = reported.parse(readDelivery(keys, { headers, body }))
          if (!read.ok) return read
          const { delivery, kind } = read
          return { ok: true, kind, delivery: delivery && { carriers: [id], ...delivery } }
        } catch (error) {
          failing(services)('readDelivery')(reasonOf(error))
          return { ok: false, code: 'unreadable' }
        }
      },
    }),
  }
}

function pointOf(
  carrier: OutsideCarrier,
  { distanceMetres, openingHours, booking, postalCode, ...rest }: z.output<typeof point>,
): ServicePoint {
  return {
    ...rest,
    carrier,
    postalCode: postalCode.replaceAll(' ', ''),
    position: null,
    distanceMetres: distanceMetres ?? null,
    openingHours: openingHours ?? [],
    ...(booking && { booking }),
  }
}

/** Null: returns are sent with a carrier of the shop. */
function toBook(request: ParcelRequest, isRetry: boolean): ParcelToBook | null {
  const { reference, direction, store, kind, contents, weightGrams, sidesMm, customs } = request
  if (direction !== 'outbound') return null
  const { servicePoint, dangerousGoods } = request
  return {
    reference,
    isRetry,
    store,
    kind,
    sender: placeOf(request.sender),
    recipient: placeOf(request.recipient),
    servicePoint: servicePoint && { id: servicePoint.id, booking: servicePoint.booking ?? {} },
    contents,
    weightGrams,
    sidesMm,
    dangerousGoods: dangerousGoods.map(({ class: _class, ...goods }) => goods),
    customs: customs && {
      number: customs.number,
      currency: customs.currency,
      vatMinor: customs.vatMinor,
      items: customs.items.map((item) => ({ ...item })),
    },
  }
}

const placeOf = (address: ParcelAddress): ParcelPlace => ({ ...address })
