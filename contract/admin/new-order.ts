/** Orders that staff place for a customer. */
import { z } from 'zod'
import { sku, storeCode } from './fields.ts'
import { amount, givenAmount } from '../amount.ts'

const text = z.string().trim().max(200)

const cart = {
  store: storeCode,
  lines: z
    .array(
      z.strictObject({
        sku: z.string().trim().pipe(sku),
        quantity: z.number().int().min(1).max(10_000),
      }),
    )
    .min(1)
    .max(100),
  codes: z.array(z.string().max(100)).max(10).default([]),
}

export const orderQuoteBody = z.strictObject({
  ...cart,
  email: text,
  shipping_method: z.string().max(60).nullable(),
  /** As typed; pick-up points near it are listed. */
  postal_code: text.default(''),
})

export const orderQuote = z.object({
  currency: z.string(),
  /** Of the account with the e-mail address; null: there is none, or the person may not read customers. */
  customer: z
    .object({
      type: z.enum(['private', 'business']),
      first_name: z.string(),
      last_name: z.string(),
      company: z.string().nullable(),
      phone: z.string(),
      street: z.string(),
      postal_code: z.string(),
      city: z.string(),
    })
    .nullable(),
  lines: z.array(
    z.object({ uuid: z.string(), sku: z.string(), name: z.string(), quantity: z.number(), total: amount }),
  ),
  rejected_codes: z.array(z.string()),
  /** Skus that cannot be sold in this quantity. */
  unavailable: z.array(z.string()),
  methods: z.array(z.object({ id: z.string(), name: z.string(), price: amount })),
  /** Of the shipping method of the request, nearest first; empty where it needs none, or its carrier does not answer. */
  service_points: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** On one line; empty where the carrier gives only a name. */
      address: z.string(),
      opening_hours: z.array(z.string()),
    }),
  ),
  sum: amount,
  shipping: amount,
  /** With the shipping method of the request, if it can carry the goods. */
  total: amount,
})
export type OrderQuote = z.infer<typeof orderQuote>

export const newOrderBody = z.strictObject({
  ...cart,
  /** Chosen by the screen; a repeated request with the same key places no second order. */
  key: z.uuid(),
  customer: z.strictObject({
    type: z.enum(['private', 'business']),
    email: text,
    phone: text,
    first_name: text,
    last_name: text,
    company: text.default(''),
    identity_number: text.default(''),
    street: text,
    postal_code: text,
    city: text,
  }),
  shipping_method: z.string().max(60),
  /** Null: the nearest, where the method needs one. */
  service_point: z.string().max(100).nullable().default(null),
  payment: z.enum(['invoice', 'link']),
  /** As quoted. */
  total: givenAmount.min(0).max(100_000_000),
})

export const newOrderAnswer = z.object({
  /** Of the order; null: the customer was mailed the link to pay. */
  number: z.string().nullable(),
})
export type NewOrderAnswer = z.infer<typeof newOrderAnswer>
