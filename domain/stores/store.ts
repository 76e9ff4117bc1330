/**
 * The differences between stores, as types. A store is one file in this folder; `stores.ts` lists them. Each
 * file exports two objects, because they are delivered differently: a `Store` is part of every page's first
 * script, a `StorePolicy` stays on the server (decision 43). Plain data; texts are
 * in `locales/`.
 */
import type { DangerousGoodsClass } from '../products/dangerous-goods.ts'
import type { Minor } from '../money/money.ts'
import type { PriceEnding } from '../money/price-ending.ts'
import type { CountryCode } from 'libphonenumber-js'

export type CurrencyCode = 'SEK' | 'NOK' | 'EUR' | 'DKK'

/** Stripe's names of the payment methods that the shop takes through it. */
export const stripeMethods = ['card', 'mobilepay', 'swish'] as const
export type StripeMethod = (typeof stripeMethods)[number]

/** What a shopper can choose to pay with. `own`: what a method's own texts say (`paymentMethods` of modules). */
export const offeredMeans = [...stripeMethods, 'vipps', 'invoice', 'part_payment', 'own'] as const
export type OfferedMeans = (typeof offeredMeans)[number]

export function isOfferedMeans(text: string): text is OfferedMeans {
  return (offeredMeans as readonly string[]).includes(text)
}

/** One choice of the payment step: what it offers, and the provider that serves it. */
export interface StoreChoice {
  /** Id of the payment method; one that no module of the shop has is not offered. */
  provider: string
  /** One for a choice of our own form; several for a provider's frame, in which the shopper chooses. */
  offers: readonly [OfferedMeans, ...OfferedMeans[]]
}

/** Names of the known payment marks (CONST-08). */
export const paymentLogos = [
  'amex',
  'bankid',
  'ideal',
  'klarna',
  'kustom',
  'mastercard',
  'mobilepay',
  'safepay',
  'stripe',
  'swish',
  'vipps',
  'visa',
  'walley',
] as const
export type PaymentLogo = (typeof paymentLogos)[number]

/** Names of the known carrier marks (CONST-09), which are the carriers of the shop's own shipping methods. */
export const carrierLogos = [
  'DB Schenker',
  'DHL',
  'bring',
  'budbee',
  'citymail',
  'citymall',
  'instabox',
  'posti',
  'postnord',
  'swish',
] as const
export type CarrierLogo = (typeof carrierLogos)[number]

declare const ofAccount: unique symbol

/** A carrier that a module from outside brings, by the name of its account: it has no mark. */
export type OutsideCarrier = string & { readonly [ofAccount]: true }
/** The carrier of a shipping method, as orders and parcels keep it. */
export type CarrierId = CarrierLogo | OutsideCarrier

export function isCarrierLogo(name: string): name is CarrierLogo {
  return (carrierLogos as readonly string[]).includes(name)
}

/** The store data that pages and rules need. In the browser's first script: keep it small. */
export interface StoreFacts {
  /** Lower-case letters: the prefix of every address (`/sv/…`) and the API's `locale`. */
  code: string
  /**
   * The store's own small number, 1 to 63 and never reused: the `sid` of every API call (API-01), and part of
   * the keys of the catalogue index.
   */
  storeId: number
  /** BCP 47 tag: `html lang`, number and date formats, collation. */
  iso: string
  /** ISO 3166-1 alpha-2. */
  countryCode: CountryCode
  /** The country's name in its own language. */
  country: string
  currency: CurrencyCode
  /** Decimals shown and charged on a unit price with VAT (CONST-05). */
  currencyDigits: 0 | 2
  /** Name of the store, as shoppers know it. */
  brand: string
  /** The merchant has closed it, or not opened it yet: shoppers cannot see or buy its products. Absent in every file. */
  isClosed?: boolean
  /** Hour of a weekday at which its parcels are handed over; absent: `usualDispatchHour` (dispatch-hour.ts). */
  dispatchHour?: number
  /** Whether shoppers may see prices without VAT (VAT-02); never in Germany (§ 3 PAngV). */
  allowExVat: boolean
  /** Whether prices have a note on VAT and shipping (ENTITY-06). */
  showPriceDisclaimer: boolean
  showShippingInfo: boolean
  /** Code of the product attribute for the brand (ENTITY-07). */
  brandAttribute: string
  /** International form, shown and dialled; a space follows the country's calling code. */
  phoneNumber: string
  /** Fewest digits of a telephone number that the browser accepts before the server validates it. */
  phoneDigits: number
  /**
   * Numbers that can receive a text message (VALID-06..08), in national form; never used to reject a number.
   */
  mobilePattern: RegExp
  postalCodePattern: RegExp
  /** Minor units, VAT included, after discounts, without shipping (MINORD-03). */
  minimumOrderMinor: Minor
  /** IANA zone of dispatch cut-offs, dates in mails and countdowns. */
  timeZone: string
  /** Whether the footer offers the newsletter (CHROME-14). */
  newsletter: boolean
  /** The numbers that an invoice requires; the rules are in domain/stores/identity-number.ts. */
  identityNumbers: IdentityScheme
  /** Digit before a national number; empty where there is none. */
  trunkPrefix: string
  /** Segments of the store's addresses. */
  paths: StorePaths
}

