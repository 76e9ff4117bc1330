/** The simulated Order Management v1: what a merchant does with an order after the purchase. */
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fieldPath, type Answer } from '../simulator/answer.ts'
import { createPayment, type Payment, type PaymentState } from '../simulator/payment.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedMerchant } from './merchants.ts'
import { badValue, noContent, refusal, timeText } from './answer.ts'
import { amountsOf, type CheckoutSession } from './checkout-sessions.ts'
import { addressSchema, type Address } from './order-document.ts'

/** 28 days. */
const authorizedMs = 28 * 86_400_000

/**
 * A line as order management has it: without `type`, whose published schema allows only the list of all types
 * as one text.
 */
const lineSchema = z.object({
  reference: z.string().max(255).optional(),
  name: z.string().max(255),
  quantity: z.int().min(0),
  quantity_unit: z.string().max(10).optional(),
  unit_price: z.int().max(200_000_000),
  tax_rate: z.int().min(0).optional(),
  total_amount: z.int().max(200_000_000),
  total_discount_amount: z.int().min(0).max(200_000_000).optional(),
  total_tax_amount: z.int().max(200_000_000).optional(),
  merchant_data: z.string().max(1024).optional(),
  product_url: z.string().max(1024).optional(),
  image_url: z.string().max(1024).optional(),
})

const amount = z.int().min(0).max(200_000_000)
const described = {
  description: z.string().max(255).optional(),
  reference: z.string().max(255).optional(),
  order_lines: z.array(lineSchema).max(1000).optional(),
}

const shippingInfoSchema = z.object({
  shipping_company: z.string().max(100).optional(),
  shipping_method: z
    .string()
    .regex(
      /^(?:PickUpStore|Home|BoxReg|BoxUnreg|PickUpPoint|Own|Postal|DHLPackstation|Digital|Undefined|PickUpWarehouse|ClickCollect|PalletDelivery)$/,
    )
    .optional(),
  tracking_number: z.string().max(100).optional(),
  tracking_uri: z.string().max(1024).optional(),
  return_shipping_company: z.string().max(100).optional(),
  return_tracking_number: z.string().max(100).optional(),
  return_tracking_uri: z.string().max(1024).optional(),
})

const captureSchema = z.object({
  captured_amount: amount,
  ...described,
  shipping_info: z.array(shippingInfoSchema).max(500).optional(),
})
const refundSchema = z.object({ refunded_amount: amount, ...described })
const authorizationSchema = z.object({
  order_amount: amount,
  description: z.string().max(255).optional(),
  order_lines: z.array(lineSchema).max(1000).optional(),
})
const referencesSchema = z.object({
  merchant_reference1: z.string().max(255).optional(),
  merchant_reference2: z.string().max(255).optional(),
})
const shippingSchema = z.object({ shipping_info: z.array(shippingInfoSchema).min(1).max(500) })
const customerDetailsSchema = z.object({ shipping_address: addressSchema.optional() })
const dueDateSchema = z.object({ number_of_days: z.int().min(1) })

type Line = z.output<typeof lineSchema>
type ShippingInfo = z.output<typeof shippingInfoSchema>

interface Capture {
  id: string
  amount: number
  refunded: number
  at: number
  number: number
  description?: string | undefined
  reference?: string | undefined
  lines: Line[]
  shippingInfo: ShippingInfo[]
}

interface Refund {
  id: string
  amount: number
  at: number
  description?: string | undefined
  reference?: string | undefined
  lines: Line[]
}

export interface ManagedOrder {
  id: string
  merchant: SimulatedMerchant
  session: CheckoutSession
  payment: Payment
  lines: Line[]
  captures: Capture[]
  refunds: Refund[]
  shippingInfo: ShippingInfo[]
  reference1?: string | undefined
  reference2?: string | undefined
  shippingAddress?: Address | undefined
  /** E.g. `INVOICE`, `CARD`. */
  paymentMethod: string
  klarnaReference: string
  createdAt: number
  /** Before, the order is not found. */
  visibleAt: number
  isAcknowledged: boolean
}

/** Moves that have a body or none; the last part of their path. */
export const managementActions = [
  'acknowledge',
  'cancel',
  'release-remaining-authorization',
  'extend-authorization-time',
  'captures',
  'refunds',
  'shipping-info',
] as const
export type ManagementAction = (typeof managementActions)[number]

