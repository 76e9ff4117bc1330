/** GET /api/shipping-methods (CHECKOUT-05, CHECKOUT-06). */
import { z } from 'zod'
import { amount, vatPercent } from './amount.ts'

export const shippingMethodsQuery = z.object({
  postalCode: z.string().max(20),
  checkout: z.string().max(64).optional().meta({ description: 'Prices and choice for this checkout' }),
  customerType: z
    .enum(['private', 'business'])
    .optional()
    .meta({ description: 'Who buys; `private` without it' }),
  sku: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Dates and prices of one unit of this product, without service points' }),
})

/** Days of arrival, YYYY-MM-DD; null: goods without a known date. */
const arrivalDays = { from: z.string().nullable(), to: z.string().nullable() }

/** A service point where parcels are collected. */
const servicePoint = z.object({
  id: z.string(),
  type: z.enum(['manned', 'locker']),
  name: z.string(),
  street: z.string().meta({ description: 'Empty where the carrier gives only a name' }),
  postal_code: z.string(),
  city: z.string(),
  distance_metres: z.number().nullable(),
  opening_hours: z.array(z.string()),
})
export type ServicePointAnswer = z.infer<typeof servicePoint>

export const shippingMethod = z.object({
  id: z.string(),
  carrier: z.string().nullable(),
  carrier_name: z.string().nullable().meta({ description: 'As the company writes it' }),
  carrier_mark: z
    .string()
    .nullable()
    .meta({ description: 'Its mark among those of the shop; null: its name is shown' }),
  kind: z.enum(['pickup', 'locker', 'home', 'letter', 'email']),
  name: z.string(),
  price: amount,
  free_from: amount.nullable(),
  vat: vatPercent,
  estimated: z
    .object({ min_days: z.number(), max_days: z.number(), ...arrivalDays })
    .meta({ description: 'Weekdays in transit, and when the last goods arrive' }),
  split: z
    .object({
      price: amount.meta({ description: 'What the second delivery costs besides' }),
      first: z.object(arrivalDays),
    })
    .nullable()
    .meta({ description: 'The same in two deliveries; null: everything is delivered together' }),
  needs_service_point: z.boolean(),
  needs_post_number: z.boolean().meta({ description: 'Whether the recipient’s DHL Postnummer is required' }),
  service_points: z.array(servicePoint),
})
export type ShippingMethodAnswer = z.infer<typeof shippingMethod>

export const shippingMethodsAnswer = z.array(shippingMethod)