export interface StorePaths {
  /** File name of the search results page (ROUTE-14..17). */
  search: string
  /** Segment before a brand's slug, and the suffix of the slug (ROUTE-23..26). */
  brand: string
  brandEnd: '' | '.html'
  /** Segment before a tag's slug (ROUTE-27..30). */
  tag: string
}

/** Store data used only on the server. */
export interface StorePolicy {
  /** Endings that bulk changes round prices to, by `fromMinor`, from 0 on. */
  priceEndings: readonly PriceEnding[]
  /** Standard VAT rate, basis points (2500 = 25 %). */
  vatRateBasisPoints: number
  /** The name where there is little room, such as below the icon of an installed store. */
  shortName: string
  /** Sources of the pictures that the merchant has uploaded for the store itself; absent in every file. */
  pictures?: StorePictures
  storefront: Storefront
  /** Letters before the sequence number of an order; unique to the store. */
  orderNumberPrefix: string
  company: Company
  /** Sender of mails; absent: the store's brand and the company's address. */
  mailSender?: MailSender
  /** Who supervises the accessibility of shops, named in the accessibility statement; `contact`: its site or mail. */
  accessibilityAuthority: { name: string; contact: string }
  /** Where parcels are sent from, and where returns arrive. */
  dispatch: DispatchPlace
  /** How buyers send goods back with a label of the shop; null: staff arrange each return. */
  returnParcels: ReturnParcels | null
  invoicing: Invoicing
  /** Those that buyers can choose, in display order. */
  shippingMethods: readonly ShippingMethod[]
  /** Those that the merchant has switched off: orders that were placed with them still name them. */
  switchedOffMethods?: readonly ShippingMethod[]
  /** Places that every parcel takes longer to reach; the first range that contains the postal code counts. */
  remotePlaces: readonly RemotePlace[]
  /** Name of the delivery method of gift cards: they are sent as codes by e-mail. */
  emailDeliveryName: string
  /** Payment marks of the footer, in display order; absent marks are never shown there (CHROME-16). */
  paymentMarks: readonly PaymentLogo[]
  /**
   * The choices of the payment step in display order, for private buyers and for businesses (CHECKOUT-07): those that are
   * not credit first (SE lag 2010:751 ch. 7 a). A means that is a choice of its own is served by one provider. Swish
   * takes SEK only, by Stripe's invitation, and pays before shipment; MobilePay is for customers in Denmark and Finland.
   */
  paymentChoices: Record<'private' | 'business', readonly StoreChoice[]>
  /**
   * Methods whose payment staff may capture before shipment. None in Denmark (Forbrugerombudsmanden: no payment before
   * dispatch) and, as consumer information there says too, in Norway; never Kustom and Walley, whose terms ask for capture on
   * shipment.
   */
  earlyCapture: readonly string[]
  plate: PlateFormat
  /** Deposit per starter battery, VAT included; null where the law requires none. */
  starterBatteryDeposit: { name: string; minor: Minor; vatRateBasisPoints: number } | null
  orderLimits: OrderLimits
  /** The refunds of an order together, above which a person confirms a refund by passkey or app; null: never. */
  refundStepUpAboveMinor: Minor | null
  /** The refunds of an order together, above which a refund takes two people; null: one person is enough. */
  refundApprovalAboveMinor: Minor | null
  /** Products that lack statutory data are not sold (db/routines/statutory-gaps.sql). */
  requiresStatutoryData: boolean
  /** Staff book parcels with the carriers themselves and enter tracking numbers; no account at a carrier is missing. */
  shipsByHand: boolean
  /** Days after which an undecided order expires: stock, coupons and gift cards are released. */
  heldOrderDays: number
  /** Paths of pages that the country's law asks for beside terms, privacy policy and contact. */
  lawPages: readonly string[]
  /** How many years orders and their documents are kept after the year they belong to, by bookkeeping law. */
  bookkeepingYears: number
  /** Retention of identity numbers, and of the digests by which open credit is counted. */
  creditRetention: CreditRetention
  /** Rules for word endings, stop words and letters in sorted lists. */
  searchLanguage: SearchLanguage
  /** Lower bounds of the price filter's ranges, ascending, major units. */
  priceSteps: readonly number[]
  /** Slug of the tag of all products on campaign. */
  saleTag: string
  /** Slugs of the tags whose products are shown on the home page. */
  shelves: { bestsellers: string; cold: string; travel: string }
  /** Example searches on the home page. */
  exampleSearches: readonly string[]
}

