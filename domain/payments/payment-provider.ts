/**
 * The port of all payment methods: our invoice, and those of modules. A provider keeps its
 * own record of a payment, and only that record, read by `retrieve`, decides whether an order is paid.
 * Amounts are integer minor units, VAT included; adapters convert where their provider uses another form.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../money/money.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { PaymentMeans } from './payment-means.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { CurrencyCode, OfferedMeans } from '../stores/store.ts'

/**
 * A line that a provider collects or refunds: an `OrderLine` as providers count, or shipping, or the amount
 * that a gift card takes off. Made by `basketOf`; read by the adapters.
 */
export interface BasketLine {
  kind: 'goods' | 'gift_card' | 'fee' | 'shipping'
  /** The sku, the shipping method's id, or `GIFT-` and the end of a gift card's code. */
  reference: string
  name: string
  quantity: number
  unitMinor: Minor
  /** Deducted from the whole line: quantity × unitMinor − discountMinor = totalMinor. */
  discountMinor: Minor
  totalMinor: Minor
  vatMinor: Minor
  vatRateBasisPoints: number
}

/** The amount to be paid; its lines add up to its total, their VAT to its VAT. */
export interface PaymentBasket {
  store: StoreCode
  currency: CurrencyCode
  customerType: 'private' | 'business'
  lines: BasketLine[]
  totalMinor: Minor
  vatMinor: Minor
}

/** The placeholder `{payment}` in an address is replaced by the payment's id, by the adapter or its provider. */
export interface PaymentUrls {
  terms: string
  checkout: string
  confirmation: string
  /** The addresses of our callbacks, to which the provider reports. */
  notification: string
  validation: string
  /** Asked when the shopper's address changes, by providers whose frame holds the address form. */
  addressUpdate?: string
}

export interface PaymentRequest {
  /** A retry with the same key after a timeout opens no second payment. */
  idempotencyKey: string
  checkoutId: string
  /** Known once the order is written; providers whose frame collects the address open the payment before. */
  order: { number: string; snapshotHash: string } | null
  basket: PaymentBasket
  urls: PaymentUrls
  email: string | null
  /** What the shopper has entered so far, for a provider's own form; texts are empty where nothing is. */
  prefill: PaymentContact | null
  /**
   * The provider's customer for whom it saves the payment method, so that the shop can charge it again while the
   * customer is away. Null or absent: it saves none.
   */
  savesFor?: string | null
  /** What the shopper has chosen to pay with, where our page asks; null or absent: all that the provider offers. */
  means?: OfferedMeans | null
}

/** A payment method that a provider has saved for a customer. */
export interface SavedMethod {
  /** The provider's ids. */
  customer: string
  method: string
  /** As the customer recognises it, such as "Visa •••• 4242". */
  label: string
}

/** A payment of a renewal, made while the customer is away. */
export interface RepeatPayment {
  idempotencyKey: string
  checkoutId: string
  order: { number: string; snapshotHash: string }
  amountMinor: Minor
  currency: CurrencyCode
  saved: Pick<SavedMethod, 'customer' | 'method'>
}

export type RepeatAnswer =
  | { ok: true }
  /** `reason`: the provider's code, for the log. */
  | { ok: false; code: 'declined'; reason: string }
  /** The bank asks the customer to confirm. */
  | { ok: false; code: 'authentication_required' }
  | ProviderProblem

/** Payments with saved methods. The record of a payment is read with `retrieve`, as that of any other. */
export interface RepeatPayments {
  /** Creates the customer under which methods are saved. */
  createCustomer(accountId: number): Promise<{ ok: true; reference: string } | ProviderProblem>
  /** Deletes a customer with its saved methods; one that is gone already counts as deleted. */
  deleteCustomer(reference: string): Promise<{ ok: true } | ProviderProblem>
  /** Opens a payment without charging it; a retry with the same key opens no second one. */
  open(payment: RepeatPayment): Promise<{ ok: true; providerOrderId: string } | ProviderProblem>
  /** Charges an opened payment. `read_only`: it was charged or ended before; its record says which. */
  charge(
    providerOrderId: string,
    payment: Pick<RepeatPayment, 'saved' | 'idempotencyKey'>,
  ): Promise<RepeatAnswer>
  /** Opens a form in which the customer saves another method, without a payment. */
  openSetup(customer: string): Promise<{ ok: true; setupId: string; embed: PaymentEmbed } | ProviderProblem>
  /** The method that a form has saved; null: none yet. */
  readSetup(setupId: string): Promise<{ ok: true; saved: SavedMethod | null } | ProviderProblem>
}

