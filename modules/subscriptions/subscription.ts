/** A subscription and its renewals, as use cases, API and mails read them. Amounts in minor units. Pure. */
import type { OrderAddress, OrderCustomer, OrderRecipient } from '../../domain/orders/order-snapshot.ts'
import type { Tier } from '../../domain/pricing/tiers.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { PaymentProviderId } from '../../domain/payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { SubscriptionStatus } from './subscription-states.ts'

export interface Subscription {
  id: number
  /** S100001-A1. */
  number: string
  accountId: number
  store: StoreCode
  productId: ProductId
  sku: Sku
  name: string
  /** Such as "3 months" (`readInterval`). */
  intervalName: string
  quantity: number
  /** The prices promised at sign-up. */
  promisedPrices: readonly Tier[]
  status: SubscriptionStatus
  /** Why it has this status: a code; null while it never changed. */
  statusReason: string | null
  /** Number of the next renewal, from 1. */
  period: number
  /** The day on which it is ordered, `YYYY-MM-DD`. */
  nextDueOn: string
  /** The day of the month on which it is renewed every few months: that of its start, or of its last change from weeks. */
  dueDay: number
  /** The day on which it ends as its customer asked, `YYYY-MM-DD`; it is renewed up to and including it. Null: no end. */
  endsOn: string | null
  customer: OrderCustomer
  address: OrderAddress
  /** Who receives the goods, where that is not the customer. */
  recipient: OrderRecipient | null
  shippingMethod: string
  servicePoint: string | null
  /** Null: nothing had to be paid yet, and the customer has chosen no method. */
  paymentProvider: PaymentProviderId | null
  paymentMethodId: number | null
  /** The saved method in words; null for an invoice. */
  paymentLabel: string | null
  startedAt: Date
}

/**
 * `announced`: waits for its day, or for the next try of an order that was refused (`problem`). `ordering`: its order is being written or paid. `payment_failed` and `out_of_stock`:
 * will be tried again. `done` and `skipped` are final.
 */
export const renewalStatuses = [
  'announced',
  'ordering',
  'payment_failed',
  'out_of_stock',
  'done',
  'skipped',
] as const
export type RenewalStatus = (typeof renewalStatuses)[number]

export interface Renewal {
  id: number
  subscriptionId: number
  period: number
  dueOn: string
  status: RenewalStatus
  checkoutId: string | null
  /** Failed charges so far. */
  failures: number
  /** Why it has not succeeded yet: a code. */
  problem: string | null
  nextTryAt: Date
}

/** Whether a renewal is neither done nor skipped. */
export function isOpenRenewal(status: RenewalStatus): boolean {
  return status !== 'done' && status !== 'skipped'
}

/** The kinds of mail about a subscription, each sent once per renewal, or once per subscription. */
export type SubscriptionMailKind =
  | 'reminder'
  | `payment_failed-${number}`
  | `confirm_payment-${number}`
  | 'out_of_stock'
  | 'skipped'
  | 'not_ordered'
  | 'not_ordered_skipped'
  | 'paused'
  | 'ended'
  | 'cancelled'
