/**
 * The lines of a cart, as a browser sends them, as the API returns them, and as the browser stores them under
 * `bex05` (ENTITY-27..30, API-18). Amounts are decimal major units, VAT included. Unknown members of a
 * request are dropped.
 */
import { z } from 'zod'
import { amount, vatPercent } from './amount.ts'
import { productCard, unitShipping } from './catalogue.ts'
import { safeName, safeText } from './text.ts'

const productId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const origin = productId.nullish()

/** Who receives a gift card that is bought as a present, and the store's day on which it is sent. */
export const giftRecipient = z.object({
  name: safeName(100).refine((name) => name.trim() !== '', 'Must not be empty'),
  email: z.email({ pattern: z.regexes.unicodeEmail }).max(200),
  deliver_on: z.iso.date(),
  greeting: safeText(500),
})
export type GiftRecipient = z.infer<typeof giftRecipient>

/** A line as sent: only the fields a browser may decide. It names its product by id or, in a link, by sku. */
const cartItemRequest = z.object({
  uuid: z
    .string()
    .regex(/^[0-9A-Za-z-]{1,64}$/, 'Must be a uuid')
    .optional(),
  // 0: a fee, which is no product.
  product_id: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  sku: safeText(200).optional(),
  quantity: z.int().min(1).max(5000),
  cross_selling_product_id: origin,
  upselling_bundle_id: z.union([productId, safeText(64)]).nullish(),
  offer_item_id: z
    .union([productId, safeText(64)])
    .nullish()
    .meta({ description: 'A personal offer of the logged-in customer' }),
  accessory_id: origin,
  related_id: origin,
  recommended_id: origin,
  subscription_interval: safeText(100).nullish(),
  gift_recipient: giftRecipient
    .nullish()
    .meta({ description: 'Ignored on products that are no gift cards; null: the buyer' }),
  added_by_coupon: safeText(100).nullish(),
  fee: safeText(20).nullish(),
})

/** Each recipient is stored with the checkout. */
const mostRecipients = 100

/**
 * Lines of a cart: at most 1000, with unique uuids, and at most 100 with a recipient. A line without a uuid gets one from
 * the server.
 */
export const cartItemRequests = z
  .array(cartItemRequest)
  .max(1000)
  .superRefine((lines, context) => {
    const seen = new Set<string>()
    if (lines.filter((line) => line.gift_recipient).length > mostRecipients)
      context.addIssue({
        code: 'custom',
        path: [],
        message: `At most ${mostRecipients} lines have a recipient`,
      })
    lines.forEach(({ uuid, product_id, sku, fee }, index) => {
      if (uuid !== undefined && seen.has(uuid))
        context.addIssue({ code: 'custom', path: [index, 'uuid'], message: 'Another line has this uuid' })
      if (uuid !== undefined) seen.add(uuid)
      if (!product_id && !sku && !fee)
        context.addIssue({ code: 'custom', path: [index, 'product_id'], message: 'Names no product' })
    })
  })
export type CartItemRequest = z.infer<typeof cartItemRequest>

/** Codes as typed. A text that cannot be a code is reported as unknown instead of failing the request. */
export const couponCodes = z.array(z.string().max(20_000)).max(50)

/** Unit price `p` from quantity `q`. */
const cartTier = z.object({ q: z.number(), p: amount })

/** How a line was added: as a cross-sell, in a bundle, by a coupon … (ENTITY-29). Null: not this way. */
const lineOrigin = z.object({
  cross_selling_product_id: z
    .number()
    .nullable()
    .meta({ description: 'Product sold at its cross-selling price (UPSELL-05)' }),
  upselling_bundle_id: z.union([z.number(), z.string()]).nullable(),
  offer_item_id: z.union([z.number(), z.string()]).nullable(),
  added_by_coupon: z
    .string()
    .nullable()
    .meta({ description: 'Code of the coupon that added the line; the server alone makes such lines' }),
  subscription_interval: z.string().nullable().meta({ description: 'Name of the interval (SUBS-01)' }),
  gift_recipient: giftRecipient
    .nullish()
    .meta({ description: 'Who receives the gift card; null or absent: the buyer' }),
  accessory_id: z.number().nullable(),
  related_id: z.number().nullable(),
  recommended_id: z.number().nullable(),
})
export type LineOrigin = z.infer<typeof lineOrigin>

/** A line as returned and stored. */
export const cartItem = z.object({
  uuid: z.string(),
  type: z.number().meta({ description: 'Kind of product (ENTITY-12)' }),
  thumb: z
    .object({
      url: z.string(),
      width: z.number(),
      height: z.number(),
      key: z.string().optional(),
      alt: z.string().optional(),
    })
    .nullable(),
  name: z.string(),
  slug: z.string(),
  product_id: z.number(),
  sku: z.string(),
  quantity: z.number(),
  price: amount.meta({ description: 'Unit price of the tier in force' }),
  ordinary_price: amount.meta({
    description: 'Unit price before campaign, cross-sell or offer; equal to price where there is none',
  }),
  pricing: z.array(cartTier),
  vat: vatPercent,
  categories: z.array(z.number()).meta({ description: 'Category ids' }),
  group_id: z.number().nullable(),
  discount_category: z.string().nullable(),
  stock_status: z.string().nullable(),
  estimated_at: z.union([z.string(), z.number()]).nullable(),
  cart_notice: z.string().nullable(),
  adjusted_quantity: z
    .union([z.boolean(), z.number()])
    .nullable()
    .meta({ description: 'Set where the server had to change the quantity' }),
  campaign: z.boolean().meta({ description: 'Whether the price comes from the campaign tiers' }),
  agreement: z
    .object({ pricing: z.array(cartTier), fixed: z.boolean() })
    .optional()
    .meta({
      description:
        'Prices agreed with the customer: the lower of them and price applies, or these where fixed',
    }),
  ...lineOrigin.shape,
  fee: z
    .string()
    .nullish()
    .meta({ description: 'Names a fee the server added (deposit); such a line takes no coupon' }),
  shipping: unitShipping.optional().meta({ description: 'Absent on fees' }),
})
export type CartItem = z.infer<typeof cartItem>

/** A line that has no uuid yet. */
export type NewCartItem = Omit<CartItem, 'uuid'>

/** POST /api/sync-cart */
export const syncCartRequest = z.object({
  items: cartItemRequests,
  coupons: couponCodes.nullish(),
  checkout_order_id: z.string().max(64).nullish(),
})
export const syncCartAnswer = z.array(cartItem)

/** POST /api/cross-selling-products */
export const crossSellingRequest = z.object({
  checkout_order_id: z.string().max(64).nullish(),
  cart: z.union([cartItemRequests, z.object({ items: cartItemRequests })]),
})
export const crossSellingAnswer = z.array(productCard)
