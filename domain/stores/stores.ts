/**
 * The four country stores and every constant that differs between them (spec, section 3 "Locale" and
 * section 9). A closed list: a code outside it is no store. Plain data, safe in the browser.
 */

/** Store codes in the order the spec lists them; also the locale prefix of every address. */
export const storeCodes = ['sv', 'no', 'de', 'da'] as const
export type StoreCode = (typeof storeCodes)[number]

export type CurrencyCode = 'SEK' | 'NOK' | 'EUR' | 'DKK'

/** Names of the known payment marks (CONST-08). */
export const paymentLogos = [
  'amex', 'bankid', 'ideal', 'klarna', 'kustom', 'mastercard', 'mobilepay', 'safepay',
  'stripe', 'swish', 'vipps', 'visa', 'walley',
] as const // prettier-ignore
export type PaymentLogo = (typeof paymentLogos)[number]

/** Names of the known carrier marks (CONST-09). */
export const carrierLogos = [
  'DB Schenker', 'DHL', 'bring', 'budbee', 'citymail', 'citymall', 'instabox', 'posti', 'postnord', 'swish',
] as const // prettier-ignore
export type CarrierLogo = (typeof carrierLogos)[number]

export interface Store {
  code: StoreCode
  /** The `sid` of every API call (API-01). */
  storeId: 7 | 8 | 9 | 10
  /** BCP 47 tag: `html lang`, number and date formats, collation. */
  iso: string
  countryCode: 'SE' | 'NO' | 'DE' | 'DK'
  country: string
  currency: CurrencyCode
  /** Digits shown and charged on a unit price with VAT inside (CONST-05). */
  currencyDigits: 0 | 2
  brand: string
  /** Standard VAT rate, basis points (2500 = 25 %). */
  vatRateBasisPoints: number
  /** Whether shoppers may see prices without VAT (VAT-02); never in Germany (§ 3 PAngV). */
  allowExVat: boolean
  showPriceDisclaimer: boolean
  showShippingInfo: boolean
  /** Code of the product attribute that holds the brand (ENTITY-07). */
  brandAttribute: string
  /** International form, shown and dialled. */
  phoneNumber: string
  shippingIcons: readonly CarrierLogo[]
  postalCodePattern: RegExp
  /** Numbers that can get a text message (VALID-06..08); never used to refuse a number. */
  mobilePattern: RegExp
  /** Minor units, VAT included, after discounts, without shipping (MINORD-03). */
  minimumOrderMinor: number
  /** IANA zone of dispatch cut-offs, dates in mails and countdowns. */
  timeZone: string
  /** Whether the footer offers the newsletter (CHROME-14). */
  newsletter: boolean
}

export const stores: Record<StoreCode, Store> = {
  sv: {
    code: 'sv', storeId: 7, iso: 'sv-SE', countryCode: 'SE', country: 'Sverige',
    currency: 'SEK', currencyDigits: 0, brand: 'Anode Sverige', vatRateBasisPoints: 2500,
    allowExVat: true, showPriceDisclaimer: false, showShippingInfo: false, brandAttribute: 'brand',
    phoneNumber: '+46 8 446 810 30',
    shippingIcons: ['postnord', 'DHL', 'budbee', 'instabox', 'citymail', 'DB Schenker'],
    postalCodePattern: /^\d{3} ?\d{2}$/, mobilePattern: /^07\d{8}$/,
    minimumOrderMinor: 9900, timeZone: 'Europe/Stockholm', newsletter: true,
  },
  no: {
    code: 'no', storeId: 8, iso: 'nb-NO', countryCode: 'NO', country: 'Norge',
    currency: 'NOK', currencyDigits: 0, brand: 'Anode Norge', vatRateBasisPoints: 2500,
    allowExVat: true, showPriceDisclaimer: false, showShippingInfo: false, brandAttribute: 'brand',
    phoneNumber: '+47 21 93 68 40',
    shippingIcons: ['bring', 'postnord', 'DHL', 'DB Schenker'],
    postalCodePattern: /^\d{4}$/, mobilePattern: /^[49]\d{7}$/,
    minimumOrderMinor: 9900, timeZone: 'Europe/Oslo', newsletter: true,
  },
  de: {
    code: 'de', storeId: 9, iso: 'de-DE', countryCode: 'DE', country: 'Deutschland',
    currency: 'EUR', currencyDigits: 2, brand: 'Anode Deutschland', vatRateBasisPoints: 1900,
    allowExVat: false, showPriceDisclaimer: true, showShippingInfo: true, brandAttribute: 'brand',
    phoneNumber: '+49 30 2555 8740',
    shippingIcons: ['DHL', 'DB Schenker'],
    postalCodePattern: /^\d{5}$/, mobilePattern: /^01[567]\d{8,9}$/,
    minimumOrderMinor: 1000, timeZone: 'Europe/Berlin', newsletter: false,
  },
  da: {
    code: 'da', storeId: 10, iso: 'da-DK', countryCode: 'DK', country: 'Danmark',
    currency: 'DKK', currencyDigits: 0, brand: 'Anode Danmark', vatRateBasisPoints: 2500,
    allowExVat: true, showPriceDisclaimer: false, showShippingInfo: false, brandAttribute: 'brand',
    phoneNumber: '+45 78 73 04 60',
    shippingIcons: ['postnord', 'DHL', 'bring', 'budbee'],
    postalCodePattern: /^\d{4}$/, mobilePattern: /^[49]\d{7}$/,
    minimumOrderMinor: 7900, timeZone: 'Europe/Copenhagen', newsletter: true,
  },
} // prettier-ignore

/** Where "/" leads a visitor without a locale cookie (CONST-01). */
export const defaultStoreCode: StoreCode = 'sv'

/** Whether a piece of input is one of the four store codes. */
export function isStoreCode(value: unknown): value is StoreCode {
  return typeof value === 'string' && (storeCodes as readonly string[]).includes(value)
}

/** The store whose prefix the path carries (`/sv/…`), or null where the prefix names none. */
export function storeFromPath(pathname: string): Store | null {
  const code = pathname.split('/', 2)[1]
  return isStoreCode(code) ? stores[code] : null
}
