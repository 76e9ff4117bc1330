/**
 * Budbee's orders API (`multiple/orders`): home delivery and boxes. An order is found by its cart id, so that a
 * booking without an answer is looked up before it is sent again. Budbee reports deliveries only by webhooks of the
 * account, and has no returns through this API.
 */
import { z } from 'zod'
import type { BookingAnswer, ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import { createCarrierClient, type CommandAnswer } from '../../providers/carriers/carrier-client.ts'
import {
  dangerousGoodsText,
  nameOf,
  notSupported,
  refusedBecause,
  unavailable,
  type ParcelAdapter,
} from '../../providers/carriers/parcel-adapter.ts'
import type { BudbeeAccount, BudbeeBooking } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

const mediaTypes = {
  create: 'application/vnd.budbee.multiple.orders-v2+json',
  orders: 'application/vnd.budbee.multiple.orders-v1+json',
  parcels: 'application/vnd.budbee.parcels-v1+json',
}

const orderSchema = z.object({
  id: z.coerce.string().min(1),
  cart: z.object({ cartId: z.string() }).nullish(),
  parcels: z.array(z.object({ packageId: z.string().min(1), label: z.string().nullish() })).min(1),
})
type BudbeeOrder = z.output<typeof orderSchema>

export function createBudbeeParcels(
  { url, apiKey, apiSecret, booking }: BudbeeAccount & { booking: BudbeeBooking },
  log: WarningLog,
): ParcelAdapter {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const client = createCarrierClient({ name: 'budbee', url, headers: { authorization } }, log)
  const path = '/multiple/orders'

  const find = async (reference: string): Promise<BudbeeOrder | 'none' | 'unknown'> => {
    const answer = await client.get({
      path,
      route: path,
      query: { keyword: reference },
      headers: { accept: mediaTypes.orders },
      schema: z.array(z.unknown()),
    })
    if (!answer.ok) return answer.status === 404 ? 'none' : 'unknown'
    const found = answer.body.flatMap((entry) => orderSchema.safeParse(entry).data ?? [])
    return found.find(({ cart }) => cart?.cartId === reference) ?? 'none'
  }

  const booked = async ({ id, parcels }: BudbeeOrder): Promise<BookingAnswer> => {
    const [{ packageId, label }] = parcels as [BudbeeOrder['parcels'][number]]
    const tracking = await client.get({
      path: `/parcels/${packageId}/tracking-url`,
      route: '/parcels/:id/tracking-url',
      query: {},
      headers: { accept: mediaTypes.parcels },
      schema: z.object({ url: z.string() }),
    })
    return {
      ok: true,
      parcel: {
        bookingId: id,
        trackingNumber: packageId,
        trackingUrl: tracking.ok ? tracking.body.url : null,
        label: label ? await client.download(label) : null,
        labelUrl: label ?? null,
      },
    }
  }

  return {
    canBook: (store, direction) => direction === 'outbound' && booking.collectionIds[store] !== undefined,
    async book(request, isRetry) {
      const collectionId = booking.collectionIds[request.store]
      if (collectionId === undefined || request.kind === 'letter') return notSupported
      if (isRetry) {
        const known = await find(request.reference)
        if (known === 'unknown') return unavailable
        if (known !== 'none') return booked(known)
      }
      const answer = await client.send({
        method: 'POST',
        path,
        route: path,
        query: {},
        headers: { accept: mediaTypes.create, 'content-type': mediaTypes.create },
        body: orderOf(request, collectionId),
        schema: orderSchema,
      })
      if (answer.ok) return booked(answer.body)
      return answer.code === 'refused' ? refusalOf(answer) : unavailable
    },
    async cancel({ bookingId }) {
      const answer = await client.send({
        method: 'DELETE',
        path: `${path}/${encodeURIComponent(bookingId)}`,
        route: '/multiple/orders/:id',
        query: {},
        headers: { accept: mediaTypes.orders },
        schema: z.unknown(),
      })
      if (answer.ok) return { ok: true, state: 'cancelled' }
      return answer.code === 'refused' ? refusalOf(answer) : unavailable
    },
    label: (labelUrl) => client.download(labelUrl),
    delivery: () => Promise.resolve(notSupported),
  }
}

function orderOf(request: ParcelRequest, collectionId: number): object {
  const { reference, kind, recipient, servicePoint, weightGrams, sidesMm } = request
  const marks = dangerousGoodsText(request)
  return {
    cart: { cartId: reference },
    collectionId,
    delivery: {
      name: nameOf(recipient),
      referencePerson: recipient.name,
      telephoneNumber: recipient.phone,
      email: recipient.email,
      address: {
        street: recipient.street,
        postalCode: recipient.postalCode,
        city: recipient.city,
        country: recipient.countryCode,
      },
      outsideDoor: false,
      ...(marks !== '' && { additionalInfo: marks }),
    },
    requireSignature: false,
    ...(kind === 'locker' && {
      productCodes: ['DLVBOX'],
      ...(servicePoint && { boxDelivery: { selectedBox: servicePoint.id } }),
    }),
    parcels: [
      {
        dimensions: {
          weight: Math.round(weightGrams),
          ...(sidesMm && {
            length: Math.ceil(sidesMm[0] / 10),
            width: Math.ceil(sidesMm[1] / 10),
            height: Math.ceil(sidesMm[2] / 10),
          }),
        },
      },
    ],
  }
}

function refusalOf({ status, body }: Extract<CommandAnswer<unknown>, { code: 'refused' }>) {
  const read = z.object({ message: z.string() }).safeParse(body)
  return refusedBecause(status, [read.success ? read.data.message : ''])
}
