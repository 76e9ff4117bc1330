/** Orders as staff see them. Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { fieldFilter } from './custom-fields.ts'
import { amount, givenAmount } from '../amount.ts'
import { safeText } from '../text.ts'
import { giftRecipient } from '../cart.ts'
import { sku, storeCode } from './fields.ts'
import { dayRange, flag, listOf, tableAnswer, tableQuery } from './table.ts'

const code = z.string().regex(/^[a-z_]{1,40}$/)

export const adminOrderStatus = z.enum([
  'pending',
  'held',
  'payment_failed',
  'received',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
])

/** How much of an order has been handed to a carrier. */
export const shippedPart = z.enum(['none', 'part', 'all'])

export const ordersQuery = tableQuery({
  filters: {
    status: listOf(adminOrderStatus),
    store: listOf(storeCode),
    /** Payment providers: `klarna`, `invoice` … */
    payment: listOf(code),
    /** Statuses of the latest payment attempt: `review`, `mismatch` … */
    payment_status: listOf(code),
    placed: dayRange,
    field: fieldFilter,
    customer_type: listOf(z.enum(['private', 'business'])),
    shipped: listOf(shippedPart),
    /** Received or in processing, and placed at least so many days ago. */
    waiting_days: z.coerce.number().int().min(0).max(365),
    /** Paid, not shipped, and so many cut-offs of its store have passed since then. */
    missed_cut_offs: z.coerce.number().int().min(1).max(365),
    /** Paid, not shipped, and its first cut-off is still to come today. */
    leaves_today: flag,
    sku: listOf(sku),
    email: z.string().max(254),
    account: z.coerce.number().int().min(1),
    /** An operation at the provider was refused, or not answered. */
    payment_problem: flag,
    /** A mail is not sent a quarter of an hour after it was due. */
    mail_failed: flag,
    refund_requested: flag,
    /** Id of staff. */
    mentioned: z.coerce.number().int().min(1),
  },
  sorts: ['placed', 'number', 'total', 'status'],
  defaultSort: '-placed',
  columns: [
    'number',
    'placedAt',
    'store',
    'buyer',
    'email',
    'customerType',
    'total',
    'status',
    'payment',
    'paymentStatus',
    'shipped',
  ],
})

export const orderRow = z.object({
  number: z.string(),
  placedAt: z.iso.datetime(),
  store: z.string(),
  buyer: z.string(),
  email: z.string(),
  customerType: z.enum(['private', 'business']),
  total: amount,
  currency: z.string(),
  status: adminOrderStatus,
  payment: z.string(),
  paymentStatus: z.string().nullable(),
  shipped: shippedPart,
})

export const ordersAnswer = tableAnswer(orderRow)

/** Path parameter: an order by its number. */
export const orderParams = z.object({ number: z.string().regex(/^[A-Za-z]\d{1,12}$/) })

const at = z.iso.datetime()

/** A step of a line's price; `list` and `paid` are sums, `vat` is within `paid`, what is deducted is negative. */
export const priceStep = z.object({
  step: z.string(),
  code: z.string().nullable(),
  percent: z.number().nullable(),
  amount,
})

/** Of a set: its parts; empty for every other product. */
export const setParts = z.array(z.object({ sku: z.string(), name: z.string(), perUnit: z.number() }))

const orderPageLine = z.object({
  uuid: z.string(),
  productId: z.number(),
  sku: z.string(),
  name: z.string(),
  slug: z.string(),
  kind: z.enum(['goods', 'giftCard', 'fee']),
  /** Ordered: `open`, `cancelled` and `shipped` together. */
  quantity: z.number(),
  /** Still to be shipped. */
  open: z.number(),
  shipped: z.number(),
  /** Refunded before they left, or of a cancelled order. */
  cancelled: z.number(),
  /** Refunded after they had left; at most `shipped`. */
  returned: z.number(),
  /** The most by which its price can still be reduced: what was collected for it. */
  reducible: amount,
  unitPrice: amount,
  /** Before its share of `deductions`, as on the receipt: lines, deductions and delivery add up to the order's total. */
  total: amount,
  vatRate: z.number(),
  giftRecipient: giftRecipient.nullable(),
  parts: setParts,
  priceTrace: z.array(priceStep),
})

export const orderAddress = z.object({
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
})

const paymentRecord = z.object({
  state: z.string(),
  amount,
  currency: z.string(),
  captured: amount.nullable(),
  refunded: amount.nullable(),
})

const orderPayment = z.object({
  id: z.number(),
  provider: z.string(),
  providerOrderId: z.string().nullable(),
  status: z.string(),
  amount,
  captured: amount,
  refunded: amount,
  createdAt: at,
  operations: z.array(
    z.object({
      kind: z.string(),
      amount,
      status: z.string(),
      problem: z.string().nullable(),
      tries: z.number(),
      updatedAt: at,
    }),
  ),
})