/** Pictures of the store itself: `picture:` and a SHA-256; null: none is uploaded. */
export interface StorePictures {
  logo: string | null
  /** On dark ground; null: as on light. */
  darkLogo: string | null
  /** Square: of browser tabs and of the installed store. */
  icon: string | null
}

/**
 * What pages say about the merchant, in the store's language. An empty text is not shown. What follows from a rule of
 * the shop, as the days for returns, is written from the rule and not part of it.
 */
export interface Storefront {
  /** Heading of the front page; empty: the store's name. */
  title: string
  /** Below the heading. */
  lead: string
  /** At the end of the front page. */
  whyTitle: string
  whyText: string
  /** Of the store, for search engines, feeds and the installed store. */
  description: string
  /** Whether the top bar and the footer say that orders before `dispatchHour` leave on the same weekday. */
  promisesDispatch: boolean
  /** Further lines of the top bar. */
  lines: readonly string[]
  /** Further promises of the footer. */
  promises: readonly { title: string; text: string }[]
  /** When somebody answers the telephone. */
  phoneHours: string
}

/** Languages whose rules the search supports; `other`: words are compared unchanged. */
export type SearchLanguage = 'swedish' | 'norwegian' | 'german' | 'danish' | 'other'

/**
 * The ordinary registration numbers of the country; personal plates cannot be distinguished from other text.
 */
export interface PlateFormat {
  /** Country letters at the left of a plate. */
  band: string
  /** The number in upper case, without spaces and hyphens. */
  pattern: RegExp
  /** An example as written on the car. */
  example: string
  /** Lengths of the groups before the last; null where the number does not determine them. */
  groups: readonly number[] | null
  /** Whether the papers carry a type key (HSN/TSN) that finds the vehicle too. */
  hasTypeKey: boolean
}

/** Personal and company numbers of a country. */
export type IdentityScheme = 'swedish' | 'norwegian' | 'danish' | 'german'

/** The company behind the store, as mails, invoices and imprints must state (§ 5 DDG, e-handelsloven § 7). */
export interface Company {
  name: string
  street: string
  postalCode: string
  city: string
  country: string
  email: string
  /** Register and number as the country writes them. */
  register: string
  vatNumber: string
}

export interface MailSender {
  name: string
  address: string
}

/** A warehouse, as carriers and customs need it. */
export interface DispatchPlace {
  street: string
  /** No spaces. */
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. Another country than the store's: parcels may need a customs declaration. */
  countryCode: string
  /** The seller's seven-digit number in Norway's VOEC register; null where it is not registered. */
  voecNumber: string | null
}

export interface ReturnParcels {
  carrier: CarrierId
  maxWeightGrams: number
  /** Classes of dangerous goods that buyers may send back with it. */
  carries: readonly DangerousGoodsClass[]
}

/**
 * Form of the reference with which a buyer pays: Swedish OCR, Norwegian KID, Danish FIK, the creditor reference of
 * SEPA (ISO 11649), or the plain number.
 */