/** What the page renders for the shopper to pay. */
export type PaymentEmbed =
  | { kind: 'none' }
  /** Provider's own markup (Kustom). */
  | { kind: 'html'; html: string }
  /** Provider's loader script with its data attributes (Walley). */
  | { kind: 'script'; src: string; attributes: Record<string, string> }
  /** Our own form around the provider's fields (Stripe). `scriptUrl`: the provider's script. */
  | { kind: 'card'; publishableKey: string; clientSecret: string; scriptUrl: string }
  /** The provider's own page, to which the shopper is sent. */
  | { kind: 'redirect'; url: string }

export type ProviderProblem =
  /** No response, or a 5xx: the outcome is unknown, retry. */
  | { ok: false; code: 'provider_unavailable' }
  /** Knows no such payment. */
  | { ok: false; code: 'unknown_payment' }
  /** Refused; `reason` is the provider's code, for the log. */
  | { ok: false; code: 'refused'; reason: string }
  /** Can no longer be changed, probably because it is paid. */
  | { ok: false; code: 'read_only' }

export type OpenedPayment =
  | { ok: true; providerOrderId: string; embed: PaymentEmbed; expiresAt: Date | null }
  | ProviderProblem

/** The state of a payment at the provider. */
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
  amountMinor: Minor
  currency: string
  /** Our hash or order number as the provider stores it; null where it stores none. */
  snapshotHash: string | null
  orderNumber: string | null
  /** Absent where the provider's record has no such amounts. */
  capturedMinor?: Minor
  refundedMinor?: Minor
  /** When an open payment ends, or an authorized amount can no longer be captured; null: unknown. */
  expiresAt?: Date | null
  /** What the shopper entered in the provider's frame; null: nothing yet. */
  billing?: PaymentContact | null
  shipping?: PaymentContact | null
  /** Only of an open payment: nothing is being confirmed, as before the first try and after a declined one. */
  isIdle?: boolean
  /** What it is paid with; absent or null: not chosen yet, or the provider does not say. */
  means?: PaymentMeans | null
  /** The method that the provider saved with this payment; absent or null: none. */
  savedMethod?: SavedMethod | null
}

/** An address as a provider stores it; texts are empty where it is not complete. */
export interface PaymentContact {
  company: string | null
  firstName: string
  lastName: string
  careOf: string | null
  street: string
  street2: string | null
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode: string
  email: string | null
  phone: string | null
}

/** The parcel that a capture pays for; some providers show it to the shopper. */
export interface Shipment {
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
}

export interface PaymentOperation {
  providerOrderId: string
  amountMinor: Minor
  currency: CurrencyCode
  /** Lines that the payment is for; a refund repeats those captured, with their own VAT. */
  lines: BasketLine[]
  idempotencyKey: string
  shipment?: Shipment
  /** Only of a capture: no other follows, so the provider may release what is not captured. */
  isFinal?: boolean
}

export type OperationAnswer =
  | { ok: true; providerOperationId: string; state: 'done' | 'accepted' }
  | ProviderProblem

export interface FailedRefund {
  providerOperationId: string
  /** The key under which it was sent; null: not sent by the shop. */
  idempotencyKey: string | null
  reason: string
}

/** An order as our own providers see it. */
export interface OwnOrder {
  providerOrderId: string
  snapshot: OrderSnapshot
  snapshotHash: string
  /** The decision about an invoice's credit; null where none was requested. */
  credit: 'approved' | 'review' | null
}

/** A callback as it was received. */
export interface CallbackRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string | undefined>>
  /** The exact bytes, which a signature covers; empty where there is no body. */
  body: Buffer
}

export type ReadCallback =
  | {
      ok: true
      /** The payment to read again; null: the event is not about a payment, it is stored and ignored. */
      providerOrderId: string | null
      /**
       * The provider's own id of the event, which repetitions share; null where it has none: such events are unsigned too,
       * and only the payment that they name counts.
       */
      eventId: string | null
      /** The provider's name of the event, for the log. */
      kind: string
    }
  | { ok: false; code: 'bad_signature' | 'unreadable' }

