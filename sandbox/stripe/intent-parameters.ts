/** Parameters of the requests about PaymentIntents, charges and refunds, as Stripe documents them. */
import { z } from 'zod'
import { methodTypes } from './payment-methods.ts'
import { flag, integer, list, metadata } from './read-form.ts'

const methodType = z.enum(methodTypes)

const methodOptions = z.record(
  methodType,
  z.strictObject({
    capture_method: z.literal('manual').optional(),
    request_multicapture: z.enum(['if_available', 'never']).optional(),
    request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional(),
    setup_future_usage: z.literal('none').optional(),
  }),
)

const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

const shipping = z.strictObject({
  address,
  name: z.string(),
  carrier: z.string().optional(),
  phone: z.string().optional(),
  tracking_number: z.string().optional(),
})

const expand = list(z.string()).optional()

const changeable = {
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be a lower-case ISO code')
    .optional(),
  payment_method_types: list(methodType).optional(),
  payment_method_options: z.partialRecord(methodType, methodOptions.valueType).optional(),
  metadata: metadata.optional(),
  description: z.string().max(1000).optional(),
  receipt_email: z.email().or(z.literal('')).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  shipping: shipping.optional(),
  customer: z.string().optional(),
  expand,
}

const futureUsage = z.enum(['off_session', 'on_session'])

export const createSchema = z.strictObject({
  ...changeable,
  setup_future_usage: futureUsage.optional(),
  amount: integer,
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a lower-case ISO code'),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
})
export const updateSchema = z.strictObject({
  ...changeable,
  amount: integer.optional(),
  // Empty: the method is not saved any more.
  setup_future_usage: futureUsage.or(z.literal('')).optional(),
})
export const confirmSchema = z.strictObject({
  payment_method: z.string().optional(),
  payment_method_data: z.strictObject({ type: methodType }).optional(),
  return_url: z.url().optional(),
  off_session: flag.optional(),
  expand,
})
export const captureSchema = z.strictObject({
  amount_to_capture: integer.optional(),
  final_capture: flag.optional(),
  metadata: metadata.optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  expand,
})
export const cancelSchema = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})
export const readSchema = z.strictObject({ client_secret: z.string().optional(), expand })
export const refundSchema = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
})
export const listSchema = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
})
