/**
 * The order management of the simulated Walley. An accepted change counts at once, so that nothing is captured
 * or refunded twice, but the order shows it only seconds later.
 */
import { z } from 'zod'
import type { Answer } from '../simulator/answer.ts'
import type { Payment, PaymentState } from '../simulator/payment.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedMerchant } from './merchants.ts'
import { amountOf, amountSchema, minorOf, problemsOf } from './checkout-document.ts'
import { resultOf, type CheckoutSession } from './checkout-sessions.ts'
import { accepted, businessError, validationError } from './envelope.ts'

interface OrderItem {
  id: string
  description: string
  /** Minor units. */
  unitPrice: number
  quantity: number
  vat: number
  captured: number
  refunded: number
}

export interface ManagedOrder {
  id: string
  merchant: SimulatedMerchant
  session: CheckoutSession
  payment: Payment
  items: OrderItem[]
  placedAt: number
  /** Before, order management does not know the order. */
  visibleAt: number
  /** What a merchant reads. */
  shown: object
}

export const orderActions = ['capture', 'refund', 'cancel', 'extend'] as const
export type OrderAction = (typeof orderActions)[number]

export interface ManagedOrders {
  add(session: CheckoutSession): ManagedOrder
  /** As a merchant finds it; null: unknown, another merchant's, or not visible yet. */
  find(merchant: SimulatedMerchant, id: string): ManagedOrder | null
  get(id: string): ManagedOrder | undefined
  /** Shows what changed, as after a decision of Walley's own. */
  publish(order: ManagedOrder): void
  act(order: ManagedOrder, action: OrderAction, body: unknown): Answer
  clear(): void
}

/** An assumption; `expiresAt` of each order says it. */
export const authorizedMs = 60 * 86_400_000
/** Between an accepted change and its visibility. */
const publishMs = 2_000

const itemSchema = z.strictObject({
  id: z.string().optional(),
  description: z.string().optional(),
  unitPrice: amountSchema,
  quantity: z.int().min(1),
  vat: z.number().optional(),
  type: z.enum(['purchase', 'fee']).optional(),
})
const operationSchema = z.strictObject({
  amount: amountSchema.refine((amount) => amount > 0, 'must be positive'),
  items: z.array(itemSchema).min(1).optional(),
  description: z.string().max(255).optional(),
  actionReference: z.string().max(50).optional(),
})
const cancelSchema = z.strictObject({ actionReference: z.string().max(50).optional() })

type Operation = z.output<typeof operationSchema>

/** Which count of an item an operation raises, and how many units of the item are left for it. */
const quantities = {
  capture: { counter: 'captured', openOf: ({ quantity, captured }: OrderItem) => quantity - captured },
  refund: { counter: 'refunded', openOf: ({ captured, refunded }: OrderItem) => captured - refunded },
} as const

