/** Returns and withdrawals as staff see them. */
import { z } from 'zod'
import { amount } from '../../contract/amount.ts'
import { returnReason, returnTransport } from './contract.ts'
import { returnStatuses } from './return.ts'
import { timelineEntry } from '../../contract/admin/orders.ts'

const returnAction = z.enum(['sent', 'receive', 'inspect', 'refund', 'exchange', 'reject'])

/** Where a return is (RETURN-05). */
export const returnStatus = z.enum(returnStatuses)

export const returnPage = z.object({
  /** S100001-R1 */
  id: z.string(),
  order: z.string(),
  store: z.string(),
  registeredAt: z.iso.datetime(),
  status: returnStatus,
  buyer: z.string(),
  items: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      quantity: z.number(),
      reason: returnReason,
      /** How it travels back; only `parcel` may be sent by the buyer. */
      transport: returnTransport,
      /** What the buyer wants instead; null: the money. */
      exchange: z.object({ sku: z.string(), name: z.string() }).nullable(),
    }),
  ),
  /** In the buyer's words; may be empty. */
  comment: z.string(),
  /** Ids. */
  photos: z.array(z.number()),
  parcel: z
    .object({ status: z.string(), carrier: z.string(), trackingUrl: z.string().nullable() })
    .nullable(),
  currency: z.string(),
  /** What is paid out, after an exchange the difference: booked, or expected; null: nothing (any more). */
  amount: amount.nullable(),
  /** Whether the delivery is refunded too, as the buyer was shown. */
  refundsShipping: z.boolean(),
  /** Number of the refund within its order. */
  refund: z.number().nullable(),
  exchangeOrder: z.string().nullable(),
  /** Why it was rejected, as the mail to the buyer says. */
  rejection: z.string().nullable(),
  /** What may be done next. */
  actions: z.array(returnAction),
  /** What happened to it, newest first. */
  timeline: z.array(timelineEntry),
})

export const returnParams = z.object({ id: z.string().regex(/^[A-Za-z]\d{1,12}-[Rr]\d{1,4}$/) })

export const returnPhotoParams = returnParams.extend({
  photo: z.coerce.number().int().min(1).max(2_147_483_647),
})

/** `shipping`: whether the delivery is refunded too; without it as the buyer was shown. `reason`: for the buyer. */
export const returnActionBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('sent') }),
  z.strictObject({ action: z.literal('receive') }),
  z.strictObject({ action: z.literal('inspect') }),
  z.strictObject({ action: z.literal('refund'), shipping: z.boolean().optional() }),
  z.strictObject({ action: z.literal('exchange') }),
  z.strictObject({ action: z.literal('reject'), reason: z.string().trim().min(1).max(500) }),
])

/** `shipping`: as in `returnActionBody`. */
export const returnPreviewBody = z.strictObject({ shipping: z.boolean().optional() })

/** What the refund of a return would pay. */
export const returnPreview = z.object({
  amount,
  /** The delivery's part of the amount. */
  shipping: amount,
  /** The part that lowers what is yet to be paid on the order's invoice; nobody is paid it. */
  offInvoice: amount,
  /** Whether the delivery is refunded too, as the buyer was shown. */
  refundsShipping: z.boolean(),
})

export const returnActionAnswer = z.object({
  id: z.string(),
  /** Number of the refund within its order. */
  refund: z.number().nullable(),
  /** The order that delivers the exchange. */
  exchangeOrder: z.string().nullable(),
})

export const withdrawalParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })

/** A reason for the buyer, or for the audit. */
const reason = z.string().trim().min(1).max(500)

/**
 * `goods_back`: goods, or proof that they were sent, have arrived. `close`: the money was paid back, or the reason says
 * why nothing is. `undo`: they have not; it is open again. `reject`: the buyer gets the reason by mail. `match`: the
 * order that it is about.
 */
export const withdrawalActionBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('goods_back'), undo: z.boolean().default(false) }),
  z.strictObject({ action: z.literal('close'), undo: z.boolean().default(false), reason: reason.optional() }),
  z.strictObject({ action: z.literal('reject'), reason }),
  z.strictObject({ action: z.literal('match'), order: z.string().trim().min(1).max(20) }),
])

/** What it adds to the page of an order. */
export const orderPart = z.object({
  returns: z.array(
    z.object({
      id: z.string(),
      status: returnStatus,
      comment: z.string(),
      registeredAt: z.iso.datetime(),
      items: z.array(
        z.object({ sku: z.string(), name: z.string(), quantity: z.number(), reason: z.string() }),
      ),
    }),
  ),
  withdrawals: z.array(
    z.object({
      id: z.number(),
      declaredAt: z.iso.datetime(),
      /** In the buyer's words; with `items` empty too: the whole order. */
      goods: z.string(),
      items: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
      refundDueOn: z.string(),
      doneAt: z.iso.datetime().nullable(),
      /** Why it was rejected, as the mail to the buyer says. */
      rejection: z.string().nullable(),
    }),
  ),
})

/** What it adds to the page of a customer: the latest returns. */
export const customerPart = z.object({
  returns: z.array(
    z.object({
      /** S100001-R1 */
      id: z.string(),
      store: z.string(),
      status: returnStatus,
      registeredAt: z.iso.datetime(),
      units: z.number(),
    }),
  ),
})

type OrderPart = z.infer<typeof orderPart>
type CustomerPart = z.infer<typeof customerPart>

declare module '../../contract/admin/orders.ts' {
  interface OrderPageParts extends OrderPart {}
}

declare module '../../contract/admin/customers.ts' {
  interface CustomerPageParts extends CustomerPart {}
}
