/**
 * The stored data of a product for all stores, beside its cards. Common default values are omitted: they
 * would be a third of the stored text.
 */
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { StoredProductFields } from '../../contract/catalogue.ts'
import type { DB } from '../../db/schema.generated.ts'

import type { ProductId } from '../../domain/products/product-id.ts'

/** Named here because the schema of the response would load its library into every process that builds an index. */
const stored = { gtin: true, mpn: true, condition: true } satisfies Record<keyof StoredProductFields, true>

/** The columns of `product` that the product page shows as they are stored. */
export const storedColumns = Object.keys(
  stored,
) as (keyof StoredProductFields)[] satisfies (keyof DB['product'])[]

/** The values of those columns. */
export function storedFieldsOf(product: StoredProductFields): StoredProductFields {
  return Object.fromEntries(storedColumns.map((name) => [name, product[name]])) as StoredProductFields
}

export interface RichText {
  /** Of the field, among the attributes. */
  code: string
  /** Sanitised. */
  html: string
  /** The same without markup. */
  text: string
}

export interface StoredHead {
  title?: string
  description?: string
}

/** Data of the product page besides the card, for all stores. */
export interface StoredDetails extends StoredProductFields {
  brandId: number | null
  variantOf: number | null
  variants: number[]
  variationAttributes: string[]
  attributes: AttributeValues
  /** Values of fields that differ by store, in those that have any. */
  fields: PerStore<AttributeValues>
  /** Shown rich texts of fields, in the stores that have any. */
  richTexts: PerStore<RichText[]>
  fits: string[]
  images: [type: number, sort: number, key: string, alt: PerStore<string>][]
  relations: Record<string, number[]>
  setParts: [productId: ProductId, quantity: number][]
  tags: number[]
  /** What modules add, by name of the module. */
  parts: Record<string, unknown>
  /** What the head of the page says to search engines, in the stores that say anything. */
  heads: PerStore<StoredHead>
  slugs: PerStore<string>
  formerSlugs: PerStore<string[]>
  /** Epoch milliseconds. */
  updatedAt: number
}

/** Default values of most products, omitted from the stored text. */
export const usualDetails = {
  ...(Object.fromEntries(storedColumns.map((name) => [name, null])) as {
    [Name in keyof StoredProductFields]: null
  }),
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
  parts: {},
  fields: {},
  richTexts: {},
  formerSlugs: {},
  heads: {},
} satisfies Partial<StoredDetails>

/** The details in their stored form. */
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

/** Parses the output of `writeDetails`. */
export function readDetails(body: string): StoredDetails {
  return { ...usualDetails, ...(JSON.parse(body) as StoredDetails) }
}

export type AttributeValues = Record<string, string | number | boolean | string[]>
