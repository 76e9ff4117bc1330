/**
 * One payment at a provider: how much of it is held, captured, released and refunded, and until when it is held. The
 * simulated providers translate their protocols to it. It decides by state, amounts and time; lines of goods, error codes,
 * callbacks and documents are the provider's.
 */
import type { VirtualClock } from './virtual-clock.ts'

export type PaymentState =
  /** Asked for; nothing is held yet. */
  | 'open'
  | 'refused'
  | 'held'
  | 'partly_captured'
  /** Nothing is held any more, and something was captured. */
  | 'captured'
  /** All of it was released. */
  | 'cancelled'
  /** What is held can no longer be captured. */
  | 'expired'

/** Which states allow what. Expiry releases nothing: an expired payment may be extended. */
const statesThatAllow = {
  decide: ['open'],
  capture: ['held', 'partly_captured'],
  change: ['held', 'partly_captured'],
  release: ['held', 'partly_captured', 'expired'],
  extend: ['held', 'partly_captured', 'expired'],
  refund: ['partly_captured', 'captured', 'expired'],
  returnRefund: ['partly_captured', 'captured', 'expired'],
} as const satisfies Record<string, readonly PaymentState[]>

export type PaymentOperation = keyof typeof statesThatAllow
/** Of a part of the amount. */
type PartialOperation = 'capture' | 'refund' | 'returnRefund'

/** `wrong_amount`: not a positive whole number, or a new amount outside of its limits. */
export type PaymentRefusal = 'wrong_state' | 'wrong_amount' | 'amount_too_large'

/** Amounts are minor units. Operations return why they are refused, and then change nothing; null: carried out. */
export interface Payment {
  readonly state: PaymentState
  /** What was asked for, as last changed. */
  readonly amount: number
  /** What was asked for at first. */
  readonly originalAmount: number
  /** `amount` is `captured`, `released` and `held` together, once the payment is held. */
  readonly captured: number
  readonly released: number
  /** Neither captured nor released, expired or not. */
  readonly held: number
  readonly capturable: number
  readonly refunded: number
  readonly refundable: number
  /** Epoch milliseconds; `Infinity`: never. */
  readonly expiresAt: number
  allows(operation: PaymentOperation): boolean
  /** Why this would be refused. */
  refuses(operation: PartialOperation, amount: number): PaymentRefusal | null
  hold(): PaymentRefusal | null
  refuse(): PaymentRefusal | null
  /** Changes the amount: not below what is captured, nor above the original amount. */
  change(amount: number): PaymentRefusal | null
  capture(amount: number): PaymentRefusal | null
  /** Releases what is held. */
  release(): PaymentRefusal | null
  /** Sets a new time of expiry, in milliseconds from now. */
  extend(byMs: number): PaymentRefusal | null
  refund(amount: number): PaymentRefusal | null
  /** The money of a refund comes back, and can be refunded again. */
  returnRefund(amount: number): PaymentRefusal | null
}

/**
 * `holdMs`: from now until its expiry. `onExpired`: called at that time by a timer, for providers that report it; the
 * others see the state when it is read.
 */
export function createPayment(
  clock: Pick<VirtualClock, 'now' | 'setTimer'>,
  asked: { amount: number; holdMs: number; onExpired?: () => void },
): Payment {
  const { onExpired } = asked
  let { amount } = asked
  let expiresAt = clock.now() + asked.holdMs
  let decision: 'open' | 'held' | 'refused' = 'open'
  let isReleased = false
  let captured = 0
  let released = 0
  let refunded = 0
  let stopTimer = () => {}

  const held = () => (decision === 'held' ? amount - captured - released : 0)

  const stateOf = (): PaymentState => {
    if (decision !== 'held') return decision
    // An amount that was changed to zero can be raised again, and is not yet cancelled.
    if (held() === 0 && (captured > 0 || isReleased)) return captured > 0 ? 'captured' : 'cancelled'
    if (clock.now() >= expiresAt) return 'expired'
    return captured > 0 ? 'partly_captured' : 'held'
  }

  const allows = (operation: PaymentOperation): boolean => {
    const states: readonly PaymentState[] = statesThatAllow[operation]
    return states.includes(stateOf())
  }

  const limits = { capture: held, refund: () => captured - refunded, returnRefund: () => refunded }

  const refuses = (operation: PartialOperation, part: number): PaymentRefusal | null => {
    if (!allows(operation)) return 'wrong_state'
    if (!Number.isSafeInteger(part) || part < 1) return 'wrong_amount'
    return part > limits[operation]() ? 'amount_too_large' : null
  }

  const watchExpiry = (): void => {
    stopTimer()
    if (onExpired && expiresAt < Infinity) stopTimer = clock.setTimer(expiresAt - clock.now(), onExpired)
  }

  /** Carries out an operation that was not refused. */
  const carryOut = (refusal: PaymentRefusal | null, run: () => void): PaymentRefusal | null => {
    if (refusal !== null) return refusal
    run()
    if (!allows('capture')) stopTimer()
    return null
  }
  const inState = (operation: PaymentOperation, run: () => void) =>
    carryOut(allows(operation) ? null : 'wrong_state', run)

  return {
    get state() {
      return stateOf()
    },
    get amount() {
      return amount
    },
    originalAmount: asked.amount,
    get captured() {
      return captured
    },
    get released() {
      return released
    },
    get held() {
      return held()
    },
    get capturable() {
      return allows('capture') ? held() : 0
    },
    get refunded() {
      return refunded
    },
    get refundable() {
      return captured - refunded
    },
    get expiresAt() {
      return expiresAt
    },
    allows,
    refuses,
    hold: () =>
      inState('decide', () => {
        decision = 'held'
        watchExpiry()
      }),
    refuse: () =>
      inState('decide', () => {
        decision = 'refused'
      }),
    change(to) {
      const isPossible = Number.isSafeInteger(to) && to >= captured && to <= asked.amount
      const refusal = isPossible ? null : 'wrong_amount'
      return carryOut(allows('change') ? refusal : 'wrong_state', () => {
        amount = to
      })
    },
    capture: (part) =>
      carryOut(refuses('capture', part), () => {
        captured += part
      }),
    release: () =>
      inState('release', () => {
        released += held()
        isReleased = true
      }),
    extend: (byMs) =>
      inState('extend', () => {
        expiresAt = clock.now() + byMs
        watchExpiry()
      }),
    refund: (part) =>
      carryOut(refuses('refund', part), () => {
        refunded += part
      }),
    returnRefund: (part) =>
      carryOut(refuses('returnRefund', part), () => {
        refunded -= part
      }),
  }
}

/** A payment's amounts as the control endpoint lists them; absent: not paid yet. */
export function sumsOf(payment: Payment | undefined) {
  return {
    capturedMinor: payment?.captured ?? 0,
    refundedMinor: payment?.refunded ?? 0,
    authorizedMinor: payment?.capturable ?? 0,
  }
}
