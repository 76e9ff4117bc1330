/** The cart as browsers send it and as the API answers it (ENTITY-27..30, API-18). Unknown members are dropped. */
import { z } from 'zod'

/** Text PostgreSQL can keep: no NUL, no half characters. */
export const safeText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'Text with characters that cannot be kept',
    )

const productId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const origin = productId.nullish()

/** A line as sent: only what the shop lets a browser decide. It names its product by id or, in a link, by sku. */
const cartLineRequest = z.object({
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
  accessory_id: origin,
  related_id: origin,
  recommended_id: origin,
  subscription_interval: safeText(100).nullish(),
  added_by_coupon: safeText(100).nullish(),
  fee: safeText(20).nullish(),
})

/** Lines of a cart: at most 1000, every uuid once. `requestedLines` makes them complete. */
export const cartLines = z
  .array(cartLineRequest)
  .max(1000)
  .superRefine((lines, context) => {
    const seen = new Set<string>()
    lines.forEach(({ uuid, product_id, sku, fee }, index) => {
      if (uuid !== undefined && seen.has(uuid))
        context.addIssue({ code: 'custom', path: [index, 'uuid'], message: 'Another line has this uuid' })
      if (uuid !== undefined) seen.add(uuid)
      if (!product_id && !sku && !fee)
        context.addIssue({ code: 'custom', path: [index, 'product_id'], message: 'Names no product' })
    })
  })

/** Codes as typed; what no code can be is answered as unknown, so that the cart survives it. */
export const couponCodes = z.array(z.string().max(20_000)).max(50)

/** A line as answered. */
export const cartLine = z.object({
  uuid: z.string(),
  type: z.number(),
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
  price: z.number(),
  ordinary_price: z.number(),
  pricing: z.array(z.object({ q: z.number(), p: z.number() })),
  vat: z.number(),
  categories: z.array(z.number()),
  group_id: z.number().nullable(),
  discount_category: z.string().nullable(),
  stock_status: z.string().nullable(),
  estimated_at: z.union([z.string(), z.number()]).nullable(),
  cart_notice: z.string().nullable(),
  adjusted_quantity: z.union([z.boolean(), z.number()]).nullable(),
  campaign: z.boolean(),
  cross_selling_product_id: z.number().nullable(),
  upselling_bundle_id: z.union([z.number(), z.string()]).nullable(),
  offer_item_id: z.union([z.number(), z.string()]).nullable(),
  added_by_coupon: z.string().nullable(),
  subscription_interval: z.string().nullable(),
  accessory_id: z.number().nullable(),
  related_id: z.number().nullable(),
  recommended_id: z.number().nullable(),
  fee: z.string().nullish(),
  starter_battery: z.boolean().optional(),
})

export const errorAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
