/**
 * Walley's callbacks. Both are unsigned and have no body; their addresses name the payment. The notification, a
 * GET, is sent for a completed purchase and for each later decision about it. The validation waits 10 s for an
 * answer; any status but 2xx stops the purchase, with a text of Walley's own.
 */
import type {
  AskingCallbacks,
  CallbackRequest,
  ReadCallback,
  ReadPurchase,
} from '../../domain/payments/payment-provider.ts'
import { readPaymentId } from './order.server.ts'

export function readNotification(request: CallbackRequest): ReadCallback {
  const payment = paymentOf(request)
  return payment === null
    ? { ok: false, code: 'unreadable' }
    : { ok: true, providerOrderId: payment, eventId: null, kind: 'notification' }
}

/** `read`: the purchase of a payment, from Walley's own record. */
export function createAskingCallbacks(
  read: (providerOrderId: string) => Promise<ReadPurchase>,
): AskingCallbacks {
  return {
    async readPurchase(request) {
      const payment = paymentOf(request)
      return payment === null ? { ok: false, code: 'unreadable' } : read(payment)
    },
    answerPurchase: (decision) =>
      decision.ok
        ? { status: 200, body: { orderReference: decision.orderNumber } }
        : { status: 409, body: { message: decision.message } },
  }
}

/** Null: no id that Walley can have made. */
function paymentOf({ query }: CallbackRequest): string | null {
  const payment = query['payment'] ?? ''
  return readPaymentId(payment) === null ? null : payment
}
