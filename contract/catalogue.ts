/**
 * Products, listings and categories as the API, the pages and the feeds show them (API-06, 07, 21, 22, 23;
 * ENTITY-11..22). Amounts are decimal major units of the store's currency, VAT included. The catalogue index
 * returns these shapes.
 */
import { z } from 'zod'
import { amount, vatPercent } from './amount.ts'

/** A price tier of a product (DEF-03). */
const priceTier = z.object({
  p: amount.meta({ description: 'Unit price' }),
  q: z.number().meta({ description: 'Minimum quantity' }),
  o: amount.nullable().meta({ description: 'Price before the reduction; null: none' }),
  d: z.number().meta({ description: 'Reduction in whole percent' }),
})
export type CardTier = z.infer<typeof priceTier>

/** Normal tiers and the campaign tiers in force now; a non-empty `c` replaces `n` (DEF-04). */
const productPrices = z.object({ n: z.array(priceTier), c: z.array(priceTier) })
export type ProductPrices = z.infer<typeof productPrices>

/** A picture's address with its size in pixels; `key` derives the other sizes. */
const picture = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  key: z.string(),
  alt: z.string(),
})
export type Picture = z.infer<typeof picture>

const productCategory = z.object({
  id: z.number(),
  name: z.string(),
  path: z.string().meta({ description: 'Path of slugs in this store' }),
  main: z.boolean().meta({ description: 'Marks the category named in the search dropdown (ENTITY-18)' }),
})

const stockStatus = z.enum(['in_stock', 'few_left', 'back_order', 'presale', 'out_of_stock', 'discontinued'])

/** What decides which shipping methods can carry a cart that contains the product. */
export const unitShipping = z
  .object({
    weight_grams: z.number().meta({ description: 'Gross weight of one unit; 0: unknown' }),
    excluded_methods: z
      .array(z.string())
      .meta({ description: 'Ids of the shipping methods that cannot carry even one unit' }),
  })
  .meta({ description: "From the product's weight, size and dangerous goods" })
export type UnitShipping = z.infer<typeof unitShipping>

/** A product as cards, search hits and added cart lines need it (ENTITY-11..18). */
export const productCard = z
  .object({
    id: z.number(),
    sku: z.string(),
    name: z.string(),
    slug: z.string(),
    prefix: z.string().nullable(),
    brand: z.object({ name: z.string(), slug: z.string() }).nullable(),
    type: z.number().meta({ description: 'Kind of product (ENTITY-12)' }),
    thumb: picture.nullable(),
    hover_thumb: picture
      .nullable()
      .meta({ description: 'Second picture, shown while the card is pointed at' }),
    metadata: z.object({ decoration: z.string().nullable(), facts: z.array(z.string()) }),
    categories: z.array(productCategory),
    variations: z.array(z.number()).meta({
      description: 'Ids of the variants of a parent; empty for everything that can be bought itself',
    }),
    variation_attributes: z.array(z.string()),
    stock_status: stockStatus,
    orderable: z.boolean(),
    notifyable: z.boolean(),
    estimated_at: z
      .string()
      .nullable()
      .meta({ description: 'ISO date of presale or of incoming goods; null: unknown or not needed' }),
    group_id: z.number().nullable(),
    discount_category: z.string().nullable(),
    prices: productPrices,
    lowest_30_days: amount.nullable().meta({
      description:
        'Lowest unit price of the 30 days before the running reduction; null: no reduction (Dir. 98/6/EC Art. 6a)',
    }),
    unit_price: z
      .object({
        amount,
        unit: z.enum(['m', 'l', 'kg', 'piece']),
        cross_selling_amount: amount
          .optional()
          .meta({ description: 'At the cross-selling price, if the product has one' }),
      })
      .nullable()
      .meta({
        description: 'Price per measure, for goods sold by length, volume or weight, and per piece of a pack',
      }),
    vat: vatPercent,
    score: z.number().nullable().meta({ description: '0–5 with one decimal; null: no ratings' }),
    score_count: z.number(),
    has_upselling: z.boolean(),
    cross_selling_price: amount.nullable(),
    subscription_intervals: z.array(z.string()),
    starter_battery: z.boolean().meta({ description: 'Carries the German deposit (BattDG § 19)' }),
    shipping: unitShipping,
  })
  .meta({ description: 'A product as cards and cart lines need it (ENTITY-11..18)' })
export type ProductCard = z.infer<typeof productCard>

/** One line of the specification table, already in the store's language. */
const productFact = z.object({
  code: z.string(),
  name: z.string(),
  value: z.string().meta({ description: 'With its unit' }),
  product: z
    .object({ id: z.number(), sku: z.string(), slug: z.string() })
    .optional()
    .meta({ description: 'The product that is the value, a reference' }),
})
export type ProductFact = z.infer<typeof productFact>

/** A rich text or a picture of the shop's own fields, already in the store's language. */
const productSection = z.object({
  code: z.string(),
  name: z.string(),
  html: z.string().meta({ description: 'Sanitised; empty: it is a picture' }),
  text: z.string().meta({ description: 'The same without markup, or what the picture shows' }),
  picture: picture.nullable(),
})

/** A variant as an option on the product page. */
const productVariation = productCard.extend({
  choice: z
    .record(z.string(), z.string())
    .meta({ description: "Attribute code → value, for the parent's variation attributes" }),
})
export type ProductVariation = z.infer<typeof productVariation>

const fitReason = z
  .enum(['same_size', 'batteries_for', 'charger_for', 'same_device'])
  .nullable()
  .meta({ description: 'What the facts of all products of the list say; null: nothing in common' })

const slugPerStore = z.record(z.string(), z.string())

