/** What checkout calls take and answer. */
import { z } from 'zod'
import { paymentProviderIds } from '../domain/payments/payment-provider-id.ts'
import { cartLine, cartLines, couponCodes, safeText } from './cart-schema.ts'

export const checkoutId = z.object({ id: z.string().max(200) })

export const newCheckout = z.object({
  items: cartLines.min(1),
  coupons: couponCodes.nullish(),
  campaignData: z
    .object({ location: safeText(2000).nullish(), referrer: safeText(2000).nullish() })
    .nullish(),
})

const customerType = z.enum(['private', 'business'])

/** The texts of the form; lengths that matter are judged per field with the shopper's words. */
const formFields = {
  email: z.string().max(2000).optional(),
  phone: z.string().max(2000).optional(),
  firstName: z.string().max(2000).optional(),
  lastName: z.string().max(2000).optional(),
  companyName: z.string().max(2000).nullish(),
  address: z.string().max(2000).optional(),
  postalCode: z.string().max(2000).optional(),
  city: z.string().max(2000).optional(),
}

export const completion = z.object({
  customerType,
  ...formFields,
  identityNumber: z.string().max(2000).nullish(),
  shippingMethod: z.string().max(100),
  servicePoint: z.string().max(200).nullish(),
  acceptTerms: z.boolean().optional(),
  total: z
    .number()
    .min(0)
    .max(10_000_000_000)
    .meta({ description: 'The total the shopper was shown, major units' }),
  amount_due: z
    .number()
    .min(0)
    .max(10_000_000_000)
    .optional()
    .meta({ description: 'What the shopper was shown as left to pay after gift cards, major units' }),
})

export const checkoutPatch = z.object({
  customerType: customerType.optional(),
  email: safeText(254).optional(),
  phone: safeText(40).optional(),
  firstName: safeText(80).optional(),
  lastName: safeText(80).optional(),
  companyName: safeText(120).optional(),
  address: safeText(120).optional(),
  postalCode: safeText(12).optional(),
  city: safeText(80).optional(),
  shippingMethod: safeText(100).optional(),
  servicePoint: safeText(200).optional(),
  paymentMethod: z.enum(paymentProviderIds).optional(),
  giftCardCodes: z
    .array(z.string().max(100))
    .max(10)
    .optional()
    .meta({ description: 'All gift cards to pay with: codes, or ids of cards on the checkout already' }),
})

const aboveLimitAnswer = z.object({
  lines: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      quantity: z.number(),
      most: z
        .number()
        .meta({ description: 'Largest possible quantity; 0: other lines of the product have it' }),
    }),
  ),
  total: z.number().nullable().meta({ description: 'Largest possible total, where this one is above it' }),
})

export const checkoutAnswer = z.object({
  id: z.string(),
  status: z.enum(['open', 'pending', 'paid']),
  confirmation: z
    .string()
    .nullable()
    .meta({ description: 'Token of the confirmation, once there is an order' }),
  items: z.array(cartLine),
  removed: z.number().meta({ description: 'Lines no longer sold, left out of items' }),
  coupons: z.array(z.string()),
  applied_coupons: z.array(z.string()),
  rejected_coupons: z.array(z.object({ code: z.string(), reason: z.string() })),
  discounts: z.array(z.object({ code: z.string(), label: z.string(), amount: z.number() })),
  sum: z.number(),
  shipping: z.number(),
  total: z.number(),
  vat_amount: z.number(),
  vat_rates: z.array(z.object({ vat: z.number(), gross: z.number(), vat_amount: z.number() })),
  gift_cards: z.array(
    z.object({ id: z.string(), hint: z.string(), balance: z.number(), amount: z.number() }),
  ),
  rejected_gift_cards: z.array(z.object({ code: z.string(), reason: z.string() })),
  amount_due: z.number().meta({ description: 'What is left of the total after the gift cards' }),
  needs_delivery: z
    .boolean()
    .meta({ description: 'False where only gift cards are bought: they come by mail' }),
  minimum: z.object({ reached: z.boolean(), amount: z.number() }),
  above_limit: aboveLimitAnswer.meta({
    description: 'What is more than this buyer may order at once, and what is possible instead',
  }),
  payable: z.boolean().meta({ description: 'False while a line has to be resolved (CHECKOUT-15)' }),
  payment_methods: z.object({ private: z.array(z.string()), business: z.array(z.string()) }),
  customerType: customerType.nullable(),
  contact: z.record(z.string(), z.string()),
  address: z.record(z.string(), z.string()),
  shippingMethod: z.string().nullable(),
  servicePoint: z.string().nullable(),
  paymentMethod: z.string().nullable(),
})

export const completedAnswer = z.object({
  status: z.enum(['paid', 'pending']),
  number: z.string(),
  confirmation: z.string(),
})

/** A refusal with what the browser needs to go on. */
export const refusalAnswer = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  total: z.number().optional(),
  minimum: z.number().optional(),
  items: z.array(cartLine).optional(),
  above_limit: aboveLimitAnswer.optional(),
  rejected_coupons: z.array(z.object({ code: z.string(), reason: z.string() })).optional(),
})

export const shippingMethodAnswer = z.object({
  id: z.string(),
  carrier: z.string().nullable(),
  kind: z.enum(['pickup', 'locker', 'home', 'letter', 'email']),
  name: z.string(),
  price: z.number(),
  free_from: z.number().nullable(),
  vat: z.number(),
  estimated: z.object({ min_days: z.number(), max_days: z.number(), from: z.string(), to: z.string() }),
  needs_service_point: z.boolean(),
  service_points: z.array(
    z.object({
      id: z.string(),
      type: z.enum(['manned', 'locker']),
      name: z.string(),
      street: z.string(),
      postal_code: z.string(),
      city: z.string(),
      distance_metres: z.number(),
      opening_hours: z.array(z.string()),
    }),
  ),
})
