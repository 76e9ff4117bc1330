/**
 * Payments of a module from outside: the shopper is sent to the provider's own page and comes back
 * (`redirect-provider.ts` makes one of the kernel's payment providers). The types stand by themselves.
 */
import type { PaymentMeans } from '../../domain/payments/payment-means.ts'
import type { PaymentState, ProviderProblem, Shipment } from '../../domain/payments/payment-provider.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { PaymentAccountDescription } from '../../modules/account-description.ts'

/** A line of what is to be paid, or of what is captured or refunded. Amounts are minor units (öre, cent), VAT included. */
export interface PaymentLine {
  kind: 'goods' | 'gift_card' | 'fee' | 'shipping'
  /** The sku, the shipping method's id, or `GIFT-` and the end of a gift card's code. */
  reference: string
  name: string
  quantity: number
  unitMinor: number
  /** Deducted from the whole line: quantity × unitMinor − discountMinor = totalMinor. */
  discountMinor: number
  /** Below zero for what a gift card pays. */
  totalMinor: number
  vatMinor: number
  /** 2500 = 25 %. */
  vatRateBasisPoints: number
}

/** An order that is to be paid. It is written, and unpaid. */
export interface PaymentToOpen {
  /** A second call with the same key opens no second payment. */
  idempotencyKey: string
  orderNumber: string
  store: StoreCode
  /** ISO 4217. */
  currency: string
  /** What the lines add up to. */
  amountMinor: number
  vatMinor: number
  lines: readonly PaymentLine[]
  /** BCP 47. */
  language: string
  buyer: PaymentBuyer
  urls: {
    /**
     * Where the shopper comes back to, however it went: the shop reads the payment and says so. It has `{payment}` in it,
     * which the module or the provider replaces by the payment's id.
     */
    confirmation: string
    /** The checkout of the shop. */
    checkout: string
    /** Where the provider reports (`readWebhook`). */
    webhook: string
    terms: string
  }
}

/** Whom the invoice of the order is made out to. */
export interface PaymentBuyer {
  type: 'private' | 'business'
  company: string | null
  firstName: string
  lastName: string
  street: string
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  email: string
  phone: string | null
}

/**
 * `provider_unavailable`: no answer, or none that can be read; what was asked may have been done, so it is asked again.
 * `read_only`: it can no longer be changed. `reason`: the provider's code, for the log.
 */
export type PaymentProblem = ProviderProblem

/** `payment`: the provider's id of it. `url`: its page, to which the shopper is sent. */
export type OpenedPayment = { ok: true; payment: string; url: string } | PaymentProblem

/** What a record of a payment has in every state. */
interface RecordedPayment {
  ok: true
  payment: string
  amountMinor: number
  currency: string
  /** The number with which it was opened; null where the provider keeps none. */
  orderNumber: string | null
  /** When it can no longer be paid, or captured; null: not known. */
  expiresAt?: Date | null
  /** What it was paid with, as the buyer knows it; null: not known. */
  means?: PaymentMeans | null
}

/**
 * A payment as the provider has it. Only it decides whether an order is paid.
 *
 * `open`: nothing is paid, and the shopper may still pay. `pending`: being confirmed. `review`: the provider decides
 * later. `authorized`: reserved, to be captured. `captured`: a provider that takes the money at once begins with it.
 * `part_refunded`, `refunded`: of what was captured. `failed`, `cancelled`, `expired`: nobody can pay it any more.
 *
 * The sums are of the whole payment. Money that was taken has them: above 0, and captured no more than the amount,
 * refunded no more than captured. A record without them, or with others, counts as no answer, because nobody would know
 * how much money there is.
 */
export type PaymentRecord = RecordedPayment &
  (
    | { state: 'captured'; capturedMinor: number; refundedMinor?: number }
    | { state: 'part_refunded' | 'refunded'; capturedMinor: number; refundedMinor: number }
    | {
        state: Exclude<PaymentState, 'captured' | 'part_refunded' | 'refunded'>
        capturedMinor?: number
        refundedMinor?: number
      }
  )

/** A capture or a refund. */
export interface PaymentOperation {
  payment: string
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** What the amount is for. */
  lines: readonly PaymentLine[]
  /** A second call with the same key does it once. */
  idempotencyKey: string
  /** The parcel that a capture pays for. */
  shipment?: Shipment
  /** Only of a capture: no other follows, so the provider may release what is not captured. */
  isFinal?: boolean
}

/** `operation`: the provider's id of it. `accepted`: it will be done; the record shows when. */
export type OperationAnswer = { ok: true; operation: string; state: 'done' | 'accepted' } | PaymentProblem

/** What the provider reported, as it was received. */
export interface WebhookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string | undefined>>
  /** The exact bytes, which a signature covers. */
  body: Uint8Array
}

/**
 * `payment`: of which the shop reads the record; null: it is about none, and ignored. `eventId`: the provider's id of the
 * event, which repetitions share; null: it has none, and is not signed. `kind`: its name, for the log.
 */
export type ReadWebhook =
  | { ok: true; payment: string | null; eventId: string | null; kind: string }
  | { ok: false; code: 'bad_signature' | 'unreadable' }

/**
 * What a module does with payments at a provider's own page. It answers in the given forms and within 15 seconds, and
 * waits less for the provider; what it throws, and an answer of another form, are logged under the module's name and
 * count as `provider_unavailable`. The shop stores payments, moves orders and decides what is paid.
 */
export interface RedirectPayments {
  /** Opens a payment for an order, without charging it. */
  open(payment: PaymentToOpen): Promise<OpenedPayment>
  /** The payment as the provider has it now: after a webhook, when the shopper is back, and whenever the shop is in doubt. */
  read(payment: string): Promise<PaymentRecord | PaymentProblem>
  /** Takes what was reserved: when goods leave, in parts. Not called for what the provider took at once. */
  capture(operation: PaymentOperation): Promise<OperationAnswer>
  refund(operation: PaymentOperation): Promise<OperationAnswer>
  /**
   * Ends an open payment, so that nobody can pay it any more, or releases what is reserved and not captured. A payment
   * that has ended already counts as ended.
   */
  cancel(payment: string, idempotencyKey: string): Promise<OperationAnswer>
  /**
   * Verifies and reads what the provider reports. It is a hint: it may come twice, late, or before the shopper is back,
   * and the record is read after it.
   */
  readWebhook?(request: WebhookRequest): ReadWebhook
  /** Refunds that the provider accepted and that failed afterwards, where that can happen. */
  failedRefunds?(payment: string): Promise<
    | {
        ok: true
        refunds: readonly { operation: string; idempotencyKey: string | null; reason: string }[]
      }
    | PaymentProblem
  >
}

/** A store's account at the provider: `payment-account.server.ts` exports it as `paymentAccount`. */
export type PaymentAccount = PaymentAccountDescription

/** A store's account as it was read, complete and of the right form. */
export interface PaymentSettings {
  keys: Readonly<Record<string, string>>
  /** By the names of the account, without a trailing slash. */
  hosts: Readonly<Record<string, string>>
  /** Options that are set. */
  options: Readonly<Record<string, string>>
}

export interface PaymentServices {
  store: StoreCode
  log: { warn(data: object, message: string): void }
  /** Epoch milliseconds. */
  clock: () => number
}

/** Opens a store's account: its methods, by their ids in `paymentMethods` of the declarations. */
export interface OpenPaymentAccount<Method extends string = string> {
  open(
    settings: PaymentSettings,
    services: PaymentServices,
  ): Readonly<Partial<Record<Method, RedirectPayments>>>
}
