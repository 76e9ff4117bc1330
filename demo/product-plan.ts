/** A family's plan of a product, from which `product-builder.ts` builds the catalogue's record. */
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { CareKind } from './care-lines.ts'
import type { Words } from './words.ts'
import type { DemoStore } from './demo-stores.ts'

export type Attributes = Record<string, string | number | boolean | string[]>
export type StockState = 'in_stock' | 'few_left' | 'back_order' | 'presale' | 'out_of_stock' | 'discontinued'
export type CampaignKind = 'running' | 'ending' | 'open' | 'coming'
export type Relations = NonNullable<ProductRecord['relations']>

/** The coupons' product groups (ENTITY-14): one number per family. */
export const groups = {
  household: 1,
  button: 2,
  rechargeable: 3,
  charger: 4,
  phone: 5,
  laptop: 6,
  cable: 7,
  tool: 8,
  vehicle: 9,
  lighting: 10,
  safety: 11,
  part: 12,
  energy: 13,
  hearing: 14,
  gift: 15,
} as const

export interface ProductPlan {
  sku: string
  /** Brand slug. */
  brand: string
  /** Category codes, the main one first. */
  categories: string[]
  name: Words
  /** First paragraphs of the description. */
  intro: Words
  care: CareKind
  /** Price in Swedish kronor, VAT included; the other currencies follow. */
  sek: number
  attributes: Attributes
  /** Form and parameters of the drawing without tone and view, e.g. `cell?size=AA&chemistry=alkaline&count=4`. */
  drawing: string
  /** Alternative text of the picture. */
  picture: Words
  group: number
  discount: string
  tags?: string[]
  fits?: string[]
  subscription?: string[]
  prefix?: Words
  variants?: VariantPlan[]
  variationAttributes?: string[]
  setParts?: { sku: string; quantity: number }[]
  relations?: Relations
  only?: DemoStore[]
  /** Price tiers from 5, 10 and 50; pseudo-random by sku if absent. */
  tiers?: boolean
  stock?: StockState
  campaign?: CampaignKind | 'none'
  type?: ProductRecord['type']
  vatPercent?: number
  /** Exact price per store, instead of the derived one. */
  prices?: Record<DemoStore, number>
}

/** A variant contains only the differences from its parent; its attributes are added to the parent's. */
export type VariantPlan = Pick<ProductPlan, 'sku' | 'name' | 'sek' | 'attributes'> &
  Partial<Omit<ProductPlan, 'variants' | 'variationAttributes'>>

/** The whole plan of a variant. */
export function variantPlan(parent: ProductPlan, variant: VariantPlan): ProductPlan {
  const { variants: _variants, variationAttributes: _differences, ...shared } = parent
  return { ...shared, ...variant, attributes: { ...parent.attributes, ...variant.attributes } }
}
