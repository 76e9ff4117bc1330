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
  /** Who buys: methods for others are not listed. Absent: all are. */
  customerType: z.enum(['private', 'business']).optional(),
  shippingMethod: z.string().max(60).nullable(),
  /** As typed; pick-up points near it are listed. */
  postalCode: text.default(''),
})

export const orderQuote = z.object({
  currency: z.string(),
  /** Of the account with the e-mail address; null: there is none, or the person may not read customers. */
  customer: z
    .object({
      type: z.enum(['private', 'business']),
      firstName: z.string(),
      lastName: z.string(),
      company: z.string().nullable(),
      phone: z.string(),
      street: z.string(),
      postalCode: z.string(),
      city: z.string(),
    })
    .nullable(),
  lines: z.array(
    z.object({ uuid: z.string(), sku: z.string(), name: z.string(), quantity: z.number(), total: amount }),
  ),
  rejectedCodes: z.array(z.string()),
  /** Skus that cannot be sold in this quantity. */
  unavailable: z.array(z.string()),
  methods: z.array(z.object({ id: z.string(), name: z.string(), price: amount })),
  /** Of the shipping method of the request, nearest first; empty where it needs none, or its carrier does not answer. */
  servicePoints: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** On one line; empty where the carrier gives only a name. */
      address: z.string(),
      openingHours: z.array(z.string()),
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
    firstName: text,
    lastName: text,
    company: text.default(''),
    identityNumber: text.default(''),
    street: text,
    postalCode: text,
    city: text,
  }),
  shippingMethod: z.string().max(60),
  /** Null: the nearest, where the method needs one. */
  servicePoint: z.string().max(100).nullable().default(null),
  payment: z.enum(['invoice', 'link']),
  /** As quoted. */
  total: givenAmount.min(0).max(100_000_000),
})

export const newOrderAnswer = z.object({
  /** Of the order; null: the customer was mailed the link to pay. */
  number: z.string().nullable(),
})
export type NewOrderAnswer = z.infer<typeof newOrderAnswer>
