/** The shopper's part of the simulated Kustom: address, shipping choice and purchase, with its callbacks. */
import { z } from 'zod'
import type { CallbackAnswer } from '../simulator/callbacks.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { CheckoutSession, CheckoutSessions } from './checkout-sessions.ts'
import { amountsOf } from './checkout-sessions.ts'
import type { ManagedOrders } from './managed-orders.ts'
import type { Address } from './order-document.ts'
import { parseJson } from '../../providers/parse-json.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Minutes 2, 5, 15, 30 and 60, then every 4 hours up to 48. */
const pushScheduleMs = [
  ...[2, 5, 15, 30, 60].map((minutes) => minutes * minuteMs),
  ...Array.from({ length: 12 }, (_, index) => (index + 1) * 4 * hourMs),
]

/** Without an answer to the validation in this time the purchase goes on, unless an answer is required. */
const validationMs = 3_000
/** Without a required answer in this time the purchase fails. */
const requiredValidationMs = 10_000
const updateMs = 10_000
const pushMs = 5_000

const redirects = new Set([301, 302, 303, 307])

/** The first is preselected; credit never is (SE lag 2010:751 ch. 7 a). */
export const paymentMethods = ['CARD', 'INVOICE'] as const

export type ShopperResult =
  | { kind: 'done' }
  | { kind: 'completed'; redirectTo: string | null }
  | { kind: 'declined' }
  /** The merchant's text for the shopper; empty where it gave none. */
  | { kind: 'refused'; message: string }
  /** The merchant sends the shopper to a page of its own. */
  | { kind: 'redirected'; redirectTo: string }
  /** A required answer of the merchant did not come. */
  | { kind: 'failed' }
  | { kind: 'gone' }

export interface Shopper {
  /** `delivery`: where it differs from the shopper's address. */
  enterAddress(
    session: CheckoutSession,
    addresses: { address: Address; delivery?: Address | undefined },
    customerType: string,
  ): Promise<ShopperResult>
  chooseShipping(session: CheckoutSession, optionId: string): Promise<ShopperResult>
  pay(session: CheckoutSession, paymentMethod: (typeof paymentMethods)[number]): Promise<ShopperResult>
}

