/**
 * What differs between the stores, as types. A store is one file beside this one; `stores.ts` lists them. Each file
 * exports two objects, because they travel differently: a `Store` is part of every page's first script, a `StorePolicy`
 * stays on the server (docs/decisions/0043-stores-as-data.md). Plain data; texts are in `locales/`.
 */
import type { CountryCode } from 'libphonenumber-js'
import type { PaymentProviderId } from './payment-provider-id.ts'

export type CurrencyCode = 'SEK' | 'NOK' | 'EUR' | 'DKK'

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

/** Names of the known carrier marks (CONST-09). */
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

/** The finders; each has its own address in every store. */
export const finderNames = ['device', 'vehicle', 'phone', 'cable'] as const
export type FinderName = (typeof finderNames)[number]

/** What pages and rules know of a store. In the browser's first script: keep it small. */
export interface StoreFacts {
  /** Lower-case letters: the prefix of every address (`/sv/…`) and the API's `locale`. */
  code: string
  /**
   * The store's own small number, 1 to 63 and never reused: the `sid` of every API call (API-01) and the part of the
   * catalogue index's keys that names the store.
   */
  storeId: number
  /** BCP 47 tag: `html lang`, number and date formats, collation. */
  iso: string
  /** ISO 3166-1 alpha-2. */
  countryCode: CountryCode
  /** The country's name in its own language. */
  country: string
  currency: CurrencyCode
  /** Digits shown and charged on a unit price with VAT inside (CONST-05). */
  currencyDigits: 0 | 2
  brand: string
  /** Whether shoppers may see prices without VAT (VAT-02); never in Germany (§ 3 PAngV). */
  allowExVat: boolean
  /** Whether prices carry a note on VAT and shipping (ENTITY-06). */
  showPriceDisclaimer: boolean
  showShippingInfo: boolean
  /** Code of the product attribute that holds the brand (ENTITY-07). */
  brandAttribute: string
  /** International form, shown and dialled; a space follows the country's calling code. */
  phoneNumber: string
  /** Fewest digits of a telephone number that the browser accepts before the server checks it. */
  phoneDigits: number
  /** Numbers that can get a text message (VALID-06..08), in national form; never used to refuse a number. */
  mobilePattern: RegExp
  postalCodePattern: RegExp
  /** Minor units, VAT included, after discounts, without shipping (MINORD-03). */
  minimumOrderMinor: number
  /** IANA zone of dispatch cut-offs, dates in mails and countdowns. */
  timeZone: string
  /** Whether the footer offers the newsletter (CHROME-14). */
  newsletter: boolean
  /** Which numbers an invoice asks for; the rules are in domain/checkout/identity-number.ts. */
  identityNumbers: IdentityScheme
  /** Digit before a national number; empty where there is none. */
  trunkPrefix: string
  /** Words of the store's addresses. */
  paths: StorePaths
}

export interface StorePaths {
  /** File name of the search results page (ROUTE-14..17). */
  search: string
  /** Segment before a brand's slug, and what follows the slug (ROUTE-23..26). */
  brand: string
  brandEnd: '' | '.html'
  /** Segment before a tag's slug (ROUTE-27..30). */
  tag: string
}

