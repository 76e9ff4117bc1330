/** The objects of the simulated Stripe, as it keeps them and as it answers them. */
import type { Payment } from '../simulator/payment.ts'
import type { SimulatedAccount } from './accounts.ts'
import { seconds } from './stripe-answer.ts'
import { methodRules, type MethodType } from './payment-methods.ts'
import type { Decline, TestCard } from './test-cards.ts'

/** Until a charge holds or has paid the amount. */
type IntentStage = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'processing'
export type IntentStatus = IntentStage | 'requires_capture' | 'succeeded' | 'canceled'

export interface MethodOptions {
  capture_method?: 'manual' | undefined
  request_multicapture?: 'if_available' | 'never' | undefined
  [option: string]: string | undefined
}

/** What the shopper pays with. */
export interface Instrument {
  id: string
  type: MethodType
  /** Only of cards. */
  card: TestCard | null
  createdAt: number
}

export interface Refund {
  id: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  /** Of a failed one: why its money came back. */
  failureReason?: string
  reason: string | null
  metadata: Record<string, string>
  createdAt: number
}

export interface Charge {
  id: string
  /** Refused where the charge is declined. */
  payment: Payment
  instrument: Instrument
  decline: Decline | null
  hasMulticapture: boolean
  createdAt: number
  refunds: Refund[]
}

export interface LastError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
  charge?: string
}

export interface Intent {
  id: string
  account: SimulatedAccount
  clientSecret: string
  amount: number
  currency: string
  captureMethod: 'automatic' | 'automatic_async' | 'manual'
  methodTypes: MethodType[]
  methodOptions: Record<string, MethodOptions>
  isAutomatic: boolean
  customer: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
  metadata: Record<string, string>
  description: string | null
  receiptEmail: string | null
  statementDescriptorSuffix: string | null
  shipping: Record<string, unknown> | null
  stage: IntentStage
  instrument: Instrument | null
  returnUrl: string | null
  lastError: LastError | null
  charges: Charge[]
  createdAt: number
  canceledAt: number | null
  cancellationReason: string | null
  /** Cancels the timer of the current approval or processing. */
  stopTimer: () => void
}

function latestCharge(intent: Intent): Charge | undefined {
  return intent.charges.at(-1)
}

/** The charge that holds or has paid the amount; declined charges do neither. */
export function paidCharge(intent: Intent): Charge | undefined {
  return intent.charges.find(({ decline }) => decline === null)
}

export function statusOf(intent: Intent): IntentStatus {
  if (intent.canceledAt !== null) return 'canceled'
  const paid = paidCharge(intent)
  if (!paid) return intent.stage
  return paid.payment.state === 'captured' ? 'succeeded' : 'requires_capture'
}

export function isManualFor(intent: Intent, type: MethodType): boolean {
  if (methodRules[type].holdDays === null) return false
  return intent.methodOptions[type]?.capture_method === 'manual' || intent.captureMethod === 'manual'
}

/** As of Stripe's charges: what was released counts as refunded. */
function refundedOf({ payment }: Charge): number {
  return payment.released + payment.refunded
}

/** `url`: address of the simulated Stripe. `isExpanded`: the charge as an object instead of its id. */
export function describeIntent(intent: Intent, url: string, isExpanded = false): object {
  const charge = latestCharge(intent)
  const paid = paidCharge(intent)
  const status = statusOf(intent)
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: paid?.payment.held ?? 0,
    amount_details: { tip: {} },
    amount_received: paid?.payment.captured ?? 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.isAutomatic ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: intent.canceledAt === null ? null : seconds(intent.canceledAt),
    cancellation_reason: intent.cancellationReason,
    capture_method: intent.captureMethod,
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: seconds(intent.createdAt),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError && {
      ...intent.lastError,
      ...(intent.lastError.charge !== undefined &&
        charge && { payment_method: describeInstrument(charge.instrument) }),
    },
    latest_charge: charge ? (isExpanded ? describeCharge(intent, charge) : charge.id) : null,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: nextAction(intent, url),
    on_behalf_of: null,
    payment_method: intent.instrument?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: intent.methodOptions,
    payment_method_types: intent.methodTypes,
    processing: status === 'processing' ? { type: intent.instrument?.type ?? 'card' } : null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: intent.shipping,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** Cards are authenticated in a dialog of Stripe.js, the others on a page or in an app of their own. */
function nextAction(intent: Intent, url: string): object | null {
  if (statusOf(intent) !== 'requires_action' || !intent.instrument) return null
  const page = `${url}/page/approve/${intent.id}?secret=${intent.clientSecret}`
  switch (intent.instrument.type) {
    case 'card':
    case 'link':
      return {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page },
      }
    case 'swish':
      return {
        type: 'swish_handle_redirect_or_display_qr_code',
        swish_handle_redirect_or_display_qr_code: {
          hosted_instructions_url: page,
          mobile_auth_url: page,
          qr_code: {
            data: page,
            image_url_png: `${page}&format=png`,
            image_url_svg: `${page}&format=svg`,
          },
        },
      }
    case 'klarna':
    case 'mobilepay':
      return { type: 'redirect_to_url', redirect_to_url: { return_url: intent.returnUrl, url: page } }
  }
}

const noAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

const billingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null }

/** `customer`: for whom it is saved; null: for nobody. */
export function describeInstrument(instrument: Instrument, customer: string | null = null): object {
  const { id, type, card, createdAt } = instrument
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails,
    created: seconds(createdAt),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    [type]: card
      ? {
          brand: card.brand,
          checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
          country: 'SE',
          display_brand: card.brand,
          exp_month: 12,
          exp_year: 2034,
          fingerprint: `fingerprint${card.number.slice(-4)}`,
          funding: 'credit',
          generated_from: null,
          last4: card.number.slice(-4),
          networks: { available: [card.brand], preferred: null },
          three_d_secure_usage: { supported: true },
          wallet: null,
        }
      : {},
  }
}

export function describeCharge(intent: Intent, charge: Charge): object {
  const { payment, instrument, decline } = charge
  const refunded = refundedOf(charge)
  return {
    id: charge.id,
    object: 'charge',
    amount: payment.amount,
    amount_captured: payment.captured,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: payment.captured > 0 ? `txn_${charge.id.slice(3)}` : null,
    billing_details: billingDetails,
    calculated_statement_descriptor: null,
    captured: payment.state === 'captured',
    created: seconds(charge.createdAt),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline ? (decline.declineCode ?? decline.code) : null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: decline ? 'The bank declined the payment.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: instrument.id,
    payment_method_details: { type: instrument.type, [instrument.type]: chargeDetails(charge) },
    receipt_email: intent.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: payment.amount > 0 && refunded === payment.amount,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function chargeDetails({ payment, instrument, hasMulticapture, decline }: Charge): object {
  const { type, card } = instrument
  const { amount, expiresAt } = payment
  const until = expiresAt === Infinity ? {} : { capture_before: seconds(expiresAt) }
  switch (type) {
    case 'card':
      return {
        amount_authorized: decline ? null : amount,
        authorization_code: decline ? null : '123456',
        brand: card?.brand ?? 'visa',
        ...until,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'SE',
        exp_month: 12,
        exp_year: 2034,
        extended_authorization: { status: 'disabled' },
        fingerprint: `fingerprint${card?.number.slice(-4) ?? ''}`,
        funding: 'credit',
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4: card?.number.slice(-4) ?? '4242',
        mandate: null,
        multicapture: { status: hasMulticapture ? 'available' : 'unavailable' },
        network: card?.brand ?? 'visa',
        network_token: { used: false },
        network_transaction_id: '123456789012345',
        overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
        regulated_status: 'unregulated',
        three_d_secure: null,
        wallet: null,
      }
    case 'swish':
      return {
        fingerprint: 'fingerprintswish',
        payment_reference: '1234567890',
        verified_phone_last4: '3456',
      }
    case 'mobilepay':
      return {
        card: { brand: 'visa', country: 'DK', exp_month: 12, exp_year: 2034, last4: '4242' },
        ...until,
      }
    case 'klarna':
      return { payer_details: null, payment_method_category: 'pay_later', preferred_locale: null, ...until }
    case 'link':
      return { country: 'SE', ...until }
  }
}

export function describeRefund(intent: Intent, charge: Charge, refund: Refund): object {
  const { type } = charge.instrument
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(refund.createdAt),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    ...(refund.failureReason && { failure_balance_transaction: null, failure_reason: refund.failureReason }),
    destination_details: {
      type,
      [type]: type === 'card' ? { type: charge.payment.captured > 0 ? 'refund' : 'reversal' } : {},
    },
    metadata: refund.metadata,
    payment_intent: intent.id,
    payment_method: charge.instrument.id,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}
