/** GET /api/shipping-methods (CHECKOUT-05, CHECKOUT-06). */
import { z } from 'zod'
import { amount, vatPercent } from './amount.ts'

export const shippingMethodsQuery = z.object({
  postalCode: z.string().max(20),
  checkout: z.string().max(64).optional().meta({ description: 'Prices and choice for this checkout' }),
})

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
  kind: z.enum(['pickup', 'locker', 'home', 'letter', 'email']),
  name: z.string(),
  price: amount,
  free_from: amount.nullable(),
  vat: vatPercent,
  estimated: z.object({ min_days: z.number(), max_days: z.number(), from: z.string(), to: z.string() }),
  needs_service_point: z.boolean(),
  service_points: z.array(servicePoint),
})
export type ShippingMethodAnswer = z.infer<typeof shippingMethod>

export const shippingMethodsAnswer = z.array(shippingMethod)