export const managementChanges = ['authorization', 'merchant-references', 'customer-details'] as const
export type ManagementChange = (typeof managementChanges)[number]

export interface ManagedOrders {
  /** Records a purchase. */
  add(session: CheckoutSession, paymentMethod: string): ManagedOrder
  /** As a merchant finds it; null: unknown, another merchant's, or not visible yet. */
  find(merchant: SimulatedMerchant, id: string): ManagedOrder | null
  /** Whether or not it is visible yet. */
  get(id: string): ManagedOrder | undefined
  describe(order: ManagedOrder): object
  act(order: ManagedOrder, action: ManagementAction, body: unknown): Answer
  change(order: ManagedOrder, change: ManagementChange, body: unknown): Answer
  captures(order: ManagedOrder): Answer
  capture(order: ManagedOrder, captureId: string): Answer
  addShippingInfo(order: ManagedOrder, captureId: string, body: unknown): Answer
  sendOut(order: ManagedOrder, captureId: string): Answer
  extendDueDate(order: ManagedOrder, captureId: string, body: unknown): Answer
  dueDateOptions(order: ManagedOrder, captureId: string): Answer
  refund(order: ManagedOrder, refundId: string): Answer
  clear(): void
}

export const noSuchOrder = (): Answer => refusal(404, 'NO_SUCH_ORDER', ['No such order'])
const noSuchCapture = (): Answer => refusal(404, 'NO_SUCH_CAPTURE', ['No such capture'])
const notAllowed = (why: string): Answer => refusal(403, 'NOT_ALLOWED', [why])

