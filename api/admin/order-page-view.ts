/** The order page in the shape of the contract. */
import type { OrderTableRow } from '../../domain/orders/order-table.server.ts'
import type { z } from 'zod'
import type { orderPage, setParts } from '../../contract/admin/orders.ts'
import type { OrderPage } from '../../domain/staff-orders/order-page.server.ts'
import { lastArrival } from '../../domain/dispatch/still-to-come.ts'
import { toMajor, zeroMinor } from '../../domain/money/money.ts'
import {
  listUnitMinor,
  payableMinorOf,
  recipientOf,
  type OrderRecipient,
} from '../../domain/orders/order-snapshot.ts'
import { priceTrace } from '../../domain/orders/price-trace.ts'
import type { SetPart } from '../../domain/dispatch/set-parts.server.ts'
import { carrierName } from '../../domain/shipping/carrier-name.ts'
import { viewGiftRecipient } from '../gift-recipient-view.ts'
import { viewAuditEntry } from './audit-view.ts'

export const viewAddress = ({
  firstName,
  lastName,
  companyName,
  street,
  postalCode,
  city,
  countryCode,
}: OrderRecipient) => ({
  name: `${firstName} ${lastName}`.trim(),
  firstName,
  lastName,
  company: companyName,
  street,
  postalCode,
  city,
  country: countryCode,
})

export function viewSetParts(parts: readonly SetPart[]): z.input<typeof setParts> {
  return parts.map(({ sku, name, perUnit }) => ({ sku, name, perUnit }))
}

const noUnits = { ordered: 0, open: 0, shipped: 0, cancelled: 0, returned: 0 }