export function createManagedOrders(
  context: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url'>,
): ManagedOrders {
  const { clock } = context
  const orders = new Map<string, ManagedOrder>()

  const publish = (order: ManagedOrder): void => {
    order.shown = describe(order)
  }

  const accept = (order: ManagedOrder): Answer => {
    clock.setTimer(publishMs, () => publish(order))
    return accepted(`/manage/orders/${order.id}`)
  }

  const settle = (order: ManagedOrder, body: unknown, operation: 'capture' | 'refund'): Answer => {
    const read = operationSchema.safeParse(body)
    if (!read.success) return validationError(problemsOf(read.error))
    const amount = minorOf(read.data.amount)
    if (order.payment.refuses(operation, amount) !== null)
      return businessError('Amount_Exceeds_Limit', 'The amount is higher than what is left of the order')
    const { counter, openOf } = quantities[operation]
    const matched = matchItems(order, read.data, openOf)
    if (typeof matched === 'string') return validationError([matched])
    for (const [item, quantity] of matched) item[counter] += quantity
    order.payment[operation](amount)
    return accept(order)
  }

  const act = (order: ManagedOrder, action: OrderAction, body: unknown): Answer => {
    const { payment } = order
    const status = statusOf(order)
    const notIn = () =>
      businessError('Invalid_Order_Status', `Not allowed for an order with status ${status}`)
    switch (action) {
      case 'capture':
        if (!payment.allows('capture')) return notIn()
        return settle(order, body, 'capture')
      case 'refund':
        if (status !== 'Activated' && status !== 'PartActivated') return notIn()
        return settle(order, body, 'refund')
      case 'cancel': {
        const read = cancelSchema.safeParse(body ?? {})
        if (!read.success) return validationError(problemsOf(read.error))
        return payment.release() === null ? accept(order) : notIn()
      }
      case 'extend':
        return payment.extend(authorizedMs) === null ? accept(order) : notIn()
    }
  }

  return {
    add(session) {
      const { purchase, cart, fees } = session
      if (!purchase) throw new Error('an order needs a purchase')
      const lines = [...cart.items, ...(fees.shipping ? [{ ...fees.shipping, quantity: 1 }] : [])]
      const now = clock.now()
      const order: ManagedOrder = {
        id: purchase.orderId,
        merchant: session.merchant,
        session,
        payment: purchase.payment,
        items: lines.map(({ id, description, unitPrice, quantity, vat }) => ({
          id,
          description,
          unitPrice: minorOf(unitPrice),
          quantity,
          vat,
          captured: 0,
          refunded: 0,
        })),
        placedAt: now,
        visibleAt: now + (context.takeFault('late_record', session.privateId)?.delayMs ?? 0),
        shown: {},
      }
      publish(order)
      orders.set(order.id, order)
      return order
    },

    find(merchant, id) {
      const order = orders.get(id)
      if (order?.merchant !== merchant || clock.now() < order.visibleAt) return null
      // Nobody's request makes an authorization end, so nothing delays its visibility.
      if (clock.now() >= order.payment.expiresAt) publish(order)
      return order
    },

    get: (id) => orders.get(id),
    publish,
    act,
    clear: () => orders.clear(),
  }
}

const statuses: Record<PaymentState, string> = {
  open: 'OnHold',
  refused: 'Rejected',
  held: 'NotActivated',
  partly_captured: 'PartActivated',
  captured: 'Activated',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

export function statusOf({ payment, session: { purchase } }: ManagedOrder): string {
  if (purchase && resultOf(purchase) === 'Signing') return 'RequiresSigning'
  if (payment.state === 'captured' && payment.refundable === 0) return 'Returned'
  return statuses[payment.state]
}

function describe(order: ManagedOrder): object {
  const { payment, session } = order
  const isOver = payment.state === 'captured' || payment.state === 'cancelled'
  return {
    id: order.id,
    reference: session.reference,
    paymentMethod: session.purchase?.paymentName === 'Card' ? 'Card' : 'Invoice',
    totalAmount: amountOf(payment.amount),
    currency: order.merchant.currency,
    status: statusOf(order),
    salesSegment: session.customerType === 'b2b' ? 'B2B' : 'B2C',
    countryCode: session.document.countryCode,
    productCode: null,
    placedAt: new Date(order.placedAt).toISOString(),
    expiresAt: isOver ? null : new Date(payment.expiresAt).toISOString(),
    items: order.items.map(({ id, description, unitPrice, quantity, vat }) => ({
      id,
      description,
      unitPrice: amountOf(unitPrice),
      quantity,
      vat,
    })),
    invoices: [],
  }
}

/**
 * The order's items that an operation names, with their quantities; none where it has only an amount. Text:
 * why they do not match.
 */
function matchItems(
  order: ManagedOrder,
  { amount, items }: Operation,
  openOf: (item: OrderItem) => number,
): [OrderItem, number][] | string {
  if (!items) return []
  const sum = items.reduce((total, item) => total + minorOf(item.unitPrice) * item.quantity, 0)
  if (sum !== minorOf(amount)) return 'amount: does not equal the sum of the items'
  const matched: [OrderItem, number][] = []
  for (const [index, { id, unitPrice, quantity }] of items.entries()) {
    const found = order.items.filter(
      (item) => (id === undefined || item.id === id) && item.unitPrice === minorOf(unitPrice),
    )
    const [item] = found
    if (!item || found.length > 1) return `items[${index}]: no unique match in the order`
    if (quantity > openOf(item)) return `items[${index}].quantity: more than what is left of the item`
    matched.push([item, quantity])
  }
  return matched
}
