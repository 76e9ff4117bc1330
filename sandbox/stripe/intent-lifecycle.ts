/**
 * What happens to the PaymentIntents of the simulated Stripe: approvals, charges, holds and their end, with the events
 * that Stripe sends about it. What a request may do is checked before (`payment-intents.ts`).
 */
import { createPayment } from '../simulator/payment.ts'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { Customers } from './customers.ts'
import type { Events } from './events.ts'
import {
  describeCharge,
  describeIntent,
  isManualFor,
  paidCharge,
  statusOf,
  type Charge,
  type Instrument,
  type Intent,
} from './intent.ts'
import { methodRules, type MethodType } from './payment-methods.ts'
import { makeId } from './stripe-answer.ts'
import {
  authenticationRequired,
  declineAfterAuthentication,
  type Decline,
  type TestCard,
} from './test-cards.ts'

export interface IntentLifecycle {
  /** An intent that was just made. */
  announce(intent: Intent): void
  /** A payment method as the shopper or the merchant gives it. */
  makeInstrument(type: MethodType, card: TestCard | null): Instrument
  /** The intent is confirmed: it is paid or held, declined, or waits for the shopper. */
  start(intent: Intent, instrument: Instrument): void
  /** Charges a saved card while its owner is away: whatever needs the owner is declined. */
  chargeSaved(intent: Intent, instrument: Instrument): void
  /** The shopper approves, or fails, the authentication that an intent waits for. */
  authenticate(intent: Intent, isApproved: boolean): void
  /** Takes `amount` of what is held; the rest is released if the capture is final. */
  capture(intent: Intent, charge: Charge, amount: number, isFinal: boolean): void
  /** What is held is released. */
  cancel(intent: Intent, reason: string): void
}

const dayMs = 86_400_000

