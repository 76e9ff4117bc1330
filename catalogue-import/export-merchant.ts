/**
 * The columns that the public Merchant Center feed has besides those that an import reads, for Google and for services
 * that take its form (Prisjakt: https://developer.prisjakt.nu/docs/sections/for-shops/offer-inventory/feeds/offer/):
 *
 * - `shipping` (https://support.google.com/merchants/answer/6324484): of one unit, as the product's page says.
 * - `unit_pricing_measure` and `unit_pricing_base_measure` (…/answer/6324455, …/answer/6324490).
 * - `certification` (…/answer/13528839): the energy label by its number in EPREL.
 * - `product_detail` (…/answer/9218260): the shop's own fields, and who answers for the goods; there is no attribute for
 *   Regulation (EU) 2023/988 Art. 19.
 */
import type { ShopOffer } from '../domain/seo/shop-offers.server.ts'
import type { Store } from '../domain/stores/stores.ts'
import { plainAmount } from './comparison-offer.ts'
import type { ExportedProduct } from './export-state.server.ts'

/** Their headers, with the parts of values that have some; a product's details are in its last column. */
export const merchantColumns = [
  'shipping(country:service:price)',
  'unit_pricing_measure',
  'unit_pricing_base_measure',
  'certification(certification_authority:certification_name:certification_code)',
  'product_detail(section_name:attribute_name:attribute_value)',
] as const

/** Key of the shop's own field that holds a product's number in the European registry of energy labels. */
const labelField = 'eprel'

interface MerchantProduct {
  product: ExportedProduct
  /** Null: the store does not show the product yet. */
  offer: ShopOffer | null
  store: Store
  /** Cell of its details. */
  details: string
}

/** The cells in the order of `merchantColumns`. */
export function merchantCells({ product, offer, store, details }: MerchantProduct): string[] {
  const measure = offer === null ? null : measureOf(product, offer)
  return [
    offer?.delivery
      ? [
          store.countryCode,
          partOf(offer.delivery.service),
          `${plainAmount(offer.delivery.priceMinor)} ${store.currency}`,
        ].join(':')
      : '',
    measure?.whole ?? '',
    measure?.base ?? '',
    labelOf(product, store),
    details,
  ]
}

/** Units of the content of a product that Google has, each with what it is compared by. */
const units: Readonly<Record<string, { unit: string; times: number; base: string }>> = {
  m: { unit: 'm', times: 1, base: '1 m' },
  cm: { unit: 'cm', times: 1, base: '1 m' },
  mm: { unit: 'cm', times: 0.1, base: '1 m' },
  l: { unit: 'l', times: 1, base: '1 l' },
  dl: { unit: 'cl', times: 10, base: '1 l' },
  cl: { unit: 'cl', times: 1, base: '1 l' },
  ml: { unit: 'ml', times: 1, base: '1 l' },
  kg: { unit: 'kg', times: 1, base: '1 kg' },
  g: { unit: 'g', times: 1, base: '1 kg' },
}

/** Where the page shows a price per measure. */
function measureOf({ state }: ExportedProduct, { unitPrice }: ShopOffer) {
  if (unitPrice === null) return null
  const attributes = (state.product?.attributes ?? {}) as Record<string, unknown>
  if (unitPrice.unit === 'piece') return { whole: `${Number(attributes['cells_per_pack'])} ct`, base: '1 ct' }
  const unit = units[String(attributes['content_unit']).toLowerCase()]
  if (!unit) return null
  const amount = Number((Number(attributes['content_amount']) * unit.times).toFixed(4))
  return { whole: `${amount} ${unit.unit}`, base: unit.base }
}

function labelOf({ fieldValues }: ExportedProduct, { code }: Store): string {
  const values = fieldValues[labelField]
  const number = values === undefined ? null : (values[''] ?? values[code])
  return /^\d{1,10}$/.test(String(number ?? '')) ? `EC:EPREL:${String(number)}` : ''
}

/** Colons separate the parts of a value, commas values. */
const partOf = (text: string): string =>
  text.replaceAll(':', ' ').replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()
