/**
 * The events that the shop asks Stripe for: those after which a payment's record may have changed. What they say
 * is not used; the record is read again. An operator enters the same list in Stripe's dashboard (docs/payments.md).
 */
export const stripeEvents = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.captured',
  'charge.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const
