/**
 * The fields of a product that are one value in a column of their own: the only list of them. The type and the
 * validation of a record (NDJSON), the columns that the import reads and writes, the export, the feed's columns
 * and the check against files that clear too much all follow from it. A new field needs its column
 * (db/migrations) and a line here; docs/architecture.md has all steps.
 */
import type { DB } from '../../db/schema.generated.ts'
import type { MeasureKind } from './measures.ts'

interface ProductField {
  /** Column of `product`; empty is null. */
  column: keyof DB['product']
  type: 'text' | 'integer'
  /** Most characters of a text; 1000 where absent. */
  longest?: number
  /** Column of a Merchant Center feed; without one, feeds leave the field unchanged. */
  feedColumn?: string
  /** The feed writes the number with a unit, as `55.5 Wh`. */
  measure?: MeasureKind
}

export const productFields = {
  gtin: { column: 'gtin', type: 'text', feedColumn: 'gtin' },
  mpn: { column: 'mpn', type: 'text', longest: 255, feedColumn: 'mpn' },
  /** Groups sibling products; not the coupons' product group. */
  itemGroup: { column: 'item_group', type: 'text', longest: 100, feedColumn: 'item_group_id' },
  /** The coupons' product group (ENTITY-14). */
  groupId: { column: 'group_id', type: 'integer' },
  /** `UN3480`, or `none` for goods that are not dangerous (domain/products/dangerous-goods.ts). */
  unNumber: { column: 'un_number', type: 'text', longest: 6, feedColumn: 'un_number' },
  batteryEnergyMilliwattHours: {
    column: 'battery_energy_mwh',
    type: 'integer',
    feedColumn: 'battery_energy',
    measure: 'energy',
  },
  /** Of all cells of one battery. */
  lithiumContentMilligrams: {
    column: 'lithium_content_mg',
    type: 'integer',
    feedColumn: 'lithium_content',
    measure: 'lithium',
  },
  /** With its packaging. */
  grossWeightGrams: {
    column: 'gross_weight_g',
    type: 'integer',
    feedColumn: 'shipping_weight',
    measure: 'weight',
  },
  packageLengthMm: {
    column: 'package_length_mm',
    type: 'integer',
    feedColumn: 'shipping_length',
    measure: 'length',
  },
  packageWidthMm: {
    column: 'package_width_mm',
    type: 'integer',
    feedColumn: 'shipping_width',
    measure: 'length',
  },
  packageHeightMm: {
    column: 'package_height_mm',
    type: 'integer',
    feedColumn: 'shipping_height',
    measure: 'length',
  },
  /** Tariff code of the Harmonized System, 6 to 10 digits: customs asks for it. */
  hsCode: { column: 'hs_code', type: 'text', longest: 10, feedColumn: 'hs_code' },
  /** ISO 3166-1 alpha-2. */
  originCountry: { column: 'origin_country', type: 'text', longest: 2, feedColumn: 'origin_country' },
  discountCategory: { column: 'discount_category', type: 'text', longest: 100 },
} as const satisfies Record<string, ProductField>

type Fields = typeof productFields
export type ProductFieldName = keyof Fields

type Value<Field extends ProductField> = Field['type'] extends 'integer' ? number : string

/** The fields of a record: absent stays unchanged, null clears. */
export type ProductFieldValues = { [Name in ProductFieldName]?: Value<Fields[Name]> | null | undefined }

/** The fields that a feed has, too. */
export type FeedFieldName = {
  [Name in ProductFieldName]: Fields[Name] extends { feedColumn: string } ? Name : never
}[ProductFieldName]

export type FieldColumn = Fields[ProductFieldName]['column']
export type FeedFieldColumn = Fields[FeedFieldName]['feedColumn']

/** Names and descriptions, in the order of the list. */
export const productFieldEntries = Object.entries(productFields) as [
  ProductFieldName,
  ProductField & { column: FieldColumn },
][]

/** Those that a feed has, with their columns there. */
export const feedFieldEntries = productFieldEntries.flatMap(([name, field]) =>
  field.feedColumn === undefined
    ? []
    : [{ ...field, name: name as FeedFieldName, feedColumn: field.feedColumn as FeedFieldColumn }],
)