/** What the server decides with in a store. */
export interface StorePolicy {
  /** Standard VAT rate, basis points (2500 = 25 %). */
  vatRateBasisPoints: number
  /** Letters before the running number of an order; no two stores share them. */
  orderNumberPrefix: string
  company: Company
  /** In the order shown. */
  shippingMethods: readonly ShippingMethod[]
  /** Name of the delivery of gift cards: they are sent as codes by e-mail. */
  emailDeliveryName: string
  /** Carrier marks of the footer and checkout, in the order shown (ENTITY-09). */
  shippingIcons: readonly CarrierLogo[]
  /** Payment marks of the footer, in the order shown; marks that are absent are never shown there (CHROME-16). */
  paymentMarks: readonly PaymentLogo[]
  /** Payment methods in the order shown to private buyers and to businesses (CHECKOUT-07). */
  paymentOrder: Record<'private' | 'business', readonly PaymentProviderId[]>
  plate: PlateFormat
  /** Deposit per starter battery, VAT included; null where the law knows none. */
  starterBatteryDeposit: { name: string; minor: number; vatRateBasisPoints: number } | null
  orderLimits: OrderLimits
  /** Days after which an order that nobody approved is given up: stock, coupons and gift cards are released. */
  heldOrderDays: number
  /** How long identity numbers, and the digests by which open credit is counted, are kept. */
  creditRetention: CreditRetention
  /** Segments of the finders' addresses. A device's page is below `device`. */
  finderPaths: Record<FinderName, string>
  /** Rules for word endings, stop words and letters in sorted lists. */
  searchLanguage: SearchLanguage
  /** How a filter writes the currency. */
  currencySign: string
  /** Lower ends of the price filter's ranges, ascending, major units. */
  priceSteps: readonly number[]
  /** Slug of the tag that every product on campaign has. */
  saleTag: string
  /** Slugs of the tags whose products fill the home page's shelves. */
  shelves: { bestsellers: string; cold: string; travel: string }
  /** Searches that show on the home page how the field is meant. */
  exampleSearches: readonly string[]
}

/** Languages whose rules the search knows; `other`: words are compared as they are. */
export type SearchLanguage = 'swedish' | 'norwegian' | 'german' | 'danish' | 'other'

/** The ordinary registration numbers of the country; personal plates cannot be told from typing errors. */
export interface PlateFormat {
  /** Letters of the country at the left of a plate. */
  band: string
  /** The number in upper case, without spaces and hyphens. */
  pattern: RegExp
  /** As one is written on the car. */
  example: string
  /** Lengths of the groups before the last; null where they cannot be told from the number. */
  groups: readonly number[] | null
}

/** Personal and company numbers of a country. */
export type IdentityScheme = 'swedish' | 'norwegian' | 'danish' | 'german'

/** Who runs the store, as mails, invoices and imprints must say (§ 5 DDG, e-handelsloven § 7). */
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

export type ShippingKind = 'pickup' | 'locker' | 'home' | 'letter' | 'email'

export interface ShippingMethod {
  /** Stored on checkouts and orders; never reused for something else. */
  id: string
  /** Null where nothing is carried. */
  carrier: CarrierLogo | null
  kind: ShippingKind
  /** In the store's language. */
  name: string
  /** VAT included at the store's standard rate. */
  priceMinor: number
  /** Cart sum (minor units, after discounts) from which it is free; null: never. */
  freeFromMinor: number | null
  /** Weekdays from dispatch to arrival. */
  days: { min: number; max: number }
  /** Most units a cart may hold for it; null: any number. */
  maxUnits: number | null
  /** Whether starter batteries may be sent with it (dangerous goods). */
  carriesStarterBatteries: boolean
}

/** Unpaid invoices together: their sum (minor units) and how many. */
export interface OpenCredit {
  minor: number
  orders: number
}

export interface CreditLimits {
  /** Largest invoice (minor units) that is approved without asking staff. */
  orderMinor: number
  /** What one buyer may owe, the new order included, without asking staff. */
  approved: OpenCredit
  /** Up to here staff decide; beyond it the order is refused. */
  held: OpenCredit
}

export interface BuyerLimits {
  /** Units of one product in one order. */
  unitsPerLine: number
  /** Largest order with its delivery, minor units. */
  orderMinor: number
  credit: CreditLimits
}

/** A guest, a private customer with an account, a business with an account; staff open accounts. */
export type BuyerKind = 'guest' | 'account' | 'business'

/**
 * How much one buyer may order and owe. The figures bound what an anonymous visitor can take out of stock
 * (docs/decisions/0025-order-limits.md).
 */
export interface OrderLimits extends Record<BuyerKind, BuyerLimits> {
  /** What the guests of one network may owe together from the last `days` days; beyond it an invoice is refused. */
  network: OpenCredit & { days: number }
}

export interface CreditRetention {
  /** Days after the invoice is paid or refunded, or its order came to nothing. */
  settledDays: number
  /** Days after the order was placed, whatever became of it: by then the claim is barred. */
  longestDays: number
}
