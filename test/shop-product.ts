/** A product of the shop of carts and orders, as the index would return it. */
import type { CartProduct } from '../domain/catalogue/cart-product.ts'
import type { ProductCard } from '../contract/catalogue.ts'
import { toBasisPoints, toMinor } from '../domain/money/money.ts'
import { readPrices } from '../domain/pricing/decimal-prices.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { withStarterBattery, type PackedUnit } from '../domain/products/packed-unit.ts'
import { toSku } from '../domain/products/sku.ts'

export interface ShopProduct {
  name?: string
  /** Major units, all stores. */
  price?: number
  tiers?: { q: number; p: number; o: number | null; d: number }[]
  campaign?: { q: number; p: number; o: number | null; d: number }[]
  type?: number
  vat?: number
  available?: number
  incoming?: number
  /** ISO date of the incoming stock. */
  incomingAt?: string
  presale?: number
  releaseAt?: string
  discontinued?: boolean
  crossSellingPrice?: number
  intervals?: string[]
  starterBattery?: boolean
  /** One unit as carriers see it; left out: of no known weight, size or class. */
  packed?: Partial<PackedUnit>
  group?: number
  discountCategory?: string
  categories?: number[]
  variations?: number[]
  /** Not sold in these stores. */
  notIn?: StoreCode[]
}

/** Its card. */
export function cardOf(id: number, product: ShopProduct): ProductCard {
  return {
    id,
    sku: `SKU-${id}`,
    name: product.name ?? `Vara ${id}`,
    slug: `p-${id}`,
    prefix: null,
    brand: null,
    type: product.type ?? 1,
    thumb: null,
    hover_thumb: null,
    metadata: { decoration: null, facts: [] },
    categories: (product.categories ?? [7]).map((category, index) => ({
      id: category,
      name: 'Batterier',
      path: 'batterier',
      main: index === 0,
    })),
    variations: product.variations ?? [],
    variation_attributes: [],
    stock_status: 'in_stock',
    orderable: true,
    notifyable: false,
    estimated_at: null,
    group_id: product.group ?? null,
    discount_category: product.discountCategory ?? null,
    prices: {
      n: product.tiers ?? [{ q: 1, p: product.price ?? 200, o: null, d: 0 }],
      c: product.campaign ?? [],
    },
    lowest_30_days: null,
    unit_price: null,
    vat: product.vat ?? 25,
    score: null,
    score_count: 0,
    has_upselling: false,
    cross_selling_price: product.crossSellingPrice ?? null,
    subscription_intervals: product.intervals ?? [],
    starter_battery: product.starterBattery ?? false,
    shipping: { weight_grams: 0, excluded_methods: [] },
  }
}

const unstated: PackedUnit = { classes: [], weightGrams: 0, sidesMm: [0, 0, 0] }

/** The product as input of a cart. */
export function cartProductOf(card: ProductCard, packed: Partial<PackedUnit> = {}): CartProduct {
  const unit = { ...unstated, ...packed }
  return {
    id: toProductId(card.id),
    sku: toSku(card.sku),
    name: card.name,
    slug: card.slug,
    type: card.type,
    thumb: card.thumb,
    prices: readPrices(card.prices),
    crossSellingMinor: card.cross_selling_price === null ? null : toMinor(card.cross_selling_price),
    vatRateBasisPoints: toBasisPoints(card.vat),
    categoryIds: card.categories.map(({ id }) => id),
    groupId: card.group_id,
    discountCategory: card.discount_category,
    stockStatus: card.stock_status,
    estimatedAt: card.estimated_at,
    isWithheld: false,
    subscriptionIntervals: card.subscription_intervals,
    starterBattery: card.starter_battery,
    packed: card.starter_battery ? withStarterBattery(unit) : unit,
    hasVariants: card.variations.length > 0,
  }
}