export function viewOrderPage(
  page: OrderPage,
  actions: { name: string; allowed: boolean; reason: string | null }[],
  staffId: number,
): z.input<typeof orderPage> {
  const { order, payments, operations, shipments, refunds } = page
  const { snapshot } = order
  const { customer, shipping } = snapshot
  const unitsOf = (uuid: string) => page.units.get(uuid) ?? noUnits
  return {
    number: order.number,
    store: snapshot.store,
    status: order.status,
    creditReview: page.creditUnderReview && {
      open: toMajor(page.creditUnderReview.minor),
      orders: page.creditUnderReview.orders,
    },
    placedAt: snapshot.placedAt,
    paidAt: order.paidAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    currency: snapshot.currency,
    total: toMajor(snapshot.totalMinor),
    vat: toMajor(snapshot.vatMinor),
    payable: toMajor(payableMinorOf(snapshot)),
    customer: {
      type: customer.type,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      company: customer.companyName,
      email: customer.email,
      phone: customer.phone,
      vatNumber: customer.vatNumber ?? null,
      accountId: page.accountId,
    },
    billingAddress: viewAddress({ ...snapshot.address, ...customer }),
    recipient: viewAddress(recipientOf(snapshot)),
    formerRecipients: page.addressChanges.map(({ changedAt }, at) => ({
      address: viewAddress(page.addressChanges[at - 1]?.recipient ?? page.orderedRecipient),
      until: changedAt.toISOString(),
    })),
    placedByStaff: page.staff,
    noteOfBuyer: snapshot.note ?? null,
    delivery: {
      method: shipping.name,
      carrier: shipping.carrier && carrierName(shipping.carrier),
      price: toMajor(shipping.priceMinor),
      servicePoint: shipping.servicePoint?.name ?? null,
      arrival: lastArrival(order, page, page.changedDates),
    },
    lines: snapshot.lines.map((line) => ({
      uuid: line.uuid,
      productId: line.productId,
      sku: line.sku,
      name: line.name,
      slug: line.slug,
      kind: line.kind,
      quantity: line.quantity,
      open: Math.max(0, unitsOf(line.uuid).open),
      shipped: unitsOf(line.uuid).shipped,
      cancelled: unitsOf(line.uuid).cancelled,
      returned: unitsOf(line.uuid).returned,
      reducible: toMajor(page.reducible.get(line.uuid) ?? zeroMinor),
      unitPrice: toMajor(listUnitMinor(line)),
      total: toMajor(line.lineTotalMinor),
      vatRate: line.vatRateBasisPoints / 100,
      giftRecipient: line.giftRecipient ? viewGiftRecipient(line.giftRecipient) : null,
      parts: viewSetParts(page.setParts.get(line.productId) ?? []),
      priceTrace: priceTrace(line).map(({ amountMinor, ...step }) => ({
        ...step,
        amount: toMajor(amountMinor),
      })),
    })),
    deductions: snapshot.deductions.map(({ code, label, amountMinor }) => ({
      code,
      label,
      amount: toMajor(amountMinor),
    })),
    couponCodes: [...snapshot.couponCodes],
    giftCards: (snapshot.giftCards ?? []).map(({ hint, amountMinor }) => ({
      hint,
      amount: toMajor(amountMinor),
    })),
    vatRates: snapshot.vatPerRate.map(({ vatRateBasisPoints, grossMinor, vatMinor }) => ({
      vatRate: vatRateBasisPoints / 100,
      gross: toMajor(grossMinor),
      vat: toMajor(vatMinor),
    })),
    payments: payments.map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      providerOrderId: payment.providerOrderId,
      status: payment.status,
      amount: toMajor(payment.amountMinor),
      captured: toMajor(payment.capturedMinor),
      refunded: toMajor(payment.refundedMinor),
      createdAt: payment.createdAt.toISOString(),
      operations: operations
        .filter(({ paymentId }) => paymentId === payment.id)
        .map(({ kind, amountMinor, status, problem, tries, updatedAt }) => ({
          kind,
          amount: toMajor(amountMinor),
          status,
          problem,
          tries,
          updatedAt: updatedAt.toISOString(),
        })),
    })),
    shipments: shipments.map((shipment) => ({
      number: shipment.number,
      carrier: shipment.carrier && carrierName(shipment.carrier),
      trackingNumber: shipment.trackingNumber,
      trackingUrl: shipment.trackingUrl,
      amount: toMajor(shipment.amountMinor),
      shippedAt: shipment.shippedAt.toISOString(),
      deliveredAt: shipment.deliveredAt?.toISOString() ?? null,
      units: [...shipment.units].map(([uuid, quantity]) => ({ uuid, quantity })),
    })),
    parcels: page.parcels.map((parcel) => ({
      reference: parcel.reference,
      direction: parcel.direction,
      carrier: carrierName(parcel.carrier),
      status: parcel.status,
      trackingNumber: parcel.trackingNumber,
      trackingUrl: parcel.trackingUrl,
      problem: parcel.problem,
      hasLabel: parcel.status === 'booked',
      isShipped: parcel.isShipped,
    })),
    refundRequests: page.refundRequests.map((request) => ({
      id: request.id,
      amount: toMajor(request.amountMinor),
      reason: request.reason,
      status: request.status,
      requestedBy: request.requestedBy,
      isOwn: request.requestedById === staffId,
      requestedAt: request.requestedAt.toISOString(),
      decidedBy: request.decidedBy,
      decidedAt: request.decidedAt?.toISOString() ?? null,
      rejection: request.rejection,
    })),
    refunds: refunds.map((refund) => ({
      number: refund.number,
      reason: refund.reason,
      amount: toMajor(refund.amountMinor),
      vat: toMajor(refund.vatMinor),
      toProvider: toMajor(refund.toProviderMinor),
      toGiftCards: toMajor(refund.toGiftCardsMinor),
      uncollected: toMajor(refund.uncollectedMinor ?? zeroMinor),
      shipping: toMajor(refund.shippingMinor),
      creditNote: refund.creditNote,
      at: refund.recordedAt.toISOString(),
      lines: refund.lines.map(({ uuid, sku, quantity, amountMinor }) => ({
        uuid,
        sku,
        quantity,
        amount: toMajor(amountMinor),
      })),
    })),
    invoices: page.invoices.map(({ number, kind, issuedAt, document }) => {
      const balance = page.balances.find((each) => each.number === number)
      return {
        number,
        kind,
        issuedAt: issuedAt.toISOString(),
        hasDocument: document !== null,
        due:
          balance === undefined
            ? null
            : { on: balance.dueOn, state: balance.state, open: toMajor(balance.openMinor) },
      }
    }),
    mails: page.mails.map(({ kind, sentAt, dismissedAt, resends }) => ({
      kind,
      sentAt: sentAt?.toISOString() ?? null,
      dismissedAt: dismissedAt?.toISOString() ?? null,
      resends,
    })),
    notes: page.notes.map(({ id, author, body, mentions, unseenBy, writtenAt }) => ({
      id,
      author,
      body,
      mentions,
      isUnseen: unseenBy.includes(staffId),
      at: writtenAt.toISOString(),
    })),
    timeline: page.timeline.map(viewAuditEntry),
    actions,
  }
}

/** A row of the table of orders. */
export function viewOrderRow(row: OrderTableRow) {
  return {
    number: row.number,
    placedAt: row.placedAt.toISOString(),
    store: row.store,
    buyer: row.buyer,
    email: row.email,
    customerType: row.customerType,
    total: toMajor(row.totalMinor),
    currency: row.currency,
    status: row.status,
    payment: row.paymentProvider,
    paymentStatus: row.paymentStatus,
    shipped: row.shipped,
  }
}
