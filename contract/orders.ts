/**
 * Orders as their buyers see them (CHECKOUT-11, ORDER-02, TRACK-01). Amounts are decimal major units, VAT
 * included.
 */
import { z } from 'zod'
import { amount, discountRow, vatPercent, vatRateSum } from './amount.ts'
import { giftRecipient } from './cart.ts'
import { customerType } from './checkout.ts'
import { safeText } from './text.ts'

/** Path parameter: an order by its number. */
export const orderParams = z.object({ id: safeText(40) })

/** Path parameter: an order by its access token. */
export const orderTokenParams = z.object({ token: z.string().max(200) })

const invoiceNumber = z.coerce.number().int().min(1).max(2_147_483_647)

/** Path parameters: an invoice or credit note of an order by its number. */
export const invoiceParams = orderParams.extend({ number: invoiceNumber })

/** Path parameters: an invoice or credit note of the order with an access token. */
export const invoiceTokenParams = orderTokenParams.extend({ number: invoiceNumber })

/** The status of an order as shown to buyers. */
export const orderStatus = z.enum([
  'received',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
  'confirming',
  'payment_failed',
])

const orderLine = z.object({
  uuid: z.string(),
  product_id: z.number(),
  sku: z.string(),
  name: z.string(),
  slug: z.string(),
  quantity: z.number(),
  price: amount.meta({ description: 'Unit price before percentages and offers' }),
  before_price: amount.nullable(),
  line_total: amount.meta({ description: 'price × quantity less the percentage, before discounts' }),
  total: amount.meta({ description: 'What was paid for the line' }),
  vat: vatPercent,
  vat_amount: amount.meta({ description: 'VAT in total' }),
  subscription_interval: z.string().nullable(),
  gift_recipient: giftRecipient
    .nullable()
    .meta({ description: 'Who receives the gift card; null: the buyer' }),
  estimated_at: z.string().nullable(),
  reasons: z.array(z.object({ kind: z.string(), code: z.string().nullable(), amount })),
})

const orderShipping = z.object({
  id: z.string(),
  name: z.string(),
  carrier: z.string().nullable(),
  price: amount,
  arrival: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .meta({ description: 'Null: the date of goods that are not in stock is not known' }),
  deliveries: z
    .array(
      z.object({
        lines: z.array(z.string()),
        arrival: z.object({ from: z.string(), to: z.string() }).nullable(),
      }),
    )
    .meta({
      description: 'The two deliveries of a divided order, with their lines by uuid; otherwise empty',
    }),
  service_point: z
    .object({
      id: z.string(),
      name: z.string(),
      street: z.string(),
      postal_code: z.string(),
      city: z.string(),
    })
    .nullable(),
})

const orderRefund = z.object({
  refunded_at: z.string(),
  reason: z.enum([
    'withdrawal',
    'complaint',
    'not_delivered',
    'price_reduction',
    'goodwill',
    'cancelled',
    'deposit',
    'exchange',
  ]),
  credit_note: z.number().nullable().meta({ description: 'Null where the order was not paid by invoice' }),
  lines: z.array(z.object({ uuid: z.string(), sku: z.string(), quantity: z.number(), amount })),
  shipping: amount,
  amount,
  to_gift_cards: amount,
  exchanged: amount.meta({ description: 'The part that pays for the order of an exchange' }),
  vat_amount: amount,
})

/** GET /api/orders/:id and GET /api/orders/confirmation/:token */
export const orderView = z.object({
  number: z.string(),
  status: orderStatus,
  placed_at: z.string(),
  currency: z.string(),
  lines: z.array(orderLine),
  discounts: z.array(discountRow),
  coupons: z.array(z.string()),
  shipping: orderShipping,
  payment: z.string(),
  customer: z.object({
    type: customerType,
    first_name: z.string(),
    last_name: z.string(),
    company_name: z.string().nullable(),
    vat_number: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
  }),
  address: z.object({
    street: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country_code: z.string(),
  }),
  delivery: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      company_name: z.string().nullable(),
      street: z.string(),
      postal_code: z.string(),
      city: z.string(),
      country_code: z.string(),
    })
    .nullable()
    .meta({ description: 'Who receives the goods, and where; null: the customer at the address' }),
  note: z.string().nullable(),
  references: z.object({
    your_reference: z.string().nullable(),
    purchase_order: z.string().nullable(),
    cost_centre: z.string().nullable(),
    electronic_address: z.string().nullable(),
  }),
  sum: amount,
  total: amount,
  gift_cards: z.array(z.object({ hint: z.string(), amount })),
  exchange: z
    .object({ return_id: z.string(), order_id: z.string(), amount })
    .nullable()
    .meta({ description: 'The exchange that the order delivers, and what the returned goods pay of it' }),
  payable: amount.meta({ description: 'What is left of the total after the gift cards' }),
  vat_amount: amount,
  vat_rates: z.array(vatRateSum),
  refunds: z.array(orderRefund),
})
export type OrderView = z.infer<typeof orderView>

/** An order in the list of its customer. */
const orderEntry = z.object({
  id: z.string().meta({ description: 'Order number' }),
  store: z.string().meta({ description: 'An account’s orders may come from several stores' }),
  placed_at: z.string(),
  status: orderStatus,
  total: amount,
  currency: z.string(),
})
export type OrderEntry = z.infer<typeof orderEntry>

/** GET /api/orders */
export const ordersAnswer = z.array(orderEntry)

/** POST /api/orders/confirmation/:token/purchase-event. The body, if any, has the fields of modules. */
export const purchaseEventAnswer = z.object({ is_first: z.boolean() })
export type PurchaseEventAnswer = z.infer<typeof purchaseEventAnswer>

/** GET /api/track-order/:id */
export const trackOrderQuery = z.object({ email: safeText(254) })
export const trackOrderAnswer = z.object({
  id: z.string(),
  status: orderStatus,
  carrier: z.string().nullable(),
  tracking_url: z.string().nullable(),
  events: z.array(z.object({ status: orderStatus, at: z.string() })),
  parcels: z
    .array(
      z.object({
        number: z.number(),
        sent_at: z.string(),
        carrier: z.string().nullable(),
        tracking_url: z.string().nullable(),
        lines: z.array(z.object({ name: z.string(), quantity: z.number() })),
      }),
    )
    .meta({ description: 'What has left, oldest first, with the goods in each parcel' }),
  coming: z
    .array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        quantity: z.number(),
        arrival: z.object({ from: z.string(), to: z.string() }).nullable(),
      }),
    )
    .meta({ description: 'What is still to come, with its days of arrival; null: not known' }),
})
export type TrackOrderAnswer = z.infer<typeof trackOrderAnswer>
