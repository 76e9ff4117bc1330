/** The shopper's part of the simulated Walley: identification and purchase, with the merchant's callbacks. */
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createPayment } from '../simulator/payment.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import { totalOf } from './checkout-document.ts'
import { completePurchase, type CheckoutSession, type Shopper } from './checkout-sessions.ts'
import { authorizedMs, type ManagedOrders } from './managed-orders.ts'
import { parseJson } from '../../providers/parse-json.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The pauses before each attempt; the first is sent at once. */
const notificationPausesMs = [
  0,
  5 * secondMs,
  10 * secondMs,
  3 * minuteMs,
  ...[1, 4, 8, 16, 24].map((hours) => hours * hourMs),
]
const notificationScheduleMs = notificationPausesMs.map((_, index) =>
  notificationPausesMs.slice(0, index + 1).reduce((sum, pause) => sum + pause, 0),
)

const validationMs = 10_000
const notificationMs = 30_000
/** Changes are refused as locked until then after a purchase. */
const lockMs = 1_500
/** When Walley's own check decides about a purchase on hold, or the customer signs. */
const decisionMs = 10 * minuteMs

export const paymentNames = ['Card', 'DirectInvoice', 'BankTransfer'] as const
export type PaymentName = (typeof paymentNames)[number]

/** How Walley decides about a purchase; `decline`: the shopper may choose another payment method. */
export const outcomes = ['accept', 'hold', 'sign', 'decline'] as const
export type Outcome = (typeof outcomes)[number]

export type ShopperResult =
  | { kind: 'done' }
  | { kind: 'completed'; redirectTo: string | null }
  | { kind: 'declined' }
  /** The merchant's validation stopped the purchase. */
  | { kind: 'refused' }
  | { kind: 'gone' }

export interface Shopping {
  identify(session: CheckoutSession, shopper: Shopper): ShopperResult
  pay(
    session: CheckoutSession,
    choice: { paymentName: PaymentName; outcome: Outcome },
  ): Promise<ShopperResult>
  /** Decides about a purchase on hold or not signed. */
  decide(session: CheckoutSession, isApproved: boolean): ShopperResult
}

export function createShopping(context: SimulatorContext, orders: ManagedOrders): Shopping {
  const { clock, callbacks } = context

  const notify = (session: CheckoutSession): void => {
    callbacks.cancel('notification', session.privateId)
    callbacks.report({
      name: 'notification',
      payment: session.privateId,
      method: 'GET',
      url: fillIn(session.document.notificationUri, session),
      timeoutMs: notificationMs,
      scheduleMs: notificationScheduleMs,
      isDone: (answer) => answer?.status === 200,
    })
  }

  const validate = async (session: CheckoutSession): Promise<boolean> => {
    const { validationUri } = session.document
    if (validationUri === undefined) return true
    const answer = await callbacks.ask({
      name: 'validation',
      payment: session.privateId,
      method: 'POST',
      url: fillIn(validationUri, session),
      timeoutMs: validationMs,
    })
    if (answer === null || answer.status < 200 || answer.status > 299) return false
    const read = validationAnswerSchema.safeParse(parseJson(answer.body))
    if (read.success) session.reference = read.data.orderReference
    return true
  }

  const decide = (session: CheckoutSession, isApproved: boolean): ShopperResult => {
    const { purchase } = session
    if (!purchase?.payment.allows('decide')) return { kind: 'gone' }
    purchase.payment[isApproved ? 'hold' : 'refuse']()
    const order = orders.get(purchase.orderId)
    if (order) orders.publish(order)
    notify(session)
    return { kind: 'done' }
  }

  const complete = (session: CheckoutSession, paymentName: PaymentName, outcome: Outcome): void => {
    const changed = context.takeFault('changed_amount', session.privateId)
    const amount = totalOf(session.cart, session.fees) + (changed?.byMinor ?? 0)
    const payment = createPayment(clock, { amount, holdMs: authorizedMs })
    const waitsFor = outcome === 'hold' ? 'OnHold' : outcome === 'sign' ? 'Signing' : null
    if (waitsFor === null) payment.hold()
    completePurchase(
      session,
      {
        payment,
        waitsFor,
        paymentName,
        purchaseIdentifier: String(randomInt(1_000_000, 9_999_999)),
        orderId: randomUUID(),
      },
      clock.now(),
    )
    session.lockedUntil = clock.now() + lockMs
    orders.add(session)
    notify(session)
    if (waitsFor !== null) clock.setTimer(decisionMs, () => void decide(session, true))
  }

  return {
    identify(session, shopper) {
      if (!isOpen(session)) return { kind: 'gone' }
      session.shopper = shopper
      session.status = 'CustomerIdentified'
      return { kind: 'done' }
    },

    async pay(session, { paymentName, outcome }) {
      if (session.status !== 'CustomerIdentified') return { kind: 'gone' }
      session.status = 'CommittedToPurchase'
      const isValid = await validate(session)
      if (!isValid || outcome === 'decline') {
        session.status = 'CustomerIdentified'
        return { kind: isValid ? 'declined' : 'refused' }
      }
      complete(session, paymentName, outcome)
      const { redirectPageUri } = session.document
      return {
        kind: 'completed',
        redirectTo: redirectPageUri === undefined ? null : fillIn(redirectPageUri, session),
      }
    },

    decide,
  }
}

const validationAnswerSchema = z.object({ orderReference: z.string().min(1).max(50) })

function isOpen({ status }: CheckoutSession): boolean {
  return status === 'Initialized' || status === 'CustomerIdentified'
}

/** Walley fills its ids into the merchant's addresses. */
function fillIn(url: string, { privateId, publicToken }: CheckoutSession): string {
  return url.replaceAll('{checkout.id}', privateId).replaceAll('{checkout.publictoken}', publicToken)
}
