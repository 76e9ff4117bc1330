/** Stripe's PaymentIntents in the shapes of the shop. Pure but zod. */
import { z } from 'zod'
import { minor } from '../../domain/money/money.ts'
import type { PaymentMeans } from '../../domain/payments/payment-means.ts'
import type { PaymentRecord, PaymentState, SavedMethod } from '../../domain/payments/payment-provider.ts'

/** What an authorization of any method says about its end: `payment_method_details[type].capture_before`. */
const detailsSchema = z.looseObject({ type: z.string() })
const deadlineSchema = z.looseObject({
  capture_before: z.int().optional(),
  multicapture: z.looseObject({ status: z.string() }).nullish(),
})

const chargeSchema = z.looseObject({
  id: z.string(),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  paid: z.boolean(),
  payment_method_details: detailsSchema.nullish(),
})

export const intentSchema = z.looseObject({
  id: z.string().min(1),
  amount: z.int(),
  amount_capturable: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  status: z.string(),
  client_secret: z.string().nullish(),
  cancellation_reason: z.string().nullish(),
  customer: z.string().nullish(),
  payment_method: z.string().nullish(),
  setup_future_usage: z.string().nullish(),
  metadata: z.record(z.string(), z.string()),
  /** The id where it was not asked for. */
  latest_charge: z.union([chargeSchema, z.string()]).nullish(),
})
export type IntentAnswer = z.output<typeof intentSchema>

/** The names under which the shop keeps its own data with an intent. */
export const metadataNames = {
  orderNumber: 'order_number',
  snapshotHash: 'snapshot_hash',
  checkoutId: 'checkout_id',
} as const

export function recordOfIntent(intent: IntentAnswer): PaymentRecord {
  const captured = intent.amount_received
  const refunded = refundedOf(intent)
  const savedMethod = savedMethodOf(intent)
  const means = meansOf(intent)
  return {
    ok: true,
    providerOrderId: intent.id,
    state: stateOf(intent, captured, refunded),
    amountMinor: minor(intent.amount),
    currency: intent.currency.toUpperCase(),
    snapshotHash: intent.metadata[metadataNames.snapshotHash] ?? null,
    orderNumber: intent.metadata[metadataNames.orderNumber] ?? null,
    capturedMinor: minor(captured),
    refundedMinor: minor(refunded),
    expiresAt: intent.status === 'requires_capture' ? captureDeadline(intent) : null,
    ...(intent.status === 'requires_payment_method' && { isIdle: true }),
    ...(means && { means }),
    ...(savedMethod && { savedMethod }),
  }
}

function stateOf(intent: IntentAnswer, captured: number, refunded: number): PaymentState {
  if (captured > 0) {
    if (refunded === 0) return 'captured'
    return refunded >= captured ? 'refunded' : 'part_refunded'
  }
  switch (intent.status) {
    // After a decline the shopper may pay the same intent with another card.
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return 'open'
    case 'processing':
      return 'pending'
    case 'requires_capture':
      return 'authorized'
    case 'succeeded':
      return 'captured'
    case 'canceled':
      return expiryReasons.has(intent.cancellation_reason ?? '') ? 'expired' : 'cancelled'
    default:
      throw new Error(`Stripe answered an unknown status: ${intent.status}`)
  }
}

/** Stripe cancels by itself what was not captured in time. */
const expiryReasons = new Set(['automatic', 'expired'])

/**
 * What was refunded of the captured amount. Stripe also counts as refunded what a final capture or a
 * cancellation releases (charge.amount_refunded, observed in github.com/solidusio/solidus_stripe/pull/268).
 */
function refundedOf(intent: IntentAnswer): number {
  const charge = chargeOf(intent)
  if (!charge?.paid || charge.amount_captured === 0) return 0
  const released = charge.amount - charge.amount_captured - intent.amount_capturable
  return Math.max(0, charge.amount_refunded - released)
}

/** Null where the charge was not read with the intent. */
export function chargeOf({ latest_charge: charge }: IntentAnswer): z.output<typeof chargeSchema> | null {
  return typeof charge === 'object' ? (charge ?? null) : null
}

/** The method that a payment saved for its customer, once it went through. */
function savedMethodOf(intent: IntentAnswer): SavedMethod | null {
  const { customer, payment_method: method, setup_future_usage: usage, status } = intent
  if (usage !== 'off_session' || !customer || !method) return null
  if (status !== 'requires_capture' && status !== 'succeeded') return null
  return { customer, method, label: cardLabel(chargeOf(intent)?.payment_method_details?.['card']) }
}

const cardSchema = z.looseObject({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  wallet: z.looseObject({ type: z.string() }).nullish(),
})

/** Wallets that hold cards, by Stripe's names (`payment_method_details.card.wallet.type`). */
const cardWallets: Readonly<Record<string, string>> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

/** What the latest charge was made with; null: none yet, or a method that the shop does not know. */
function meansOf(intent: IntentAnswer): PaymentMeans | null {
  const details = chargeOf(intent)?.payment_method_details
  if (!details) return null
  const { type } = details
  if (type === 'swish' || type === 'mobilepay') return { kind: type, label: null }
  if (type !== 'card') return null
  const card = cardSchema.safeParse(details['card'])
  if (!card.success || !card.data.last4) return { kind: 'card', label: null }
  const wallet = cardWallets[card.data.wallet?.type ?? '']
  const label = cardLabel(card.data)
  return { kind: 'card', label: wallet === undefined ? label : `${label} (${wallet})` }
}

/** "Visa •••• 4242". */
export function cardLabel(card: unknown): string {
  const read = cardSchema.safeParse(card)
  const { brand, last4 } = read.success ? read.data : {}
  const name = brand ? brand.charAt(0).toUpperCase() + brand.slice(1) : 'Stripe'
  return last4 ? `${name} •••• ${last4}` : name
}

function captureDeadline(intent: IntentAnswer): Date | null {
  const until = methodDetails(intent)?.capture_before
  return until === undefined ? null : new Date(until * 1000)
}

/** Whether a part can be captured without the rest being released. */
export function allowsMulticapture(intent: IntentAnswer): boolean {
  return methodDetails(intent)?.multicapture?.status === 'available'
}

function methodDetails(intent: IntentAnswer): z.output<typeof deadlineSchema> | null {
  const details = chargeOf(intent)?.payment_method_details
  if (!details) return null
  const read = deadlineSchema.safeParse(details[details.type])
  return read.success ? read.data : null
}