export function createManagedOrders(
  context: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url' | 'callbacks'>,
): ManagedOrders {
  const { clock } = context
  const orders = new Map<string, ManagedOrder>()

  const created = (order: ManagedOrder, kind: 'capture' | 'refund', id: string): Answer => ({
    status: 201,
    headers: {
      [`${kind}-id`]: id,
      location: `${context.url()}/ordermanagement/v1/orders/${order.id}/${kind}s/${id}`,
    },
  })

  const capture = (order: ManagedOrder, body: unknown): Answer => {
    const read = readBody(captureSchema, body)
    if (!read.ok) return read.answer
    const { captured_amount, description, reference, order_lines = [], shipping_info = [] } = read.value
    if (captured_amount < 1) return badValue('Bad value: captured_amount')
    if (!linesFit(order_lines, captured_amount)) return badValue('Bad value: order_lines')
    if (order.payment.capture(captured_amount) !== null)
      return refusal(403, 'CAPTURE_NOT_ALLOWED', ['Captured amount is higher than the remaining amount'])
    const id = randomUUID()
    order.captures.push({
      id,
      amount: captured_amount,
      refunded: 0,
      at: clock.now(),
      number: order.captures.length + 1,
      description,
      reference,
      lines: order_lines,
      shippingInfo: shipping_info,
    })
    return created(order, 'capture', id)
  }

  const refund = (order: ManagedOrder, body: unknown): Answer => {
    const read = readBody(refundSchema, body)
    if (!read.ok) return read.answer
    const { refunded_amount, description, reference, order_lines = [] } = read.value
    if (refunded_amount < 1) return badValue('Bad value: refunded_amount')
    if (!linesFit(order_lines, refunded_amount)) return badValue('Bad value: order_lines')
    if (order.payment.refund(refunded_amount) !== null)
      return refusal(403, 'REFUND_NOT_ALLOWED', ['Refunded amount is higher than the captured amount'])
    const id = randomUUID()
    order.refunds.push({
      id,
      amount: refunded_amount,
      at: clock.now(),
      description,
      reference,
      lines: order_lines,
    })
    let open = refunded_amount
    for (const each of order.captures) {
      const part = Math.min(open, each.amount - each.refunded)
      each.refunded += part
      open -= part
    }
    return created(order, 'refund', id)
  }

  const act = (order: ManagedOrder, action: ManagementAction, body: unknown): Answer => {
    const { payment } = order
    switch (action) {
      case 'acknowledge':
        if (payment.state === 'cancelled') return notAllowed('The order is cancelled')
        order.isAcknowledged = true
        context.callbacks.cancel('push', order.id)
        return noContent
      case 'cancel':
        if (payment.state === 'cancelled') return noContent
        if (payment.state !== 'held')
          return refusal(403, 'CANCEL_NOT_ALLOWED', ['The order has captures or is closed'])
        payment.release()
        return noContent
      case 'release-remaining-authorization':
        if (payment.captured === 0) return notAllowed('The order is cancelled or has no captures')
        if (payment.state === 'partly_captured') payment.release()
        return noContent
      case 'extend-authorization-time':
        if (!payment.allows('capture')) return notAllowed('The order is expired or cancelled')
        payment.extend(authorizedMs)
        return noContent
      case 'captures':
        return capture(order, body)
      case 'refunds':
        return refund(order, body)
      case 'shipping-info': {
        const read = readBody(shippingSchema, body)
        if (!read.ok) return read.answer
        order.shippingInfo.push(...read.value.shipping_info)
        return noContent
      }
    }
  }

  const change = (order: ManagedOrder, kind: ManagementChange, body: unknown): Answer => {
    if (kind === 'authorization') return changeAuthorization(order, body)
    if (order.payment.state === 'cancelled') return notAllowed('The order is cancelled')
    if (kind === 'merchant-references') {
      const read = readBody(referencesSchema, body)
      if (!read.ok) return read.answer
      order.reference1 = read.value.merchant_reference1 ?? order.reference1
      order.reference2 = read.value.merchant_reference2 ?? order.reference2
      return noContent
    }
    const read = readBody(customerDetailsSchema, body)
    if (!read.ok) return read.answer
    order.shippingAddress = read.value.shipping_address ?? order.shippingAddress
    return noContent
  }

  const withCapture = (
    order: ManagedOrder,
    captureId: string,
    answer: (capture: Capture) => Answer,
  ): Answer => {
    const found = order.captures.find(({ id }) => id === captureId)
    return found ? answer(found) : noSuchCapture()
  }

  return {
    add(session, paymentMethod) {
      const { order_amount, order_lines } = amountsOf(session)
      const changed = context.takeFault('changed_amount', session.id)
      const total = order_amount + (changed?.byMinor ?? 0)
      const now = clock.now()
      const payment = createPayment(clock, { amount: total, holdMs: authorizedMs })
      payment.hold()
      const order: ManagedOrder = {
        id: session.id,
        merchant: session.merchant,
        session,
        payment,
        lines: order_lines.map((line) => lineSchema.parse(line)),
        captures: [],
        refunds: [],
        shippingInfo: [],
        reference1: session.document.merchant_reference1,
        reference2: session.document.merchant_reference2,
        shippingAddress: session.document.shipping_address,
        paymentMethod,
        klarnaReference: `K${randomInt(36 ** 6)
          .toString(36)
          .toUpperCase()
          .padStart(6, '0')}`,
        createdAt: now,
        visibleAt: now + (context.takeFault('late_record', session.id)?.delayMs ?? 0),
        isAcknowledged: false,
      }
      orders.set(order.id, order)
      return order
    },

    find(merchant, id) {
      const order = orders.get(id)
      return order?.merchant !== merchant || clock.now() < order.visibleAt ? null : order
    },

    get: (id) => orders.get(id),

    describe: describeOrder,
    act,
    change,
    captures: (order) => ({ status: 200, body: order.captures.map((each) => describeCapture(order, each)) }),
    capture: (order, captureId) =>
      withCapture(order, captureId, (found) => ({ status: 200, body: describeCapture(order, found) })),
    addShippingInfo: (order, captureId, body) =>
      withCapture(order, captureId, (found) => {
        const read = readBody(shippingSchema, body)
        if (!read.ok) return read.answer
        found.shippingInfo.push(...read.value.shipping_info)
        return noContent
      }),
    sendOut: (order, captureId) => withCapture(order, captureId, () => noContent),
    extendDueDate: (order, captureId, body) =>
      withCapture(order, captureId, () => {
        const read = readBody(dueDateSchema, body)
        return read.ok ? noContent : read.answer
      }),
    dueDateOptions: (order, captureId) =>
      withCapture(order, captureId, () => ({
        status: 200,
        body: {
          currency: order.session.document.purchase_currency.toLowerCase(),
          options: [{ number_of_days: 14, amount: 0 }],
        },
      })),
    refund(order, refundId) {
      const found = order.refunds.find(({ id }) => id === refundId)
      return found ? { status: 200, body: describeRefund(found) } : refusal(404, 'NOT_FOUND', ['Not found'])
    },
    clear: () => orders.clear(),
  }
}