export const timelineEntry = z.object({
  id: z.number(),
  at,
  /** `name`: of staff and of API keys; `person`: whose key it is. */
  actor: z.object({
    kind: z.string(),
    id: z.string().nullable(),
    name: z.string().nullable(),
    person: z.string().nullable(),
  }),
  store: z.string().nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
})

const allowedAction = z.object({
  name: z.string(),
  allowed: z.boolean(),
  /** Code of the refusal, `permission_missing` or `already_done`; null where it is allowed. */
  reason: z.string().nullable(),
})

/** Fields that modules add to the page of an order; each adds its own. */
export interface OrderPageParts {}

export const orderPage = z.object({
  number: z.string(),
  store: z.string(),
  status: adminOrderStatus,
  /** What the buyer of a held order on invoice has open, the order included; null: it is not held for that. */
  creditReview: z.object({ open: amount, orders: z.number() }).nullable(),
  placedAt: at,
  paidAt: at.nullable(),
  deliveredAt: at.nullable(),
  currency: z.string(),
  total: amount,
  vat: amount,
  payable: amount,
  customer: z.object({
    type: z.enum(['private', 'business']),
    name: z.string(),
    company: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    vatNumber: z.string().nullable(),
    accountId: z.number().nullable(),
  }),
  billingAddress: orderAddress,
  recipient: orderAddress,
  /** Former addresses of the goods, oldest first, each until when it counted. */
  formerRecipients: z.array(z.object({ address: orderAddress, until: at })),
  /** Who of staff prepared the order, and how it was to be paid; null: its buyer placed it alone. */
  placedByStaff: z.object({ name: z.string(), payment: z.enum(['invoice', 'link']) }).nullable(),
  noteOfBuyer: z.string().nullable(),
  delivery: z.object({
    method: z.string(),
    carrier: z.string().nullable(),
    price: amount,
    servicePoint: z.string().nullable(),
    /** First and last possible day; null: unknown. */
    arrival: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  lines: z.array(orderPageLine),
  deductions: z.array(z.object({ code: z.string(), label: z.string(), amount })),
  couponCodes: z.array(z.string()),
  giftCards: z.array(z.object({ hint: z.string(), amount })),
  vatRates: z.array(z.object({ vatRate: z.number(), gross: amount, vat: amount })),
  payments: z.array(orderPayment),
  shipments: z.array(
    z.object({
      number: z.number(),
      /** Its name, as in `parcels` and in the timeline. */
      carrier: z.string().nullable(),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      amount,
      shippedAt: at,
      deliveredAt: at.nullable(),
      units: z.array(z.object({ uuid: z.string(), quantity: z.number() })),
    }),
  ),
  parcels: z.array(
    z.object({
      reference: z.string(),
      direction: z.string(),
      carrier: z.string(),
      /** `sent` and `unknown`: the carrier has not answered. */
      status: z.enum(['sent', 'unknown', 'booked', 'refused', 'cancelled']),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      problem: z.string().nullable(),
      hasLabel: z.boolean(),
      isShipped: z.boolean(),
    }),
  ),
  refunds: z.array(
    z.object({
      number: z.number(),
      reason: z.string(),
      amount,
      vat: amount,
      toProvider: amount,
      toGiftCards: amount,
      /** What the provider had not collected, and never will. */
      uncollected: amount,
      shipping: amount,
      creditNote: z.number().nullable(),
      at,
      lines: z.array(z.object({ uuid: z.string(), sku: z.string(), quantity: z.number(), amount })),
    }),
  ),
  refundRequests: z.array(
    z.object({
      id: z.number(),
      amount,
      reason: z.string(),
      status: z.enum(['open', 'approved', 'rejected']),
      requestedBy: z.string(),
      /** By the person who reads it, who cannot decide about it. */
      isOwn: z.boolean(),
      requestedAt: at,
      decidedBy: z.string().nullable(),
      decidedAt: at.nullable(),
      rejection: z.string().nullable(),
    }),
  ),
  invoices: z.array(
    z.object({
      number: z.number(),
      kind: z.string(),
      issuedAt: at,
      hasDocument: z.boolean(),
      /** Null of credit notes. */
      due: z
        .object({
          /** `YYYY-MM-DD`. */
          on: z.string(),
          state: z.enum(['open', 'partly_paid', 'overdue', 'paid', 'credited', 'written_off']),
          open: z.number(),
        })
        .nullable(),
    }),
  ),
  mails: z.array(
    z.object({
      kind: z.string(),
      sentAt: at.nullable(),
      /** When staff gave up a mail that could not be sent. */
      dismissedAt: at.nullable(),
      resends: z.number(),
    }),
  ),
  notes: z.array(
    z.object({
      id: z.number(),
      author: z.string(),
      body: z.string(),
      mentions: z.array(z.string()),
      /** It mentions the person, who has not seen it. */
      isUnseen: z.boolean(),
      at,
    }),
  ),
  timeline: z.array(timelineEntry),
  actions: z.array(allowedAction),
})

/** What the provider has on record of each payment, read now; `record` null with the `problem` where it gives none. */
export const paymentRecords = z.object({
  payments: z.array(
    z.object({ id: z.number(), record: paymentRecord.nullable(), problem: z.string().nullable() }),
  ),
})

const skuUnits = z.object({ sku, quantity: z.number().int().min(1).max(5_000) })

/** Without `lines` everything that is left is shipped. `book`: with the carrier of the delivery method. */
export const shipBody = z.strictObject({
  lines: z.array(skuUnits).min(1).max(500).optional(),
  trackingNumber: z.string().trim().min(1).max(80).optional(),
  carrier: z.string().max(30).optional(),
  book: z.boolean().default(false),
})

export const shipAnswer = z.object({
  /** Null: the carrier has not answered yet, and the order is shipped when it has. */
  shipment: z.number().nullable(),
  parcel: z.string().nullable(),
  repeated: z.boolean(),
})
export type ShipAnswer = z.infer<typeof shipAnswer>

/**
 * `everything`: all that has not been refunded yet. Amounts of lines are price reductions, without units. `open`: of the
 * quantity, the units that have not left, which are cancelled; without it the reason decides, and where it does not, the
 * refund is refused as `unclear_units`.
 */
export const refundBody = z.strictObject({
  request: z.union([
    z.literal('everything'),
    z.strictObject({
      lines: z
        .array(
          z.strictObject({
            uuid: z.string().max(60),
            quantity: z.number().int().min(1).max(5_000).optional(),
            open: z.number().int().min(0).max(5_000).optional(),
            amount: givenAmount.positive().optional(),
          }),
        )
        .max(500),
      shipping: z.boolean().default(false),
    }),
  ]),
  reason: z.enum(['withdrawal', 'complaint', 'not_delivered', 'price_reduction', 'goodwill']),
  /** The declaration of withdrawal that it pays: it is closed with it. */
  withdrawal: z.number().int().min(1).max(2_147_483_647).optional(),
  /** The same key books once. */
  idempotencyKey: z.string().min(8).max(80),
})

export const refundAnswer = z.object({
  amount,
  vat: amount,
  toProvider: amount,
  toGiftCards: amount,
  /** What the provider had not collected, and never will. */
  uncollected: amount,
  shipping: amount,
  lines: z.array(z.object({ uuid: z.string(), sku: z.string(), quantity: z.number(), amount })),
  /** Null in a preview. */
  number: z.number().nullable(),
  creditNote: z.number().nullable(),
  /** One person may not book it: another one has to approve it. */
  needsApproval: z.boolean(),
  repeated: z.boolean(),
})

export const refundPreview = refundAnswer.extend({
  /** The part of `toProvider` that lowers what is yet to be paid on the order's invoice; nobody is paid it. */
  offInvoice: amount,
  /** Nothing of the order is left to ship after it: the order is cancelled, and all of it is refunded. */
  cancelsOrder: z.boolean(),
})

/** A refund that another person is asked to approve; its body is that of a refund. */
export const refundRequestAnswer = z.object({ id: z.number(), amount })
export const refundRequestParams = orderParams.extend({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
})
export const rejectRefundBody = z.strictObject({
  reason: safeText(1000).refine((text) => text.trim() !== ''),
})

/** The fields of the goods' address that change. `expected`: these fields as the person saw them; 409 where they differ. */
export const changeAddressBody = z.strictObject({
  firstName: safeText(100).optional(),
  lastName: safeText(100).optional(),
  company: safeText(100).nullable().optional(),
  street: safeText(200)
    .refine((text) => text.trim() !== '')
    .optional(),
  postalCode: safeText(20).optional(),
  city: safeText(100)
    .refine((text) => text.trim() !== '')
    .optional(),
  expected: z.strictObject({
    firstName: safeText(100).optional(),
    lastName: safeText(100).optional(),
    company: safeText(100).nullable().optional(),
    street: safeText(200).optional(),
    postalCode: safeText(20).optional(),
    city: safeText(100).optional(),
  }),
})

export const moveBody = z.strictObject({ to: z.enum(['processing', 'delivered']) })
export const rejectBody = z.strictObject({ reason: z.enum(['credit', 'stock', 'fraud', 'other']) })
export const resendBody = z.strictObject({ kind: z.string().max(60) })
export const noteBody = z.strictObject({
  body: z.string().trim().min(1).max(4_000),
  /** Ids of staff. */
  mentions: z.array(z.number().int()).max(20).default([]),
})

/** Nothing to say but that it is done. */
export const doneAnswer = z.object({ done: z.literal(true) })
export const orderParcelParams = orderParams.extend({ reference: z.string().min(1).max(40) })
export const orderInvoiceParams = orderParams.extend({
  invoice: z.coerce.number().int().min(1).max(2_147_483_647),
})
