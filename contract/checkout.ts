/** Checkout: form, summary and payment (CHECKOUT rows). Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { amount, discountRow, givenAmount, vatRateSum } from './amount.ts'
import { cartItem, cartItemRequests, couponCodes } from './cart.ts'
import { rejectedCoupon } from './coupons.ts'
import { safeText } from './text.ts'

export const checkoutParams = z.object({ id: z.string().max(200) })

/** POST /api/checkout */
export const newCheckout = z.object({
  items: cartItemRequests.min(1),
  coupons: couponCodes.nullish(),
  campaignData: z
    .object({ location: safeText(2000).nullish(), referrer: safeText(2000).nullish() })
    .nullish(),
})
export type NewCheckout = z.infer<typeof newCheckout>

const paymentChoice = z.object({
  id: z.string(),
  provider: z.string(),
  offers: z
    .array(z.string())
    .meta({ description: 'One; several where the provider asks in a frame of its own' }),
  collects: z.enum(['frame', 'fields', 'redirect', 'form']).meta({
    description:
      'Where it is paid: in a frame of the provider that asks for everything, in its fields in our form, on its own page after our form, or with our form alone',
  }),
  company: z.string().nullable().meta({ description: 'Whose frame it is; null: it has none' }),
  marks: z.array(z.string()).meta({ description: 'Names of the payment marks beside it' }),
})
export type ShownChoice = z.infer<typeof paymentChoice>

export const customerType = z.enum(['private', 'business'])

/**
 * The texts of the form. Lengths are validated per field later, so that the shopper gets an error per field.
 */
const formFields = {
  email: z.string().max(2000).optional(),
  phone: z.string().max(2000).optional(),
  firstName: z.string().max(2000).optional(),
  lastName: z.string().max(2000).optional(),
  companyName: z.string().max(2000).nullish(),
  address: z.string().max(2000).optional(),
  postalCode: z.string().max(2000).optional(),
  city: z.string().max(2000).optional(),
  separateDelivery: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the goods go elsewhere: the delivery fields then replace the address' }),
  deliveryFirstName: z.string().max(2000).optional(),
  deliveryLastName: z.string().max(2000).optional(),
  deliveryCompanyName: z.string().max(2000).optional(),
  deliveryAddress: z.string().max(2000).optional(),
  deliveryPostalCode: z.string().max(2000).optional(),
  deliveryCity: z.string().max(2000).optional(),
  note: z.string().max(2000).optional(),
  vatNumber: z.string().max(2000).optional().meta({ description: 'Of a company, with its country code' }),
  yourReference: z.string().max(2000).optional(),
  purchaseOrder: z.string().max(2000).optional(),
  costCentre: z.string().max(2000).optional(),
  postNumber: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'DHL Postnummer of the recipient; required for a Packstation' }),
  electronicAddress: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Receiver of electronic invoices: Peppol id, GLN (EAN) or Leitweg-ID' }),
}

const quotedAmount = givenAmount.min(0)

/** POST /api/checkout/:id/complete */
export const completion = z.object({
  customerType,
  ...formFields,
  identityNumber: z.string().max(2000).nullish(),
  shippingMethod: z.string().max(100),
  splitDelivery: z
    .boolean()
    .optional()
    .meta({ description: 'Goods in stock are delivered first, the rest later; absent: as saved' }),
  servicePoint: z.string().max(200).nullish(),
  acceptTerms: z.boolean().optional(),
  paymentMethod: z
    .string()
    .optional()
    .meta({ description: 'A method that needs nothing but this form; the invoice by default' }),
  total: quotedAmount.meta({ description: 'The quoted total: what the shopper saw, major units' }),
  amount_due: quotedAmount
    .optional()
    .meta({ description: 'What the shopper was shown as left to pay after gift cards, major units' }),
})

const chosenMeans = z
  .string()
  .optional()
  .meta({ description: 'Which of the provider’s choices, where it has several' })