function changeAuthorization(order: ManagedOrder, body: unknown): Answer {
  const read = readBody(authorizationSchema, body)
  if (!read.ok) return read.answer
  const { order_amount, order_lines } = read.value
  if (order_lines && !linesFit(order_lines, order_amount)) return badValue('Bad value: order_lines')
  // An increase needs a new risk check, which is not simulated and never granted.
  if (order.payment.change(order_amount) !== null) return notAllowed('The amount cannot be authorized')
  order.lines = order_lines ?? order.lines
  return noContent
}

/** An order is made by an accepted purchase: its payment is neither open nor refused. */
const statuses: Record<Exclude<PaymentState, 'open' | 'refused'>, string> = {
  held: 'AUTHORIZED',
  partly_captured: 'PART_CAPTURED',
  captured: 'CAPTURED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
}

export function statusOf({ payment: { state, captured } }: ManagedOrder): string {
  if (state === 'open' || state === 'refused') throw new Error(`an order's payment is ${state}`)
  return state === 'expired' && captured > 0 ? 'CLOSED' : statuses[state]
}

/** Lines may be left out; given ones must add up. */
function linesFit(lines: readonly Line[], total: number): boolean {
  return (
    lines.every(
      (line) => line.total_amount === line.quantity * line.unit_price - (line.total_discount_amount ?? 0),
    ) &&
    (lines.length === 0 || lines.reduce((sum, line) => sum + line.total_amount, 0) === total)
  )
}

function describeOrder(order: ManagedOrder): object {
  const { payment } = order
  const { document } = order.session
  return {
    order_id: order.id,
    status: statusOf(order),
    fraud_status: 'ACCEPTED',
    order_amount: payment.amount,
    original_order_amount: payment.originalAmount,
    captured_amount: payment.captured,
    refunded_amount: payment.refunded,
    remaining_authorized_amount: payment.capturable,
    purchase_currency: document.purchase_currency.toLowerCase(),
    purchase_country: document.purchase_country.toLowerCase(),
    locale: document.locale,
    order_lines: order.lines,
    ...defined({
      merchant_reference1: order.reference1,
      merchant_reference2: order.reference2,
      merchant_data: document.merchant_data,
      billing_address: managedAddress(document.billing_address),
      shipping_address: managedAddress(order.shippingAddress),
    }),
    klarna_reference: order.klarnaReference,
    customer: {},
    created_at: timeText(order.createdAt),
    expires_at: timeText(payment.expiresAt),
    captures: order.captures.map((each) => describeCapture(order, each)),
    refunds: order.refunds.map(describeRefund),
    shipping_info: order.shippingInfo,
    initial_payment_method: { type: order.paymentMethod, description: order.paymentMethod },
  }
}

function describeCapture(order: ManagedOrder, each: Capture): object {
  return {
    capture_id: each.id,
    klarna_reference: `${order.klarnaReference}-${each.number}`,
    captured_amount: each.amount,
    refunded_amount: each.refunded,
    captured_at: timeText(each.at),
    ...defined({ description: each.description, reference: each.reference }),
    order_lines: each.lines,
    shipping_info: each.shippingInfo,
  }
}

function describeRefund(each: Refund): object {
  return {
    refund_id: each.id,
    refunded_amount: each.amount,
    refunded_at: timeText(each.at),
    ...defined({ description: each.description, reference: each.reference }),
    order_lines: each.lines,
  }
}

/** Order management knows fewer fields of an address than the checkout. */
function managedAddress(address: Address | undefined): object | undefined {
  if (!address) return undefined
  const { street_name, street_number, street_address, house_extension: _, care_of: __, ...same } = address
  const street = street_address ?? [street_name, street_number].filter(Boolean).join(' ')
  return { ...same, ...(street !== '' && { street_address: street }) }
}

/** Without the members that are undefined. */
function defined(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function readBody<S extends z.ZodType>(
  schema: S,
  body: unknown,
): { ok: true; value: z.output<S> } | { ok: false; answer: Answer } {
  const read = schema.safeParse(body)
  if (read.success) return { ok: true, value: read.data }
  const fields = read.error.issues.map(({ path }) => `Bad value: ${fieldPath(path) || 'body'}`)
  return { ok: false, answer: badValue(...new Set(fields)) }
}
