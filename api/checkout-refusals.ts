/**
 * Checkout refusals as responses: status, message in the store's language, and the data the browser needs to
 * continue.
 */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyReply } from 'fastify'
import type { CompletedCheckout } from '../domain/checkout/complete-checkout.server.ts'
import type { OpenPaymentAnswer } from '../domain/checkout/open-payment.server.ts'
import { toMajor } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { fieldTexts } from './field-texts.ts'
import { viewCartItem } from './cart-view.ts'
import { viewAboveLimit } from './checkout-view.ts'
import { limitWords, type CheckoutRefusalCode } from './refusal-words.ts'

type Refusal = Extract<CompletedCheckout | OpenPaymentAnswer, { ok: false }>

const statuses: Record<Refusal['code'], 404 | 409 | 422 | 429 | 503> = {
  checkout_not_found: 404,
  cart_empty: 422,
  checkout_changed: 409,
  store_closed: 409,
  login_required: 409,
  method_cannot_repeat: 409,
  gift_card_changed: 409,
  invalid_fields: 422,
  lines_changed: 409,
  below_minimum: 422,
  above_limit: 422,
  credit_refused: 409,
  too_many_unpaid: 429,
  approval_required: 409,
  company_unverified: 409,
  company_limit: 409,
  total_changed: 409,
  payment_in_progress: 409,
  payment_unavailable: 503,
  payment_failed: 409,
}

// The route's schema validates the response; the reply's own type depends on the route.
/* oxlint-disable typescript/no-explicit-any */
export function answerRefusal(
  reply: FastifyReply<any, any, any, any, any, any, any, any>,
  store: Store,
  refusal: Refusal,
) {
  /* oxlint-enable typescript/no-explicit-any */
  const code: CheckoutRefusalCode = refusal.code
  const message =
    refusal.code === 'above_limit'
      ? limitWords(store, refusal.aboveLimit)
      : textsOf(store.code).answers.refusal[code]
  const answer: Record<string, unknown> = { message, code }
  if (refusal.code === 'above_limit') answer['above_limit'] = viewAboveLimit(refusal.aboveLimit)
  if (refusal.code === 'invalid_fields') answer['errors'] = fieldTexts(store.code, refusal.fields)
  if (refusal.code === 'lines_changed')
    answer['items'] = refusal.lines.map((line) => viewCartItem(store.code, line))
  if (refusal.code === 'total_changed') {
    answer['total'] = toMajor(refusal.totalMinor)
    answer['rejected_coupons'] = refusal.rejected.map(({ code, reason }) => ({
      code,
      reason: reason ?? 'invalid',
    }))
  }
  if (refusal.code === 'below_minimum') answer['minimum'] = toMajor(refusal.minimumMinor)
  if (statuses[refusal.code] === 503) reply.header('retry-after', '5')
  return reply.code(statuses[refusal.code]).send(answer)
}