/** POST /api/checkout/:id/payment/commit */
export const commitRequest = completion.extend({ provider: z.string(), means: chosenMeans })
export const committedAnswer = z.object({
  number: z.string(),
  payment: z.string().meta({ description: 'The id of the payment that the shopper is to confirm' }),
  redirect: z.string().optional().meta({
    description: "The provider's page on which the shopper pays; only where `collects` is redirect",
  }),
})
export type CommittedAnswer = z.infer<typeof committedAnswer>

/** PATCH /api/checkout/:id. The API narrows `paymentMethod` to the shop's payment methods. */
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
  separateDelivery: z.boolean().optional(),
  deliveryFirstName: safeText(80).optional(),
  deliveryLastName: safeText(80).optional(),
  deliveryCompanyName: safeText(120).optional(),
  deliveryAddress: safeText(120).optional(),
  deliveryPostalCode: safeText(12).optional(),
  deliveryCity: safeText(80).optional(),
  note: safeText(500).optional(),
  vatNumber: safeText(20).optional(),
  yourReference: safeText(60).optional(),
  purchaseOrder: safeText(60).optional(),
  costCentre: safeText(60).optional(),
  postNumber: safeText(20).optional(),
  electronicAddress: safeText(60).optional(),
  shippingMethod: safeText(100).optional(),
  splitDelivery: z.boolean().optional(),
  servicePoint: safeText(200).optional(),
  paymentMethod: z.string().optional(),
  giftCardCodes: z
    .array(z.string().max(100))
    .max(10)
    .optional()
    .meta({ description: 'All gift cards to pay with: codes, or ids of cards on the checkout already' }),
})

const aboveLimit = z.object({
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
  total: amount.nullable().meta({ description: 'Largest possible total, where this one is above it' }),
})
export type AboveLimitAnswer = z.infer<typeof aboveLimit>

const rejectedGiftCard = z.object({
  code: z.string().meta({ description: 'The last characters of what was typed' }),
  reason: z.string(),
})
export type RejectedGiftCard = z.infer<typeof rejectedGiftCard>

