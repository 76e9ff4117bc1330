/**
 * The port every way of paying goes through: our invoice, Kustom (`klarna`), Stripe and Walley. A provider keeps
 * its own record of a payment, and only that record, read by `retrieve`, decides whether an order is paid.
 * Amounts are integer minor units, VAT included; adapters convert where their provider speaks otherwise.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { PaymentProviderId } from '../stores/payment-provider-id.ts'
import type { CurrencyCode } from '../stores/store.ts'

export interface BasketLine {
  kind: 'goods' | 'gift_card' | 'fee' | 'shipping'
  reference: string
  name: string
  quantity: number
  unitMinor: number
  /** Taken off the whole line: quantity × unitMinor − discountMinor = totalMinor. */
  discountMinor: number
  totalMinor: number
  vatMinor: number
  vatRateBasisPoints: number
}

/** What is to be paid; its lines add up to its total, its VAT to theirs. */
export interface PaymentBasket {
  store: StoreCode
  currency: CurrencyCode
  customerType: 'private' | 'business'
  lines: BasketLine[]
  totalMinor: number
  vatMinor: number
}

export interface PaymentUrls {
  terms: string
  checkout: string
  confirmation: string
  /** Where the provider reports; our callbacks. */
  notification: string
  validation: string
}

export interface PaymentRequest {
  /** Repeated with the same key after a timeout, it opens no second payment. */
  idempotencyKey: string
  checkoutId: string
  /** Known once the order is written; providers whose frame takes the address open before that. */
  order: { number: string; snapshotHash: string } | null
  basket: PaymentBasket
  urls: PaymentUrls
  email: string | null
}

/** What the page shows for the shopper to pay in. */
export type PaymentEmbed =
  | { kind: 'none' }
  /** Provider's own markup (Kustom). */
  | { kind: 'html'; html: string }
  /** Provider's loader script with its data attributes (Walley). */
  | { kind: 'script'; src: string; attributes: Record<string, string> }
  /** Card form of our own around the provider's field (Stripe). */
  | { kind: 'card'; publishableKey: string; clientSecret: string }

export type ProviderProblem =
  /** Does not answer, or answers 5xx: the outcome is unknown, ask again. */
  | { ok: false; code: 'provider_unavailable' }
  /** Knows no such payment. */
  | { ok: false; code: 'unknown_payment' }
  /** Said no; `reason` is the provider's code, for the log. */
  | { ok: false; code: 'refused'; reason: string }
  /** Can no longer be changed: it is probably paid. */
  | { ok: false; code: 'read_only' }

export type OpenedPayment =
  | { ok: true; providerOrderId: string; embed: PaymentEmbed; expiresAt: Date | null }
  | ProviderProblem

/** Where a payment stands according to the provider. */
export type PaymentState =
  | 'open'
  | 'pending'
  | 'review'
  | 'authorized'
  | 'captured'
  | 'part_refunded'
  | 'refunded'
  | 'failed'
  | 'cancelled'
  | 'expired'

export interface PaymentRecord {
  ok: true
  providerOrderId: string
  state: PaymentState
  amountMinor: number
  currency: string
  /** Our hash or order number as the provider holds it; null where it keeps none. */
  snapshotHash: string | null
  orderNumber: string | null
}

export interface PaymentOperation {
  providerOrderId: string
  amountMinor: number
  currency: CurrencyCode
  /** Lines the money is for; a refund repeats those captured, with their own VAT. */
  lines: BasketLine[]
  idempotencyKey: string
}

export type OperationAnswer =
  | { ok: true; providerOperationId: string; state: 'done' | 'accepted' }
  | ProviderProblem

/** An order as our own providers see it. */
export interface OwnOrder {
  providerOrderId: string
  snapshot: OrderSnapshot
  snapshotHash: string
  /** What was decided about the credit an invoice gives; null where none was asked for. */
  credit: 'approved' | 'review' | null
}

export interface PaymentProvider {
  readonly id: PaymentProviderId | 'none'
  /** Only where the provider's records lie in our own database: the same provider inside a transaction. */
  within?(transaction: Kysely<DB>): PaymentProvider
  /** Only where the provider's records are our own: what they say of an order that is about to be written. */
  recordOf?(order: OwnOrder): PaymentRecord
  create(request: PaymentRequest): Promise<OpenedPayment>
  update(providerOrderId: string, request: PaymentRequest): Promise<OpenedPayment>
  retrieve(providerOrderId: string): Promise<PaymentRecord | ProviderProblem>
  capture(operation: PaymentOperation): Promise<OperationAnswer>
  refund(operation: PaymentOperation): Promise<OperationAnswer>
  /** Gives back what is authorised and not captured. */
  cancel(providerOrderId: string, idempotencyKey: string): Promise<OperationAnswer>
}

/** The providers this shop is configured with. */
export type PaymentProviders = Partial<Record<PaymentProviderId | 'none', PaymentProvider>>

/** Which providers a store offers to whom (CHECKOUT-07), in the order shown. */
export function offeredProviders(
  store: StoreCode,
  customerType: 'private' | 'business',
): readonly PaymentProviderId[] {
  return storePolicies[store].paymentOrder[customerType]
}
