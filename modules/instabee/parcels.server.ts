/**
 * Instabee's orders API: lockers, and returns through lockers. The shop's reference is the order's id, so that a
 * booking that is sent again changes the same order. The API has no cancellation and reports deliveries only by
 * webhooks of the account; a parcel that is never handed in is not charged.
 */
import { z } from 'zod'
import type { ParcelAddress, ParcelRequest } from '../../domain/shipping/parcel-booking.ts'
import { createCarrierClient } from '../../providers/carriers/carrier-client.ts'
import {
  nameOf,
  notSupported,
  refusedBecause,
  unavailable,
  type ParcelAdapter,
} from '../../providers/carriers/parcel-adapter.ts'
import type { InstabeeAccount } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

const answerSchema = z.object({
  orderId: z.string().nullish(),
  parcelId: z.string().min(1),
  labelUrl: z.string().nullish(),
  trackingUrl: z.string().nullish(),
})

const errorSchema = z.object({ message: z.string().nullish(), error: z.string().nullish() })

export function createInstabeeParcels(
  { url, apiKey, product }: InstabeeAccount,
  log: WarningLog,
): ParcelAdapter {
  const headers = { authorization: `Bearer ${apiKey}` }
  const client = createCarrierClient({ name: 'instabee', url, headers }, log)
  return {
    canBook: () => true,
    async book(request) {
      const isReturn = request.direction === 'return'
      if (!isReturn && request.kind !== 'locker') return notSupported
      const sortCode = request.servicePoint?.booking?.['sortCode']
      if (!isReturn && sortCode === undefined) return refusedBecause(400, ['a locker must be chosen'])
      const answer = await client.send({
        method: 'PUT',
        path: '/orders',
        route: '/orders',
        query: {},
        body: isReturn ? returnOf(request) : orderOf(request, product),
        schema: answerSchema,
      })
      if (!answer.ok) {
        if (answer.code === 'unknown') return unavailable
        const read = errorSchema.safeParse(answer.body)
        return refusedBecause(answer.status, [(read.success && (read.data.message ?? read.data.error)) || ''])
      }
      const { parcelId, labelUrl, trackingUrl } = answer.body
      return {
        ok: true,
        parcel: {
          bookingId: request.reference,
          trackingNumber: parcelId,
          trackingUrl: trackingUrl ?? null,
          label: labelUrl ? await client.download(labelUrl) : null,
          labelUrl: labelUrl ?? null,
        },
      }
    },
    cancel: () => Promise.resolve({ ok: true, state: 'unused' }),
    label: (labelUrl) => client.download(labelUrl),
    delivery: () => Promise.resolve(notSupported),
  }
}

function orderOf(request: ParcelRequest, product: string): object {
  const { availabilityToken, sortCode } = request.servicePoint?.booking ?? {}
  return {
    ...commonOf(request),
    product,
    ...(availabilityToken !== undefined && { availabilityToken }),
    recipient: partyOf(request.recipient),
    deliveryOption: { sortCode },
  }
}

function returnOf(request: ParcelRequest): object {
  return {
    ...commonOf(request),
    product: 'LOCKER_RETURN',
    isLabelless: false,
    sender: partyOf(request.sender),
    recipient: partyOf(request.recipient),
  }
}

function commonOf({ reference, weightGrams, sidesMm }: ParcelRequest): object {
  return {
    orderId: reference,
    brand: 'instabox',
    parcelPackingConfirmed: true,
    cart: { orderNumber: reference },
    dimensions: {
      weight: Math.round(weightGrams),
      ...(sidesMm && { length: sidesMm[0], width: sidesMm[1], height: sidesMm[2] }),
    },
  }
}

function partyOf(address: ParcelAddress): object {
  const { name, company, street, postalCode, city, countryCode, email, phone } = address
  return {
    name: nameOf({ name, company }),
    email,
    phone,
    street,
    postalCode,
    city,
    countryCode,
  }
}