export function createIntentLifecycle(
  { clock, takeFault, url }: Pick<SimulatorContext, 'clock' | 'takeFault' | 'url'>,
  events: Events,
  customers: Customers,
): IntentLifecycle {
  const emit = (intent: Intent, type: string) =>
    events.emit(intent.account, intent.id, `payment_intent.${type}`, describeIntent(intent, url()))
  const emitCharge = (intent: Intent, charge: Charge, type: string) =>
    events.emit(intent.account, intent.id, `charge.${type}`, describeCharge(intent, charge))

  const emitPaid = (intent: Intent) =>
    emit(intent, statusOf(intent) === 'succeeded' ? 'succeeded' : 'amount_capturable_updated')

  const release = (intent: Intent, charge: Charge): void => {
    const amount = charge.payment.held
    if (charge.payment.release() !== null) return
    // Stripe records what it releases as a refund.
    charge.refunds.push({
      id: makeId('re'),
      amount,
      status: 'succeeded',
      reason: null,
      metadata: {},
      createdAt: clock.now(),
    })
    emitCharge(intent, charge, 'refunded')
  }

  /** Cancels an intent; what is held is released. */
  const cancel = (intent: Intent, reason: string): void => {
    intent.stopTimer()
    intent.canceledAt = clock.now()
    intent.cancellationReason = reason
    const charge = paidCharge(intent)
    if (charge) release(intent, charge)
    emit(intent, 'canceled')
  }

  const setTimer = (intent: Intent, delayMs: number, run: () => void): void => {
    intent.stopTimer()
    intent.stopTimer = clock.setTimer(delayMs, run)
  }

  const addCharge = (intent: Intent, instrument: Instrument, decline: Decline | null): Charge => {
    const isManual = isManualFor(intent, instrument.type)
    const { holdDays } = methodRules[instrument.type]
    const isHeld = isManual && decline === null
    const payment = createPayment(clock, {
      amount: intent.amount,
      holdMs: isHeld && holdDays !== null ? holdDays * dayMs : Infinity,
      onExpired() {
        emitCharge(intent, charge, 'expired')
        cancel(intent, 'automatic')
      },
    })
    if (decline) payment.refuse()
    else payment.hold()
    if (!isManual && !decline) payment.capture(intent.amount)
    const charge: Charge = {
      id: makeId('ch'),
      payment,
      instrument,
      decline,
      hasMulticapture:
        isHeld &&
        instrument.card?.brand === 'visa' &&
        intent.methodOptions[instrument.type]?.request_multicapture === 'if_available',
      createdAt: clock.now(),
      refunds: [],
    }
    intent.charges.push(charge)
    return charge
  }

  const fail = (intent: Intent, instrument: Instrument, decline: Decline): void => {
    intent.stopTimer()
    const charge = addCharge(intent, instrument, decline)
    intent.stage = 'requires_payment_method'
    intent.instrument = null
    intent.lastError = {
      type: 'card_error',
      code: decline.code,
      ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
      message: decline.message,
      charge: charge.id,
    }
    emitCharge(intent, charge, 'failed')
    emit(intent, 'payment_failed')
  }

  /** An approval that was refused, or did not come in time: no charge was tried. */
  const failApproval = (intent: Intent, code: string, message: string): void => {
    intent.stopTimer()
    intent.stage = 'requires_payment_method'
    intent.instrument = null
    intent.lastError = { type: 'invalid_request_error', code, message }
    emit(intent, 'payment_failed')
  }

  const succeed = (intent: Intent, instrument: Instrument): void => {
    intent.stopTimer()
    intent.amount += takeFault('changed_amount', intent.id)?.byMinor ?? 0
    intent.lastError = null
    const charge = addCharge(intent, instrument, null)
    if (intent.customer !== null && intent.setupFutureUsage !== null)
      customers.save({ account: intent.account, customer: intent.customer, instrument })
    emitCharge(intent, charge, 'succeeded')
    emitPaid(intent)
  }

  const pay = (intent: Intent, instrument: Instrument): void => {
    intent.instrument = instrument
    const late = takeFault('late_record', intent.id)
    if (late === null) return succeed(intent, instrument)
    intent.stage = 'processing'
    emit(intent, 'processing')
    setTimer(intent, late.delayMs, () => succeed(intent, instrument))
  }

  const start = (intent: Intent, instrument: Instrument): void => {
    intent.stopTimer()
    intent.instrument = instrument
    intent.lastError = null
    const outcome = instrument.card?.outcome ?? 'succeeds'
    if (typeof outcome === 'object') return fail(intent, instrument, outcome)
    const { approvalMs } = methodRules[instrument.type]
    if (outcome === 'succeeds' && approvalMs === null) return pay(intent, instrument)
    intent.stage = 'requires_action'
    emit(intent, 'requires_action')
    if (approvalMs !== null)
      setTimer(intent, approvalMs, () =>
        failApproval(
          intent,
          'payment_intent_payment_attempt_expired',
          'The latest payment attempt of this PaymentIntent has expired.',
        ),
      )
  }

  /** Charges a saved card while its owner is away: whatever needs the owner is declined. */
  const chargeSaved = (intent: Intent, instrument: Instrument): void => {
    intent.instrument = instrument
    intent.lastError = null
    const { card } = instrument
    const outcome = card?.outcome ?? 'succeeds'
    if (typeof outcome === 'object') return fail(intent, instrument, outcome)
    if (outcome === 'succeeds' || card?.isAuthenticatedBySetup === true) return pay(intent, instrument)
    fail(intent, instrument, authenticationRequired)
  }

  const makeInstrument = (type: MethodType, card: TestCard | null): Instrument => ({
    id: makeId('pm'),
    type,
    card,
    createdAt: clock.now(),
  })

  const capture = (intent: Intent, charge: Charge, amount: number, isFinal: boolean): void => {
    charge.payment.capture(amount)
    if (isFinal) release(intent, charge)
    emitCharge(intent, charge, 'captured')
    emitPaid(intent)
  }

  const authenticate = (intent: Intent, isApproved: boolean): void => {
    const { instrument } = intent
    if (statusOf(intent) !== 'requires_action' || !instrument) return
    if (!isApproved) {
      const isCard = instrument.type === 'card'
      failApproval(
        intent,
        isCard ? 'payment_intent_authentication_failure' : 'payment_method_customer_decline',
        isCard
          ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
          : 'The customer declined the payment.',
      )
    } else if (instrument.card?.outcome === 'declines_after_authentication')
      fail(intent, instrument, declineAfterAuthentication)
    else pay(intent, instrument)
  }

  return {
    announce: (intent) => emit(intent, 'created'),
    makeInstrument,
    start,
    chargeSaved,
    authenticate,
    capture,
    cancel,
  }
}