/**
 * Columns of a product that its page shows as they are stored. The index copies them by these names, so a field
 * that is added here is in the index and in the API; each must be a column of `product`.
 */
export const storedProductFields = z.object({
  gtin: z.string().nullable(),
  mpn: z.string().nullable(),
  condition: z.enum(['new', 'refurbished', 'used']),
})
export type StoredProductFields = z.infer<typeof storedProductFields>

/** Everything the product page shows. */
export const productDetails = productCard.extend({
  ...storedProductFields.shape,
  description: z.string(),
  images: z
    .record(z.string(), z.array(picture.extend({ sort_order: z.number() })))
    .meta({ description: 'Type number (ENTITY-17) → pictures in sort order' }),
  facts: z.array(productFact),
  sections: z
    .array(productSection)
    .meta({ description: "Rich texts and pictures of the shop's own fields, below the specification" }),
  fits: z.array(z.string()),
  parent: z
    .object({ id: z.number(), sku: z.string(), name: z.string(), slug: z.string() })
    .nullable()
    .meta({ description: 'Set on a variant: its parent' }),
  choices: z
    .array(productVariation)
    .meta({ description: "All variants of the product's family; empty where there is none" }),
  variation_attribute_names: z
    .record(z.string(), z.string())
    .meta({ description: 'Attribute code → name, for the variation attributes' }),
  set_parts: z.array(z.object({ product: productCard, quantity: z.number() })),
  accessories: z.array(productCard),
  related: z.array(productCard),
  cross_selling: z.array(productCard),
  upselling: z.array(productCard),
  recommended: z.array(productCard),
  bought_together: z
    .array(productCard)
    .meta({ description: 'Often bought together in this store, as its orders show; never personal' }),
  spare_parts: z.array(productCard),
  fit_reasons: z
    .object({ related: fitReason, cross_selling: fitReason, accessories: fitReason })
    .meta({ description: 'Why the products of a list fit' }),
  tags: z.array(z.object({ name: z.string(), slug: z.string() })),
  manufacturer: z.object({ name: z.string(), address: z.string(), email: z.string() }).nullable(),
  slugs: slugPerStore.meta({ description: 'Store → slug of the same product there' }),
  updated_at: z.string(),
})

/** The fields that modules add to a product's page; each module declares its own. */
export interface ProductParts {}

export type ProductDetails = z.infer<typeof productDetails> & ProductParts

/** A category on the path from the root to the current one. */
export interface CategoryCrumb {
  id: number
  name: string
  path: string
}

/** A node of the category tree (ENTITY-22), with the path that links need. */
export const categoryNode = z
  .object({
    id: z.number(),
    slug: z.string(),
    name: z.string(),
    path: z.string(),
    has_children: z.boolean(),
    get children() {
      return z.array(categoryNode)
    },
    metadata: z.object({ icon: z.string().nullable() }),
    count: z.number().meta({ description: 'Products in the branch' }),
  })
  // The description of the API refers to it, since it contains itself.
  .meta({ id: 'CategoryNode' })
export type CategoryNode = z.infer<typeof categoryNode>

/** A category that matches a search (ENTITY-19): slug, uri, and the names of its path. */
const categoryHit = z.object({ slug: z.string(), uri: z.string(), hierarchy: z.array(z.string()) })
export type SearchCategoryHit = z.infer<typeof categoryHit>

const suggestions = z
  .object({
    shown_for: z.string().nullable().meta({
      description: 'The query whose hits are shown in place of the one typed; null: of the typed one',
    }),
    instead_of: z.string().nullable().meta({
      description: 'A brand in the query that the store does not sell; the hits are what it has instead',
    }),
    queries: z.array(z.string()).meta({ description: 'Nearest queries, best first' }),
    categories: z.array(categoryHit).meta({ description: 'Nearest categories where no product was found' }),
    is_plate: z.boolean().meta({ description: 'The query may be a registration number' }),
  })
  .meta({ description: 'Ways on from a query that was mistyped or found little; with a query only' })

/** The sort orders of a listing. */
export const listingSorts = ['relevance', 'price_asc', 'price_desc', 'name'] as const
export type ListingSort = (typeof listingSorts)[number]

/** GET /api/products */
export const listingQuery = z.object({
  query: z.string().optional(),
  category: z.string().max(500).optional(),
  brand: z.string().max(200).optional(),
  tag: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  sort: z.enum(listingSorts).default('relevance'),
  nc: z.string().optional(),
  co: z.string().optional(),
})
export type ListingQueryString = z.infer<typeof listingQuery>

export const listingAnswer = z.object({
  products: z.array(productCard),
  categories: z.array(categoryHit),
  suggestions: suggestions.optional(),
})
export type SearchSuggestions = z.infer<typeof suggestions>
export type ListingAnswer = z.infer<typeof listingAnswer>

/** GET /api/products/:slug */
export const productParams = z.object({ slug: z.string().max(300) })
export const movedAnswer = z.object({ moved: z.string() })

/** GET /api/products/:id/upselling */
export const upsellingParams = z.object({ id: z.coerce.number().int() })
export const upsellingAnswer = z.array(productCard).nullable()

/** GET /api/product-categories */
export const categoryTreeQuery = z.object({
  v: z.literal('2'),
  main_menu: z.enum(['true', 'false']).optional(),
})
export const categoryTreeAnswer = z.array(categoryNode)

/** POST /api/category-children */
export const categoryChildrenRequest = z.object({
  productIDs: z.array(z.number().int()).max(500),
  Categories: z.array(z.number().int()).max(500),
})
export const categoryChildrenAnswer = z
  .record(z.string(), z.array(z.number()))
  .meta({ description: 'Category path → ids of the products in its branch' })
export type CategoryChildren = z.infer<typeof categoryChildrenAnswer>