/** A purchase that the shopper has confirmed, as the provider is about to charge it. */
export interface AskedPurchase {
  providerOrderId: string
  currency: string
  amountMinor: Minor
  lines: readonly Pick<BasketLine, 'reference' | 'quantity' | 'totalMinor'>[]
  billing: PaymentContact | null
  /** Null: to the billing address. */
  shipping: PaymentContact | null
}

export type ReadPurchase =
  | { ok: true; purchase: AskedPurchase }
  | { ok: false; code: 'unreadable' | 'provider_unavailable' }

export type PurchaseDecision =
  | { ok: true; orderNumber: string }
  /** `message`: for the shopper, in the store's language. `isAddress`: the address has to be corrected. */
  | { ok: false; message: string; isAddress: boolean }

export type AddressDecision = { ok: true; basket: PaymentBasket } | Extract<PurchaseDecision, { ok: false }>

/** The answer to a callback. */
export interface CallbackAnswer {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
}

/** Callbacks with which a provider asks during the purchase; answered at once. They are not signed. */
export interface AskingCallbacks {
  /** Before the provider charges: may the purchase go through? */
  readPurchase(request: CallbackRequest): Promise<ReadPurchase>
  answerPurchase(decision: PurchaseDecision): CallbackAnswer
  /** After the shopper entered an address: what is to be paid? Only with a form of the provider's own. */
  answerAddress?(decision: AddressDecision): CallbackAnswer
}

export interface PaymentProvider {
  readonly id: PaymentProviderId | 'none'
  /** What it can serve of what stores offer; absent: all. */
  readonly means?: readonly OfferedMeans[]
  /** Origins of what its embed loads (scripts, frames, requests), for the policy of checkout documents. */
  readonly embedHosts?: readonly string[]
  /** Only where the provider's records are in our own database: the same provider inside a transaction. */
  within?(transaction: Kysely<DB>): PaymentProvider
  /** Only where the provider's records are our own: the record of an order that is about to be written. */
  recordOf?(order: OwnOrder): PaymentRecord
  create(request: PaymentRequest): Promise<OpenedPayment>
  update(providerOrderId: string, request: PaymentRequest): Promise<OpenedPayment>
  /**
   * Writes the order to an open payment before the shopper confirms it. Only where our own button starts the payment.
   */
  bindOrder?(
    providerOrderId: string,
    order: { checkoutId: string; number: string; snapshotHash: string; amountMinor: Minor },
  ): Promise<OpenedPayment>
  retrieve(providerOrderId: string): Promise<PaymentRecord | ProviderProblem>
  capture(operation: PaymentOperation): Promise<OperationAnswer>
  refund(operation: PaymentOperation): Promise<OperationAnswer>
  /**
   * The refunds that the provider accepted and that failed afterwards; only where that can happen. `reason` is the
   * provider's code, for the log.
   */
  failedRefunds?(
    providerOrderId: string,
  ): Promise<{ ok: true; refunds: readonly FailedRefund[] } | ProviderProblem>
  /** Releases the authorised amount that is not captured. */
  cancel(providerOrderId: string, idempotencyKey: string): Promise<OperationAnswer>
  /**
   * Confirms to the provider that the order is written, with the shop's references. Only where a provider repeats
   * its callback until then.
   */
  acknowledge?(
    providerOrderId: string,
    references: { orderNumber: string; checkoutId: string },
  ): Promise<OperationAnswer>
  /**
   * Verifies and reads a callback that reports something; only where the provider sends such callbacks. What it
   * reports is a hint to read the payment's record.
   */
  readCallback?(request: CallbackRequest): ReadCallback
  /** Only where the provider asks the shop during the purchase. */
  asking?: AskingCallbacks
  /** Only where the provider can charge saved methods. */
  repeat?: RepeatPayments
  /** Prolongs an authorization that would end before the goods leave, where the provider can. */
  extendAuthorization?(providerOrderId: string, idempotencyKey: string): Promise<OperationAnswer>
}

/** The adapters of one store, each bound to the store's merchant account; absent where none is configured. */
export type StoreProviders = Partial<Record<PaymentProviderId | 'none', PaymentProvider>>

/** The adapters of every store. */
export type PaymentProviders = Record<StoreCode, StoreProviders>

/** A payment at a provider. Its id is unique per provider, and only the store's own account can read it. */
export interface PaymentReference {
  store: StoreCode
  provider: PaymentProviderId | 'none'
  providerOrderId: string
}
