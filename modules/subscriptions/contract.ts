/** Subscriptions of a customer (SUBS-03, SUBS-04). Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { amount } from '../../contract/amount.ts'
import { safeText } from '../../contract/text.ts'

export const subscriptionView = z.object({
  id: z.string().meta({ description: 'Number of the subscription, e.g. S100001-A1' }),
  store: z.string(),
  status: z.enum(['active', 'paused', 'cancelled']),
  sku: z.string(),
  name: z.string(),
  slug: z.string().nullable().meta({ description: 'Null: the product is not sold any more' }),
  quantity: z.number(),
  interval: z.string(),
  intervals: z.array(z.string()).meta({ description: 'Those that the product offers' }),
  next_on: z
    .string()
    .nullable()
    .meta({ description: 'Day of the next order, YYYY-MM-DD; null: none is planned' }),
  ends_on: z
    .string()
    .nullable()
    .meta({ description: 'Last day, YYYY-MM-DD, where its customer asked for a later end; or null' }),
  price: amount.nullable().meta({ description: 'Unit price if it were renewed now; null: not sold' }),
  price_at_most: amount.nullable().meta({ description: 'Highest unit price of any renewal' }),
  address: z.object({ address: z.string(), postalCode: z.string(), city: z.string() }),
  payment: z.object({
    method: z.string().nullable().meta({ description: 'Null: one has to be chosen' }),
    label: z.string().nullable().meta({ description: 'The saved card' }),
  }),
  payment_methods: z.array(z.string()).meta({ description: 'Methods that it can be changed to' }),
  problem: z.string().nullable().meta({
    description:
      'Why the next order waits: payment_failed, confirm_payment, out_of_stock, not_ordered; or null',
  }),
  can_change: z.boolean().meta({ description: 'False while its next order is being paid' }),
})
export type SubscriptionView = z.infer<typeof subscriptionView>
export const subscriptionsAnswer = z.array(subscriptionView)

export const subscriptionParams = z.object({ id: z.string().max(60) })

/** PATCH /api/subscriptions/:id: one change at a time. */
export const subscriptionPatch = z.union([
  z.strictObject({ status: z.enum(['active', 'paused', 'cancelled']) }),
  z.strictObject({ skip_next: z.literal(true) }),
  z.strictObject({ interval: safeText(60) }),
  z.strictObject({ quantity: z.int().min(1).max(5000) }),
  z.strictObject({
    address: z.strictObject({ address: safeText(200), postalCode: safeText(20), city: safeText(200) }),
  }),
  z.strictObject({ payment_method: z.literal('invoice') }),
])
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>

/** POST /api/subscriptions/:id/payment-method */
export const setupAnswer = z.object({
  setup: z.string().meta({ description: 'Id of the form in which the customer saves a card' }),
  embed: z.record(z.string(), z.unknown()),
})
export type SetupAnswer = z.infer<typeof setupAnswer>

/** POST /api/subscriptions/:id/payment-method/result */
export const setupResult = z.object({ setup: z.string().min(1).max(255) })

export const subscriptionRefusal = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})

/** POST /api/contract-cancellations: a subscription is cancelled without a login (§ 312k BGB). */
const filledText = (longest: number) =>
  safeText(longest)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Must not be empty')

/** The API parses `email` to its normalised form. */
export const cancellationRequest = z.object({
  key: z.uuid().meta({ description: 'Sent again with the same key, it is one declaration' }),
  contract: filledText(60).meta({ description: 'Number of the subscription or of its order' }),
  name: filledText(200),
  email: safeText(254),
  kind: z.enum(['ordinary', 'extraordinary']).default('ordinary'),
  reason: safeText(1000)
    .transform((text) => text.trim())
    .default('')
    .meta({ description: 'Asked for only with an extraordinary cancellation' }),
  end: z
    .union([z.literal('earliest'), z.iso.date()])
    .default('earliest')
    .meta({ description: 'When the contract ends' }),
})
export type CancellationRequest = z.infer<typeof cancellationRequest>
export const cancellationAnswer = z.object({ declared_at: z.string(), email: z.string() })
export type CancellationAnswer = z.infer<typeof cancellationAnswer>