/** A checkout at current prices. */
export const checkoutView = z.object({
  id: z.string(),
  status: z.enum(['open', 'pending', 'paid']),
  confirmation: z
    .string()
    .nullable()
    .meta({ description: 'Token of the confirmation, once there is an order' }),
  items: z.array(cartItem),
  removed: z.number().meta({ description: 'Lines no longer sold, left out of items' }),
  coupons: z.array(z.string()),
  applied_coupons: z.array(z.string()),
  rejected_coupons: z.array(rejectedCoupon),
  discounts: z.array(discountRow),
  sum: amount,
  sum_ex_vat: amount,
  shipping: amount,
  shipping_ex_vat: amount,
  split_delivery: z
    .object({
      chosen: z.boolean(),
      first: z.array(z.string()).meta({ description: 'Lines in stock, by uuid' }),
      rest: z.array(z.string()).meta({ description: 'Lines that are awaited, by uuid' }),
    })
    .nullable()
    .meta({ description: 'How the goods can be delivered in two parts; null: they are delivered together' }),
  undeliverable: z
    .array(z.string())
    .meta({ description: 'Names of the goods because of which no shipping method can carry the cart' }),
  total: amount,
  vat_amount: amount,
  vat_rates: z.array(vatRateSum),
  gift_cards: z.array(
    z.object({
      id: z.string(),
      is_credit: z.boolean().meta({ description: 'Store credit of the account, not a card with a code' }),
      hint: z.string(),
      balance: amount,
      amount,
    }),
  ),
  rejected_gift_cards: z.array(rejectedGiftCard),
  store_credit: z.object({ id: z.string(), balance: amount }).nullable().meta({
    description: 'Store credit of the account that does not pay yet; it is added as a gift card, by its id',
  }),
  amount_due: amount.meta({ description: 'What is left of the total after the gift cards' }),
  needs_delivery: z
    .boolean()
    .meta({ description: 'False where only gift cards are bought: they come by mail' }),
  minimum: z.object({ reached: z.boolean(), amount }),
  above_limit: aboveLimit.meta({
    description: 'What is more than this buyer may order at once, and what is possible instead',
  }),
  payable: z.boolean().meta({ description: 'False while a line has to be resolved (CHECKOUT-15)' }),
  payment_methods: z
    .object({ private: z.array(z.string()), business: z.array(z.string()) })
    .meta({ description: 'The providers of the payment choices' }),
  payment_choices: z
    .object({ private: z.array(paymentChoice), business: z.array(paymentChoice) })
    .meta({ description: 'What can be paid with, in the order of the page; none is preselected' }),
  subscriptions: z
    .array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        quantity: z.number(),
        interval: z.string(),
        price: amount.meta({ description: 'Highest price of one unit at every renewal, VAT included' }),
        first_renewal_on: z.string().meta({ description: 'YYYY-MM-DD' }),
      }),
    )
    .meta({ description: 'The terms of the subscriptions that the order would start (SUBS-02)' }),
  prepared: z
    .boolean()
    .meta({ description: 'Staff filled it in: it does not follow the cart of the browser' }),
  needs_login: z.boolean().meta({ description: 'A subscription is ordered by a guest' }),
  company: z
    .object({
      organisation_number: z.string(),
      verified: z.boolean().meta({ description: 'False: it is not invoiced yet' }),
      required_references: z.array(z.string()),
      cost_centres: z.array(z.string()),
      approval_above: amount.nullable(),
      needs_approval: z.boolean(),
    })
    .nullable()
    .meta({ description: 'The company for which the logged-in customer buys' }),
  customerType: customerType.nullable(),
  contact: z.record(z.string(), z.string()),
  address: z.record(z.string(), z.string()),
  separateDelivery: z.boolean(),
  remarks: z.record(z.string(), z.string()),
  invoice_days: z
    .object({ private: z.number(), business: z.number() })
    .meta({ description: 'Days to pay an invoice' }),
  shippingMethod: z.string().nullable(),
  servicePoint: z.string().nullable(),
  paymentMethod: z.string().nullable(),
})
export type CheckoutView = z.infer<typeof checkoutView>

/** POST /api/checkout/:id/payment. The API narrows `provider` and `means` to the shop's payment methods. */
export const openPaymentRequest = z.object({
  provider: z.string(),
  customerType: customerType.optional(),
  means: chosenMeans,
})
export const openPaymentAnswer = z.object({
  provider: z.string(),
  order_id: z.string(),
  locale: z.string(),
  embed: z.record(z.string(), z.unknown()),
})
export type OpenedPayment = z.infer<typeof openPaymentAnswer>

/** POST /api/checkout/:id/payment/result */
export const paymentResultRequest = z.object({
  payment: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'The id in the address that the provider sent the shopper back to' }),
})
export const paymentResult = z.object({
  status: z.enum(['open', 'pending', 'paid', 'failed']).meta({
    description: 'pending: being confirmed, ask again; open: nothing was paid, the checkout can be paid',
  }),
  reason: z.enum(['declined', 'cancelled', 'expired']).nullable(),
  confirmation: z.string().nullable().meta({ description: 'Token of the confirmation, once it is paid' }),
})
export type PaymentResult = z.infer<typeof paymentResult>

export const completedAnswer = z.object({
  status: z.enum(['paid', 'pending']),
  number: z.string(),
  confirmation: z.string(),
})
export type CompletedAnswer = z.infer<typeof completedAnswer>

/** A refusal with the data the browser needs to continue. */
export const refusalAnswer = z.object({
  message: z.string(),
  code: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  total: amount.optional(),
  minimum: amount.optional(),
  items: z.array(cartItem).optional(),
  above_limit: aboveLimit.optional(),
  rejected_coupons: z.array(rejectedCoupon).optional(),
})
export type RefusalAnswer = z.infer<typeof refusalAnswer>
