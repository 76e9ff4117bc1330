/** An order as its buyer sees it: the confirmation's answer (CHECKOUT-11, ORDER-02). Amounts in major units. */
import { z } from 'zod'
import { toMajor } from '../domain/money/money.ts'
import { payableMinorOf, type OrderLine } from '../domain/orders/order-snapshot.ts'
import type { OrderWithRefunds, StoredRefund } from '../domain/orders/refund-repository.server.ts'
import { refundReasons } from '../domain/orders/refund.ts'
import { shownStatus } from '../domain/orders/order-states.ts'
import { safeText } from './cart-schema.ts'

/** The order a call names in its path, by its number. */
export const orderParams = z.object({ id: safeText(40) })

export const orderView = z.object({
  number: z.string(),
  status: z.enum([
    'received',
    'processing',
    'shipped',
    'delivered',
    'cancelled',
    'returned',
    'confirming',
    'payment_failed',
  ]),
  placed_at: z.string(),
  currency: z.string(),
  lines: z.array(
    z.object({
      uuid: z.string(),
      product_id: z.number(),
      sku: z.string(),
      name: z.string(),
      slug: z.string(),
      quantity: z.number(),
      price: z.number(),
      before_price: z.number().nullable(),
      total: z.number(),
      vat: z.number().meta({ description: 'Percent' }),
      subscription_interval: z.string().nullable(),
      estimated_at: z.string().nullable(),
      reasons: z.array(z.object({ kind: z.string(), code: z.string().nullable(), amount: z.number() })),
    }),
  ),
  discounts: z.array(z.object({ code: z.string(), label: z.string(), amount: z.number() })),
  coupons: z.array(z.string()),
  shipping: z.object({
    id: z.string(),
    name: z.string(),
    carrier: z.string().nullable(),
    price: z.number(),
    arrival: z.object({ from: z.string(), to: z.string() }),
    service_point: z
      .object({
        id: z.string(),
        name: z.string(),
        street: z.string(),
        postal_code: z.string(),
        city: z.string(),
      })
      .nullable(),
  }),
  payment: z.string(),
  customer: z.object({
    type: z.enum(['private', 'business']),
    first_name: z.string(),
    last_name: z.string(),
    company_name: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
  }),
  address: z.object({
    street: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country_code: z.string(),
  }),
  sum: z.number(),
  total: z.number(),
  gift_cards: z.array(z.object({ hint: z.string(), amount: z.number() })),
  payable: z.number().meta({ description: 'What is left of the total after the gift cards' }),
  vat_amount: z.number(),
  vat_rates: z.array(z.object({ vat: z.number(), gross: z.number(), vat_amount: z.number() })),
  refunds: z.array(
    z.object({
      refunded_at: z.string(),
      reason: z.enum(refundReasons),
      credit_note: z.number(),
      lines: z.array(
        z.object({ uuid: z.string(), sku: z.string(), quantity: z.number(), amount: z.number() }),
      ),
      shipping: z.number(),
      amount: z.number(),
      to_gift_cards: z.number(),
      vat_amount: z.number(),
    }),
  ),
})
export type OrderView = z.infer<typeof orderView>

export function viewOrder({
  number,
  status,
  snapshot,
  refunds,
}: Pick<OrderWithRefunds, 'number' | 'status' | 'snapshot' | 'refunds'>): OrderView {
  const { shipping, customer, address } = snapshot
  const point = shipping.servicePoint
  return {
    number,
    status: shownStatus(status),
    placed_at: snapshot.placedAt,
    currency: snapshot.currency,
    lines: snapshot.lines.map(viewLine),
    discounts: snapshot.deductions.map(({ code, label, amountMinor }) => ({
      code,
      label,
      amount: toMajor(amountMinor),
    })),
    coupons: snapshot.couponCodes,
    shipping: {
      id: shipping.methodId,
      name: shipping.name,
      carrier: shipping.carrier,
      price: toMajor(shipping.priceMinor),
      arrival: shipping.arrival,
      service_point: point && {
        id: point.id,
        name: point.name,
        street: point.street,
        postal_code: point.postalCode,
        city: point.city,
      },
    },
    payment: snapshot.payment,
    customer: {
      type: customer.type,
      first_name: customer.firstName,
      last_name: customer.lastName,
      company_name: customer.companyName,
      email: customer.email,
      phone: customer.phone,
    },
    address: {
      street: address.street,
      postal_code: address.postalCode,
      city: address.city,
      country_code: address.countryCode,
    },
    sum: toMajor(snapshot.sumMinor),
    total: toMajor(snapshot.totalMinor),
    gift_cards: (snapshot.giftCards ?? []).map(({ hint, amountMinor }) => ({
      hint,
      amount: toMajor(amountMinor),
    })),
    payable: toMajor(payableMinorOf(snapshot)),
    vat_amount: toMajor(snapshot.vatMinor),
    vat_rates: snapshot.vatPerRate.map((entry) => ({
      vat: entry.vatRateBasisPoints / 100,
      gross: toMajor(entry.grossMinor),
      vat_amount: toMajor(entry.vatMinor),
    })),
    refunds: refunds.map(viewRefund),
  }
}

function viewRefund(refund: StoredRefund): OrderView['refunds'][number] {
  return {
    refunded_at: refund.recordedAt.toISOString(),
    reason: refund.reason,
    credit_note: refund.creditNote,
    lines: refund.lines.map(({ uuid, sku, quantity, amountMinor }) => ({
      uuid,
      sku,
      quantity,
      amount: toMajor(amountMinor),
    })),
    shipping: toMajor(refund.shippingMinor),
    amount: toMajor(refund.amountMinor),
    to_gift_cards: toMajor(refund.toGiftCardsMinor),
    vat_amount: toMajor(refund.vatMinor),
  }
}

function viewLine(line: OrderLine): OrderView['lines'][number] {
  return {
    uuid: line.uuid,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    slug: line.slug,
    quantity: line.quantity,
    price: toMajor(line.unitMinor),
    before_price: line.beforeUnitMinor === null ? null : toMajor(line.beforeUnitMinor),
    total: toMajor(line.totalMinor),
    vat: line.vatRateBasisPoints / 100,
    subscription_interval: line.subscriptionInterval,
    estimated_at: line.estimatedAt,
    reasons: line.reasons.map(({ kind, code, amountMinor }) => ({
      kind,
      code,
      amount: toMajor(amountMinor),
    })),
  }
}
