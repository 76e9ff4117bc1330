/**
 * Kustom's callbacks. The push is unsigned and empty: its address names the payment. Validation and address
 * update carry the checkout order and are answered within 3 s; the shape of an answer decides what the shopper
 * sees (the callback API that Klarna publishes).
 */
import { z } from 'zod'
import type {
  AskingCallbacks,
  CallbackAnswer,
  CallbackRequest,
  PurchaseDecision,
  ReadCallback,
} from '../../domain/payments/payment-provider.ts'
import { addressSchema, basketBody, contactOf } from './order.server.ts'
import { minor } from '../../domain/money/money.ts'
import { parseJson } from '../../providers/parse-json.ts'

/** Ids as Kustom makes them. */
const orderId = z.string().regex(/^[\w-]{1,255}$/)

export function readPush({ query }: CallbackRequest): ReadCallback {
  const read = orderId.safeParse(query['payment'])
  return read.success
    ? { ok: true, providerOrderId: read.data, eventId: null, kind: 'push' }
    : { ok: false, code: 'unreadable' }
}

const askedSchema = z.object({
  purchase_currency: z.string().max(10),
  order_amount: z.int(),
  order_lines: z
    .array(z.object({ reference: z.string().default(''), quantity: z.int(), total_amount: z.int() }))
    .max(1000),
  billing_address: addressSchema.optional(),
  shipping_address: addressSchema.optional(),
})

export const askingCallbacks: AskingCallbacks = {
  async readPurchase({ query, body }) {
    const id = orderId.safeParse(query['payment'])
    const read = askedSchema.safeParse(parseJson(body.toString('utf8')))
    if (!id.success || !read.success) return { ok: false, code: 'unreadable' }
    const order = read.data
    return {
      ok: true,
      purchase: {
        providerOrderId: id.data,
        currency: order.purchase_currency.toUpperCase(),
        amountMinor: minor(order.order_amount),
        lines: order.order_lines.map((line) => ({
          reference: line.reference,
          quantity: line.quantity,
          totalMinor: minor(line.total_amount),
        })),
        billing: contactOf(order.billing_address),
        shipping: contactOf(order.shipping_address),
      },
    }
  },
  answerPurchase: (decision) => (decision.ok ? { status: 200, body: {} } : refusal(decision)),
  answerAddress: (decision) =>
    decision.ok
      ? { status: 200, body: { purchase_currency: decision.basket.currency, ...basketBody(decision.basket) } }
      : refusal(decision),
}

function refusal({ message, isAddress }: Extract<PurchaseDecision, { ok: false }>): CallbackAnswer {
  return {
    status: 400,
    body: { error_type: isAddress ? 'address_error' : 'approval_failed', error_text: message },
  }
}