export type ReferenceScheme = 'ocr' | 'kid' | 'fik' | 'rf' | 'text'

/** How the company's own invoices are paid. */
export interface Invoicing {
  /**
   * Days until payment is due. A store's file gives private buyers at most 14, free of interest and charges, so that
   * the invoice of no seller is consumer credit (directive (EU) 2023/2225 Art. 2 (2) (h)); the merchant may give them
   * more (`settings-problems.ts`).
   */
  termDays: Record<'private' | 'business', number>
  /** In display order; labels as the country's banks name them. */
  accounts: readonly { label: string; value: string }[]
  reference: ReferenceScheme
  /**
   * Days after the due date on which an unpaid invoice is reminded, ascending, one mail each. Reminders cost nothing:
   * the invoices are free of interest and charges.
   */
  reminderDays: readonly number[]
  /** The store sells on invoice alone; no account at a payment provider is missing. */
  isOnlyMethod: boolean
  /** Statements that the country's law asks of the company on its invoices, letters and mails. */
  notes: readonly string[]
}

export type ShippingKind = 'pickup' | 'locker' | 'home' | 'letter' | 'email'

export interface ShippingMethod {
  /** Stored on checkouts and orders; never reused for something else. */
  id: string
  /** Null where nothing is shipped. */
  carrier: CarrierId | null
  kind: ShippingKind
  /** Only to these buyers; to both without it. */
  buyers?: readonly ('private' | 'business')[]
  /** In the store's language. */
  name: string
  /** VAT included at the store's standard rate. */
  priceMinor: Minor
  /** Cart sum (minor units, after discounts) from which it is free; null: never. */
  freeFromMinor: Minor | null
  /** Weekdays from dispatch to arrival. */
  days: { min: number; max: number }
  /** Most units a cart may contain for it; null: unlimited. */
  maxUnits: number | null
  /** Prices of heavier consignments, ascending; `priceMinor` is the price of the lightest. */
  heavier: readonly { aboveGrams: number; priceMinor: Minor }[]
  /** Gross weight of the heaviest consignment; null: unlimited. */
  maxWeightGrams: number | null
  /** Sides of the largest unit, longest first; null: unlimited. */
  maxSidesMm: readonly [number, number, number] | null
  /** Classes of dangerous goods that it carries; goods of any other class cannot be sent with it. */
  carries: readonly DangerousGoodsClass[]
}

/** Postal codes without spaces, both ends included, with the weekdays that are added to a method's days. */
export interface RemotePlace {
  from: string
  to: string
  extraDays: number
}

/** Limit on unpaid invoices: their sum (minor units) and their number. */
export interface OpenCredit {
  minor: Minor
  orders: number
}

export interface CreditLimits {
  /** Largest invoice (minor units) that is approved without review. */
  orderMinor: Minor
  /** Limit on a buyer's open credit, the new order included, without review. */
  approved: OpenCredit
  /** Up to this limit staff decide; beyond it the order is refused. */
  held: OpenCredit
}

export interface BuyerLimits {
  /** Units of one product in one order. */
  unitsPerLine: number
  /** Largest order with its delivery, minor units. */
  orderMinor: Minor
  credit: CreditLimits
}

/** A guest, a private customer with an account, a business with an account; staff open accounts. */
export type BuyerKind = 'guest' | 'account' | 'business'

/**
 * Limits on one buyer's orders and open credit. They bound how much stock an anonymous visitor can reserve
 * (decision 25).
 */
export interface OrderLimits extends Record<BuyerKind, BuyerLimits> {
  /**
   * Limit on the guests of one network together, over the last `days` days; beyond it an invoice is refused.
   */
  network: OpenCredit & { days: number }
  /**
   * Most orders that wait for another company's payment at the same time, and keep their stock: of one buyer, and of the
   * guests of one network together.
   */
  unpaid: { buyer: number; network: number }
  /** Most checkouts that one network opens in a minute: each is stored with its lines. */
  checkoutsPerMinute: number
}

export interface CreditRetention {
  /** Days after the invoice is paid or refunded, or its order came to nothing. */
  settledDays: number
  /** Days after the order was placed, in any case: by then the claim is time-barred. */
  longestDays: number
}
