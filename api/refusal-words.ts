/** Messages for checkout refusals, by code, in the store's language. */
import { textsOf } from '../locales/texts.server.ts'
import { fillMessage } from '../domain/content/message.ts'
import type { AboveLimit } from '../domain/checkout/order-limits.ts'
import { formatMoney } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'

export type CheckoutRefusalCode =
  | 'checkout_not_found'
  | 'cart_empty'
  | 'checkout_changed'
  | 'store_closed'
  | 'login_required'
  | 'method_cannot_repeat'
  | 'gift_card_changed'
  | 'invalid_fields'
  | 'lines_changed'
  | 'below_minimum'
  | 'above_limit'
  | 'credit_refused'
  | 'too_many_unpaid'
  | 'approval_required'
  | 'company_unverified'
  | 'company_limit'
  | 'total_changed'
  | 'payment_in_progress'
  | 'payment_unavailable'
  | 'payment_failed'
  | 'order_not_found'
  | 'postal_code'

/** What is allowed for lines above the buyer's limits: a sentence per line, and one for the total. */
export function limitWords(store: Store, { lines, mostMinor }: AboveLimit): string {
  const { line_limit, total_limit } = textsOf(store.code).answers
  return [
    ...lines.map(({ name, most }) => fillMessage(line_limit, { name, most })),
    ...(mostMinor === null
      ? []
      : [fillMessage(total_limit, { most: formatMoney(mostMinor, store), phone: store.phoneNumber })]),
  ].join(' ')
}
