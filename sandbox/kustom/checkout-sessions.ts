/** The checkout orders of the simulated Kustom (Checkout v3), from creation until the purchase. */
import { randomUUID } from 'node:crypto'
import { fieldPath, type Answer } from '../simulator/answer.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedMerchant } from './merchants.ts'
import { badValue, refusal, timeText } from './answer.ts'
import { checkOrderAmounts } from './check-amounts.ts'
import {
  orderDocumentSchema,
  type OrderDocument,
  type OrderLine,
  type ShippingOption,
} from './order-document.ts'

export interface CheckoutSession {
  id: string
  merchant: SimulatedMerchant
  /** As the merchant sent it, with the shopper's address. */
  document: OrderDocument
  status: 'checkout_incomplete' | 'checkout_complete' | 'aborted'
  /** The shopper has pressed the button and the purchase is not decided yet. */
  isPurchasing: boolean
  selectedShipping: ShippingOption | null
  startedAt: number
  modifiedAt: number
  completedAt: number | null
}

export interface CheckoutSessions {
  create(merchant: SimulatedMerchant, body: unknown): Answer
  read(merchant: SimulatedMerchant, id: string): Answer
  update(merchant: SimulatedMerchant, id: string, body: unknown): Answer
  abort(merchant: SimulatedMerchant, id: string): Answer
  /** For the provider's own page; null: unknown or expired. */
  find(id: string): CheckoutSession | null
  /** The order as the merchant reads it and as callbacks carry it. */
  describe(session: CheckoutSession): object
  /** Merges a merchant's answer to a callback, or the shopper's input. Error messages where it does not fit. */
  change(session: CheckoutSession, changes: unknown): string[]
  /** All of them, expired ones that were used since excepted. */
  list(): CheckoutSession[]
  clear(): void
}

/** Since the last change by the merchant or the shopper. */
const sessionMs = 48 * 3_600_000

export function createCheckoutSessions(
  context: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url'>,
  snippet: (session: CheckoutSession) => string,
): CheckoutSessions {
  const { clock } = context
  const sessions = new Map<string, CheckoutSession>()

  const find = (id: string): CheckoutSession | null => {
    const session = sessions.get(id)
    if (!session) return null
    if (session.status !== 'checkout_incomplete') return session
    const isExpired =
      clock.now() - session.modifiedAt > sessionMs || context.takeFault('expired_session', id) !== null
    if (isExpired) sessions.delete(id)
    return isExpired ? null : session
  }

  const findOf = (merchant: SimulatedMerchant, id: string): CheckoutSession | null => {
    const session = find(id)
    return session?.merchant === merchant ? session : null
  }

  const describe = (session: CheckoutSession): object => ({
    order_id: session.id,
    name: session.merchant.name,
    status: session.status,
    ...session.document,
    purchase_country: session.document.purchase_country.toLowerCase(),
    ...amountsOf(session),
    ...(session.selectedShipping && { selected_shipping_option: session.selectedShipping }),
    started_at: timeText(session.startedAt),
    last_modified_at: timeText(session.modifiedAt),
    ...(session.completedAt !== null && { completed_at: timeText(session.completedAt) }),
  })

  const answer = (status: number, session: CheckoutSession): Answer => ({
    status,
    headers: { location: `${context.url()}/checkout/v3/orders/${session.id}` },
    body: { ...describe(session), html_snippet: snippet(session) },
  })

  const change = (session: CheckoutSession, changes: unknown): string[] => {
    const checked = checkDocument({ ...session.document, ...(changes as object) }, session.merchant)
    if (Array.isArray(checked)) return checked
    session.document = checked
    session.modifiedAt = clock.now()
    const { shipping_options: options = [] } = checked
    session.selectedShipping =
      options.find(({ id }) => id === session.selectedShipping?.id) ?? preselected(options)
    return []
  }

  const readOnly = () => refusal(403, 'READ_ONLY_ORDER', ['Resource is read-only'])

  return {
    create(merchant, body) {
      const checked = checkDocument(body, merchant)
      if (Array.isArray(checked)) return badValue(...checked)
      const now = clock.now()
      const session: CheckoutSession = {
        id: randomUUID(),
        merchant,
        document: checked,
        status: 'checkout_incomplete',
        isPurchasing: false,
        selectedShipping: preselected(checked.shipping_options ?? []),
        startedAt: now,
        modifiedAt: now,
        completedAt: null,
      }
      sessions.set(session.id, session)
      return answer(201, session)
    },

    read(merchant, id) {
      const session = findOf(merchant, id)
      return session ? answer(200, session) : { status: 404 }
    },

    update(merchant, id, body) {
      const session = findOf(merchant, id)
      if (!session) return { status: 404 }
      if (session.status !== 'checkout_incomplete' || session.isPurchasing) return readOnly()
      if (typeof body !== 'object' || body === null) return badValue('Bad value: body')
      const problems = change(session, body)
      return problems.length > 0 ? badValue(...problems) : answer(200, session)
    },

    abort(merchant, id) {
      const session = findOf(merchant, id)
      if (!session) return { status: 404 }
      if (session.status !== 'checkout_incomplete' || session.isPurchasing) return readOnly()
      session.status = 'aborted'
      return answer(200, session)
    },

    find,
    describe,
    change,
    list: () => [...sessions.values()],
    clear: () => sessions.clear(),
  }
}

/** The totals with the shipping option that the shopper chose inside the frame, which is a line of its own. */
export function amountsOf({
  document,
  selectedShipping,
}: CheckoutSession): Pick<OrderDocument, 'order_amount' | 'order_tax_amount' | 'order_lines'> {
  const { order_amount, order_tax_amount, order_lines } = document
  if (!selectedShipping) return { order_amount, order_tax_amount, order_lines }
  const { id, name, price, tax_amount, tax_rate } = selectedShipping
  const line: OrderLine = {
    type: 'shipping_fee',
    reference: id,
    name,
    quantity: 1,
    unit_price: price,
    tax_rate,
    total_amount: price,
    total_tax_amount: tax_amount,
  }
  return {
    order_amount: order_amount + price,
    order_tax_amount: order_tax_amount + tax_amount,
    order_lines: [...order_lines, line],
  }
}

function preselected(options: readonly ShippingOption[]): ShippingOption | null {
  return options.find((option) => option.preselected) ?? options[0] ?? null
}

/** The document a merchant may have, or the error messages for it. */
function checkDocument(body: unknown, merchant: SimulatedMerchant): OrderDocument | string[] {
  const read = orderDocumentSchema.safeParse(body)
  if (!read.success)
    return [...new Set(read.error.issues.map(({ path }) => `Bad value: ${fieldPath(path) || 'body'}`))]
  const document = read.data
  const problems = checkOrderAmounts(document)
  if (document.purchase_country.toUpperCase() !== merchant.country)
    problems.push('Bad value: purchase_country')
  if (document.purchase_currency.toUpperCase() !== merchant.currency)
    problems.push('Bad value: purchase_currency')
  return problems.length > 0 ? problems : document
}