export function createShopper(
  context: SimulatorContext,
  sessions: CheckoutSessions,
  orders: ManagedOrders,
): Shopper {
  const { clock, callbacks } = context

  const ask = (
    session: CheckoutSession,
    name: string,
    url: string,
    body: object,
    timeoutMs: number,
  ): Promise<CallbackAnswer | null> =>
    callbacks.ask({
      name,
      payment: session.id,
      method: 'POST',
      url: fillIn(url, session),
      headers: () => ({ 'content-type': 'application/json' }),
      body: JSON.stringify(body),
      timeoutMs,
    })

  /** Asks the merchant what the shopper's choice changes. */
  const askForChanges = async (
    session: CheckoutSession,
    name: 'address_update' | 'shipping_option_update',
  ): Promise<ShopperResult> => {
    const url = session.document.merchant_urls?.[name]
    if (url === undefined) return { kind: 'done' }
    const answer = await ask(session, name, url, updateRequest(session), updateMs)
    if (answer === null) return { kind: 'failed' }
    const refused = readRefusal(answer)
    if (refused) return refused
    const changes = updateAnswerSchema.safeParse(parseJson(answer.body))
    if (answer.status !== 200 || !changes.success) return { kind: 'failed' }
    return sessions.change(session, changes.data).length > 0 ? { kind: 'failed' } : { kind: 'done' }
  }

  const validate = async (session: CheckoutSession): Promise<ShopperResult> => {
    const { merchant_urls, options } = session.document
    if (merchant_urls?.validation === undefined) return { kind: 'done' }
    const isRequired = options?.require_validate_callback_success === true
    const limitMs = isRequired ? requiredValidationMs : validationMs
    const body = sessions.describe(session)
    const answer = await ask(session, 'validation', merchant_urls.validation, body, limitMs)
    if (answer?.status === 200) return { kind: 'done' }
    const refused = answer && readRefusal(answer)
    if (refused) return refused
    return isRequired ? { kind: 'failed' } : { kind: 'done' }
  }

  const complete = (session: CheckoutSession, paymentMethod: string): void => {
    session.status = 'checkout_complete'
    session.completedAt = clock.now()
    session.modifiedAt = clock.now()
    const isBusiness = session.document.customer?.type === 'organization'
    const order = orders.add(
      session,
      isBusiness && paymentMethod === 'INVOICE' ? 'INVOICE_BUSINESS' : paymentMethod,
    )
    const push = session.document.merchant_urls?.push
    if (push === undefined) return
    callbacks.report({
      name: 'push',
      payment: session.id,
      method: 'POST',
      url: fillIn(push, session),
      timeoutMs: pushMs,
      scheduleMs: pushScheduleMs,
      // The answer does not matter: the merchant acknowledges through order management.
      isDone: () => order.isAcknowledged,
    })
  }

  return {
    async enterAddress(session, { address, delivery }, customerType) {
      if (session.status !== 'checkout_incomplete' || session.isPurchasing) return { kind: 'gone' }
      const billing = { country: session.document.purchase_country.toLowerCase(), ...address }
      sessions.change(session, {
        billing_address: billing,
        shipping_address: { ...billing, ...delivery },
        customer: { ...session.document.customer, type: customerType },
      })
      return askForChanges(session, 'address_update')
    },

    async chooseShipping(session, optionId) {
      const option = session.document.shipping_options?.find(({ id }) => id === optionId)
      if (session.status !== 'checkout_incomplete' || session.isPurchasing || !option) return { kind: 'gone' }
      session.selectedShipping = option
      return askForChanges(session, 'shipping_option_update')
    },

    async pay(session, paymentMethod) {
      if (session.status !== 'checkout_incomplete' || session.isPurchasing) return { kind: 'gone' }
      session.isPurchasing = true
      try {
        const validated = await validate(session)
        if (validated.kind !== 'done') return validated
        complete(session, paymentMethod)
      } finally {
        session.isPurchasing = false
      }
      const confirmation = session.document.merchant_urls?.confirmation
      return {
        kind: 'completed',
        redirectTo: confirmation === undefined ? null : fillIn(confirmation, session),
      }
    },
  }
}

/** The merchant's answer to a callback that asks for changes. */
const updateAnswerSchema = z.object({
  order_amount: z.unknown(),
  order_tax_amount: z.unknown(),
  order_lines: z.unknown(),
  purchase_currency: z.unknown(),
  shipping_options: z.unknown().optional(),
  locale: z.unknown().optional(),
  merchant_data: z.string().max(1024).optional(),
  tags: z.unknown().optional(),
})

const refusalSchema = z.object({
  error_type: z.enum(['address_error', 'unsupported_shipping_address', 'approval_failed']),
  error_text: z.string().optional(),
})

/** Null: the answer is no refusal. */
function readRefusal(answer: CallbackAnswer): ShopperResult | null {
  const location = answer.headers['location']
  if (redirects.has(answer.status) && location !== undefined)
    return { kind: 'redirected', redirectTo: location }
  if (answer.status !== 400) return null
  const read = refusalSchema.safeParse(parseJson(answer.body))
  return read.success ? { kind: 'refused', message: read.data.error_text ?? '' } : null
}

function updateRequest(session: CheckoutSession): object {
  const { document, selectedShipping } = session
  return {
    ...amountsOf(session),
    billing_address: document.billing_address,
    shipping_address: document.shipping_address,
    ...(selectedShipping && { selected_shipping_option: selectedShipping }),
    purchase_currency: document.purchase_currency,
    merchant_data: document.merchant_data,
    merchant_reference1: document.merchant_reference1,
    merchant_reference2: document.merchant_reference2,
    customer: document.customer,
    locale: document.locale,
    tags: document.tags,
  }
}

/** Kustom fills its order id into the merchant's addresses. */
function fillIn(url: string, { id }: CheckoutSession): string {
  return url.replaceAll('{checkout.order.id}', id)
}
