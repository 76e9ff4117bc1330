/** An order in the contract's shape, from its snapshot and its refunds. */
import type { OrderView } from '../contract/orders.ts'
import { toMajor, zeroMinor } from '../domain/money/money.ts'
import {
  earlierUnitMinor,
  listUnitMinor,
  payableMinorOf,
  type OrderLine,
} from '../domain/orders/order-snapshot.ts'
import type { OrderWithRefunds, StoredRefund } from '../domain/refunds/refund-repository.server.ts'
import { viewGiftRecipient } from './gift-recipient-view.ts'
import { deductionNetMinor } from '../domain/pricing/net-amounts.ts'
import { shownStatus } from '../domain/orders/order-states.ts'

export function viewOrder({
  number,
  status,
  snapshot,
  refunds,
}: Pick<OrderWithRefunds, 'number' | 'status' | 'snapshot' | 'refunds'>): OrderView {
  const { shipping, customer, address, recipient } = snapshot
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
      amount_ex_vat: toMajor(deductionNetMinor(snapshot.lines, code)),
    })),
    coupons: snapshot.couponCodes,
    shipping: {
      id: shipping.methodId,
      name: shipping.name,
      carrier: shipping.carrier,
      price: toMajor(shipping.priceMinor),
      arrival: shipping.arrival,
      deliveries: shipping.deliveries ?? [],
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
      vat_number: customer.vatNumber ?? null,
      email: customer.email,
      phone: customer.phone,
    },
    address: {
      street: address.street,
      postal_code: address.postalCode,
      city: address.city,
      country_code: address.countryCode,
    },
    delivery: recipient
      ? {
          first_name: recipient.firstName,
          last_name: recipient.lastName,
          company_name: recipient.companyName,
          street: recipient.street,
          postal_code: recipient.postalCode,
          city: recipient.city,
          country_code: recipient.countryCode,
        }
      : null,
    note: snapshot.note ?? null,
    references: {
      your_reference: snapshot.references?.yourReference ?? null,
      purchase_order: snapshot.references?.purchaseOrder ?? null,
      cost_centre: snapshot.references?.costCentre ?? null,
      electronic_address: snapshot.references?.electronicAddress ?? null,
    },
    sum: toMajor(snapshot.sumMinor),
    total: toMajor(snapshot.totalMinor),
    gift_cards: (snapshot.giftCards ?? []).map(({ hint, amountMinor }) => ({
      hint,
      amount: toMajor(amountMinor),
    })),
    exchange: snapshot.exchange
      ? {
          return_id: snapshot.exchange.returnId,
          order_id: snapshot.exchange.orderNumber,
          amount: toMajor(snapshot.exchange.amountMinor),
        }
      : null,
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
    exchanged: toMajor(refund.exchangedMinor ?? zeroMinor),
    vat_amount: toMajor(refund.vatMinor),
  }
}

function viewLine(line: OrderLine): OrderView['lines'][number] {
  const beforeMinor = earlierUnitMinor(line)
  return {
    uuid: line.uuid,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    slug: line.slug,
    quantity: line.quantity,
    price: toMajor(listUnitMinor(line)),
    before_price: beforeMinor === null ? null : toMajor(beforeMinor),
    line_total: toMajor(line.lineTotalMinor),
    total: toMajor(line.totalMinor),
    vat: line.vatRateBasisPoints / 100,
    vat_amount: toMajor(line.vatMinor),
    subscription_interval: line.subscriptionInterval,
    gift_recipient: line.giftRecipient ? viewGiftRecipient(line.giftRecipient) : null,
    estimated_at: line.estimatedAt,
    reasons: line.reasons.map(({ kind, code, amountMinor }) => ({
      kind,
      code,
      amount: toMajor(amountMinor),
    })),
  }
}
