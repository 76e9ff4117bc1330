/** Payments at Harbour Pay, by its API. */
import type {
  OperationAnswer,
  PaymentOperation,
  PaymentRecord,
  PaymentServices,
  PaymentSettings,
  PaymentState,
  RedirectPayments,
} from 'anode/module'
import { z } from 'zod'
import { isSigned, signatureHeader } from './signature.ts'

/** The shop waits 15 seconds for an answer of the module. */
const answerWithinMs = 8_000

const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'authorized', 'declined', 'cancelled']),
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  captured: z.int(),
  refunded: z.int(),
  /** What is not captured was released. */
  released: z.boolean(),
  page: z.string(),
})
type HarbourPayment = z.infer<typeof paymentSchema>

const operationSchema = z.object({ id: z.string() })
const refusalSchema = z.object({ error: z.string() })
const eventSchema = z.object({ id: z.string(), type: z.string(), payment: z.string() })

/** The answer of a call, or why there is none. */
type Called<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; code: 'unknown_payment' | 'provider_unavailable' }
  | { ok: false; code: 'refused'; reason: string }

export function harbourPayments(
  { keys, hosts }: PaymentSettings,
  { clock }: PaymentServices,
): RedirectPayments {
  const { api_key: apiKey = '', webhook_secret: secret = '' } = keys
  const { url = '' } = hosts

  /** What throws, such as a request without an answer, is logged by the shop and counts as unavailable. */
  const call = async <Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    post?: { key: string; body: object },
  ): Promise<Called<Answer>> => {
    const response = await fetch(`${url}/v1/payments${path}`, {
      method: post ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(post && { 'content-type': 'application/json', 'idempotency-key': post.key }),
      },
      ...(post && { body: JSON.stringify(post.body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (response.status === 404) return { ok: false, code: 'unknown_payment' }
    if (response.status >= 500) return { ok: false, code: 'provider_unavailable' }
    const body: unknown = await response.json()
    if (response.ok) return { ok: true, answer: schema.parse(body) }
    return { ok: false, code: 'refused', reason: refusalSchema.parse(body).error }
  }

  const operate = async (path: string, key: string, body: object): Promise<OperationAnswer> => {
    const done = await call(operationSchema, path, { key, body })
    return done.ok ? { ok: true, operation: done.answer.id, state: 'done' } : done
  }
  const amountOf = ({ amountMinor, currency }: PaymentOperation) => ({ amount: amountMinor, currency })
  const pathOf = (payment: string) => `/${encodeURIComponent(payment)}`

  return {
    async open({ idempotencyKey, orderNumber, amountMinor, currency, urls, buyer }) {
      const opened = await call(paymentSchema, '', {
        key: idempotencyKey,
        body: {
          reference: orderNumber,
          amount: amountMinor,
          currency,
          email: buyer.email,
          returnUrl: urls.confirmation,
          webhookUrl: urls.webhook,
        },
      })
      return opened.ok ? { ok: true, payment: opened.answer.id, url: opened.answer.page } : opened
    },

    async read(payment) {
      const read = await call(paymentSchema, pathOf(payment))
      return read.ok ? recordOf(read.answer) : read
    },

    capture: (operation) =>
      operate(`${pathOf(operation.payment)}/captures`, operation.idempotencyKey, {
        ...amountOf(operation),
        isFinal: operation.isFinal === true,
      }),

    refund: (operation) =>
      operate(`${pathOf(operation.payment)}/refunds`, operation.idempotencyKey, amountOf(operation)),

    cancel: (payment, key) => operate(`${pathOf(payment)}/cancel`, key, {}),

    readWebhook({ headers, body }) {
      if (!isSigned(secret, { header: headers[signatureHeader], body, now: clock() }))
        return { ok: false, code: 'bad_signature' }
      const { id, type, payment } = eventSchema.parse(JSON.parse(Buffer.from(body).toString('utf8')))
      return { ok: true, payment, eventId: id, kind: type }
    },
  }
}

function recordOf(payment: HarbourPayment): PaymentRecord {
  const { id, amount, currency, reference, captured, refunded } = payment
  return {
    ok: true,
    payment: id,
    state: stateOf(payment),
    amountMinor: amount,
    currency,
    orderNumber: reference,
    capturedMinor: captured,
    refundedMinor: refunded,
  }
}

function stateOf({ status, amount, captured, refunded, released }: HarbourPayment): PaymentState {
  if (status === 'open' || status === 'cancelled') return status
  if (status === 'declined') return 'failed'
  if (refunded > 0) return refunded < captured ? 'part_refunded' : 'refunded'
  return captured === amount || released ? 'captured' : 'authorized'
}
