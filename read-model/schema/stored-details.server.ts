/**
 * What the index keeps of a product for all stores, beside its cards. What most products have is left out of the
 * stored text: it would be a third of it.
 */
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { AttributeValues, ProductRows } from './catalogue-rows.server.ts'

/** What the product page needs beyond the card, for all stores. */
export interface StoredDetails {
  gtin: string | null
  mpn: string | null
  condition: ProductRows['condition']
  brandId: number | null
  variantOf: number | null
  variants: number[]
  variationAttributes: string[]
  attributes: AttributeValues
  fits: string[]
  images: [type: number, sort: number, key: string, alt: PerStore<string>][]
  relations: Record<string, number[]>
  setParts: [productId: number, quantity: number][]
  tags: number[]
  slugs: PerStore<string>
  formerSlugs: PerStore<string[]>
  /** Epoch milliseconds. */
  updatedAt: number
}

/** What most products have: left out of the stored text. */
const usualDetails = {
  gtin: null,
  mpn: null,
  condition: 'new',
  brandId: null,
  variantOf: null,
  variants: [],
  variationAttributes: [],
  fits: [],
  images: [],
  relations: {},
  setParts: [],
  tags: [],
  formerSlugs: {},
} satisfies Partial<StoredDetails>

/** The details as the index stores them. */
export function writeDetails(details: StoredDetails): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(details).filter(([name, value]) => !(name in usualDetails && isUsual(value))),
    ),
  )
}

function isUsual(value: unknown): boolean {
  if (value === null || value === usualDetails.condition) return true
  if (typeof value !== 'object') return false
  return Object.keys(value).length === 0
}

/** Reads what `writeDetails` wrote. */
export function readDetails(body: string): StoredDetails {
  return { ...usualDetails, ...(JSON.parse(body) as StoredDetails) }
}
