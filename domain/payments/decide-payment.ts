/**
 * Maps a provider's payment record to the order's next status: a table and a comparison. A payment at the
 * provider is never ignored: where it does not match the order, the order is held for staff.
 */
import type { Minor } from '../money/money.ts'
import { canMove, isSettled, type OrderStatus } from '../orders/order-states.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import type { OrderAddress } from '../orders/order-snapshot.ts'
import type { PaymentContact, PaymentRecord, PaymentState } from './payment-provider.ts'

export interface KnownPayment {
  orderNumber: string
  orderStatus: OrderStatus
  attemptStatus: AttemptStatus
  /** Whether the provider's record has shown an authorization before. */
  wasAuthorized: boolean
  amountMinor: Minor
  currency: string
  snapshotHash: string
  /** Where the order is sent. */
  address: OrderAddress
}

export type PaymentProblem =
  | 'amount'
  | 'currency'
  | 'hash'
  | 'order_number'
  | 'address'
  | 'paid_after_failure'

export interface PaymentDecision {
  attempt: AttemptStatus
  /** Null: the order keeps its status. */
  order: OrderStatus | null
  problem: PaymentProblem | null
}

const stateMeaning: Record<PaymentState, { attempt: AttemptStatus; order: OrderStatus | null }> = {
  open: { attempt: 'pending', order: null },
  pending: { attempt: 'pending', order: null },
  review: { attempt: 'review', order: 'held' },
  authorized: { attempt: 'authorized', order: 'received' },
  captured: { attempt: 'captured', order: 'received' },
  part_refunded: { attempt: 'part_refunded', order: 'received' },
  refunded: { attempt: 'refunded', order: 'received' },
  failed: { attempt: 'failed', order: 'payment_failed' },
  cancelled: { attempt: 'cancelled', order: 'payment_failed' },
  expired: { attempt: 'expired', order: 'payment_failed' },
}

/** Attempts only move forward; a late notification of an earlier state changes nothing. */
const progress: Record<AttemptStatus, number> = {
  created: 0,
  pending: 1,
  review: 2,
  failed: 3,
  cancelled: 3,
  expired: 3,
  mismatch: 3,
  authorized: 4,
  captured: 5,
  part_refunded: 6,
  refunded: 7,
}

/** Decides; the result may equal the current state. */
export function decidePayment(known: KnownPayment, record: PaymentRecord): PaymentDecision {
  const unchanged: PaymentDecision = { attempt: known.attemptStatus, order: null, problem: null }
  const meant = stateMeaning[record.state]
  if (progress[meant.attempt] < progress[known.attemptStatus]) return unchanged
  // Released since the record was read, or at a provider that shows it seconds later (Walley): what was released does
  // not come back.
  if (known.attemptStatus === 'cancelled' && known.wasAuthorized && record.state === 'authorized')
    return unchanged
  // Held although it is paid: the payment came too late, and only staff decide (approve-order.server.ts).
  if (known.orderStatus === 'held' && progress[known.attemptStatus] >= progress.authorized)
    return { ...unchanged, attempt: meant.attempt }
  if (meant.order === 'received') {
    const problem = mismatch(known, record)
    if (problem) return { attempt: 'mismatch', order: moveTo(known.orderStatus, 'held'), problem }
    if (known.orderStatus === 'payment_failed' || known.orderStatus === 'cancelled')
      return {
        attempt: meant.attempt,
        order: moveTo(known.orderStatus, 'held'),
        problem: 'paid_after_failure',
      }
    return { attempt: meant.attempt, order: moveTo(known.orderStatus, 'received'), problem: null }
  }
  if (isSettled(known.orderStatus)) return unchanged
  return {
    attempt: meant.attempt,
    order: meant.order && moveTo(known.orderStatus, meant.order),
    problem: null,
  }
}

/**
 * Whether an accepted order that waits for its shipment has lost the payment that was authorized for it, such as by the
 * end of the authorization. The order keeps its status: staff arrange another payment or cancel it.
 */
export function isLostAfterAcceptance(known: KnownPayment, record: PaymentRecord): boolean {
  const waits = known.orderStatus === 'received' || known.orderStatus === 'processing'
  return (
    waits && known.attemptStatus === 'authorized' && ['failed', 'cancelled', 'expired'].includes(record.state)
  )
}

function moveTo(from: OrderStatus, to: OrderStatus): OrderStatus | null {
  return canMove(from, to) ? to : null
}

function mismatch(known: KnownPayment, record: PaymentRecord): PaymentProblem | null {
  if (record.currency.toUpperCase() !== known.currency) return 'currency'
  if (record.amountMinor !== known.amountMinor) return 'amount'
  if (record.snapshotHash !== null && record.snapshotHash !== known.snapshotHash) return 'hash'
  if (record.orderNumber !== null && record.orderNumber !== known.orderNumber) return 'order_number'
  // A provider approves a purchase for the address that it was given; afterwards the merchant may correct it.
  if (known.orderStatus === 'pending' && !isSentTo(known.address, record.shipping ?? null)) return 'address'
  return null
}

/** Whether the provider's address, if it records one, is that of the order; spaces and case do not count. */
function isSentTo(address: OrderAddress, recorded: PaymentContact | null): boolean {
  if (recorded === null || recorded.street === '') return true
  const bare = (text: string) => text.replaceAll(/\s/g, '').toLowerCase()
  return (
    bare(streetOf(recorded)) === bare(address.street) &&
    bare(recorded.postalCode) === bare(address.postalCode)
  )
}

/** The street lines of a provider's address as an order stores them. */
export function streetOf({ careOf, street, street2 }: PaymentContact): string {
  return [careOf && `c/o ${careOf.replace(/^c\/o /i, '')}`, street, street2]
    .filter((part) => part !== null && part.trim() !== '')
    .join(', ')
}
