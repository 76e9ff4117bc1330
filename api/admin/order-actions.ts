/** One order in the back office: its page, and what staff do with it through the use cases of the CLI. */
import { Buffer } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  changeAddressBody,
  doneAnswer,
  moveBody,
  noteBody,
  orderInvoiceParams,
  orderPage,
  orderParams,
  orderParcelParams,
  paymentRecords,
  refundAnswer,
  refundBody,
  refundPreview,
  rejectBody,
  resendBody,
  shipAnswer,
  shipBody,
} from '../../contract/admin/orders.ts'
import {
  allowedOrderActions,
  orderActions,
  type OrderAction,
} from '../../domain/staff-orders/order-actions.server.ts'
import { addOrderNote } from '../../domain/order-notes/order-notes.server.ts'
import { readOrderPage } from '../../domain/staff-orders/order-page.server.ts'
import { previewRefund } from '../../domain/refunds/refund-preview.server.ts'
import { bookShipment } from '../../domain/dispatch/book-shipment.server.ts'
import { captureOrder } from '../../domain/dispatch/capture-order.server.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { invoiceFileName } from '../../domain/invoices/invoice-document.ts'
import { invoicesOf } from '../../domain/invoices/invoice-repository.server.ts'
import { markOrderPaid } from '../../domain/invoices/mark-order-paid.server.ts'
import { toMajor, zeroMinor } from '../../domain/money/money.ts'
import { resendMail } from '../../domain/order-mails/resend-mail.server.ts'
import { approveOrder } from '../../domain/orders/approve-order.server.ts'
import { changeOrderAddress } from '../../domain/dispatch/change-address.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import type { StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { labelOf } from '../../domain/parcels/book-parcel.server.ts'
import { parcelsOf } from '../../domain/parcels/parcel-repository.server.ts'
import { paymentsOf } from '../../domain/payments/payment-list.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { cancelOrder } from '../../domain/refunds/cancel-order.server.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { rejectOrder } from '../../domain/refunds/reject-order.server.ts'
import { refundOrder } from '../../domain/refunds/refund-order.server.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { isCarrier } from '../../domain/provider-accounts/account-provider.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { readParts, withParts } from './staff-parts.ts'
import { viewAddress, viewOrderPage } from './order-page-view.ts'
import { refundInput } from './refund-requests.ts'
import { requireRefunded } from './refund-limits.ts'
import { hasSteppedUp } from './require-permission.ts'
import { requestedOrder } from './requested-order.ts'

const permissionOf: Record<OrderAction, Permission> = {
  ship: 'order:ship',
  processing: 'order:ship',
  delivered: 'order:ship',
  capture: 'order:capture',
  refund: 'order:refund',
  address: 'order:edit',
  cancel: 'order:cancel',
  approve: 'order:edit',
  reject: 'order:cancel',
  paid: 'order:capture',
}

/** The given fields of an address, trimmed. */
function readAddress(given: z.output<typeof changeAddressBody>['expected']) {
  const { company: companyName, ...same } = given
  const fields = Object.entries({ ...same, companyName })
  return Object.fromEntries(
    fields
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value?.trim() || (value === null ? null : '')]),
  )
}

const refused = { 403: adminError, 404: adminError, 409: adminError }

export const adminOrderActionRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, providers, renderInvoice, staffParts } = services

  const orderOf = (request: FastifyRequest) => requestedOrder(db, request)
  const factsOf = ({ id, number, snapshot }: StoredOrder) => ({ id, number, store: snapshot.store })

  app.get(
    '/admin/api/orders/:number',
    {
      config: { permission: 'order:read' },
      schema: {
        summary: 'All of an order',
        params: orderParams,
        response: { 200: withParts(orderPage, staffParts.order), ...refused },
      },
    },
    async (request) => {
      const { number, snapshot } = await orderOf(request)
      const [page, allowed] = await Promise.all([
        readOrderPage(services, number),
        allowedOrderActions(services, request.actor, number),
      ])
      if (!page) throw new AdminRefusal(404, 'unknown_order')
      const { grants } = request.staff
      const actions = orderActions.map((name) => {
        const isPermitted = grants[permissionOf[name]]?.includes(snapshot.store) ?? false
        return isPermitted
          ? { name, ...allowed[name] }
          : { name, allowed: false, reason: 'permission_missing' }
      })
      return {
        ...viewOrderPage(page, actions, request.staff.id),
        ...(await readParts(staffParts.order, db, page.order.id, grants)),
      }
    },
  )

  app.get(
    '/admin/api/orders/:number/payment-records',
    {
      config: { permission: 'order:read' },
      schema: {
        summary: 'What the payment providers have on record of an order, read now',
        params: orderParams,
        response: { 200: paymentRecords, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const { payments } = await paymentsOf(db, number)
      const read = payments.map(async ({ id, store, provider, providerOrderId }) => {
        const adapter = providers[store][provider]
        if (!adapter || providerOrderId === null) return { id, record: null, problem: 'not_opened' }
        const record = await adapter.retrieve(providerOrderId)
        if (!record.ok) return { id, record: null, problem: record.code }
        const { state, amountMinor, currency, capturedMinor, refundedMinor } = record
        return {
          id,
          record: {
            state,
            amount: toMajor(amountMinor),
            currency,
            captured: capturedMinor === undefined ? null : toMajor(capturedMinor),
            refunded: refundedMinor === undefined ? null : toMajor(refundedMinor),
          },
          problem: null,
        }
      })
      return { payments: await Promise.all(read) }
    },
  )

  app.post(
    '/admin/api/orders/:number/ship',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'Ship an order or a part of it',
        params: orderParams,
        body: shipBody,
        response: { 200: shipAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const { book, carrier, trackingNumber } = request.body
      const lines = request.body.lines?.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity }))
      if (book) {
        const answer = await bookShipment(services, request.actor, {
          number,
          ships: true,
          ...(lines && { lines }),
        })
        requireOk(answer)
        const { parcel, shipment } = answer
        if (shipment) requireOk(shipment)
        return { shipment: shipment?.shipment.number ?? null, parcel: parcel.reference, repeated: false }
      }
      if (carrier !== undefined && !isCarrier(carrier)) throw new AdminRefusal(400, 'unknown_carrier')
      const answer = await shipOrder(services, request.actor, {
        number,
        ...(lines && { lines }),
        ...(carrier !== undefined && { carrier }),
        ...(trackingNumber !== undefined && { trackingNumber }),
      })
      requireOk(answer)
      return { shipment: answer.shipment.number, parcel: null, repeated: answer.repeated }
    },
  )

  const viewRefund = (refund: StoredRefund) => ({
    amount: toMajor(refund.amountMinor),
    vat: toMajor(refund.vatMinor),
    toProvider: toMajor(refund.toProviderMinor),
    toGiftCards: toMajor(refund.toGiftCardsMinor),
    uncollected: toMajor(refund.uncollectedMinor ?? zeroMinor),
    shipping: toMajor(refund.shippingMinor),
    lines: refund.lines.map(({ uuid, sku, quantity, amountMinor }) => ({
      uuid,
      sku,
      quantity,
      amount: toMajor(amountMinor),
    })),
  })

  app.post(
    '/admin/api/orders/:number/refund-preview',
    {
      config: { permission: 'order:refund' },
      schema: {
        summary: 'What a refund would pay back; books nothing',
        params: orderParams,
        body: refundBody,
        response: { 200: refundPreview, ...refused },
      },
    },
    async (request) => {
      const order = await orderOf(request)
      const previewed = await previewRefund(services, request.actor, order, refundInput(request.body))
      const { answer, offInvoiceMinor, cancelsOrder, needsApproval } = previewed
      requireOk(answer)
      return {
        ...viewRefund(answer.refund),
        offInvoice: toMajor(offInvoiceMinor),
        cancelsOrder,
        number: null,
        creditNote: null,
        needsApproval,
        repeated: answer.repeated,
      }
    },
  )

  app.post(
    '/admin/api/orders/:number/refunds',
    {
      config: { permission: 'order:refund' },
      schema: {
        summary: 'Refund an order or a part of it',
        params: orderParams,
        body: refundBody,
        response: { 200: refundAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const isSteppedUp = hasSteppedUp(request.staff, services.clock())
      const input = { number, isSteppedUp, ...refundInput(request.body) }
      const answer = await refundOrder(services, request.actor, input)
      requireRefunded(answer)
      const { refund, repeated } = answer
      return {
        ...viewRefund(refund),
        number: refund.number,
        creditNote: refund.creditNote,
        needsApproval: false,
        repeated,
      }
    },
  )

  app.post(
    '/admin/api/orders/:number/address',
    {
      config: { permission: 'order:edit' },
      schema: {
        summary: 'Change where the goods of an order go, before they are shipped',
        params: orderParams,
        body: changeAddressBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const { expected, ...given } = request.body
      const to = readAddress(given)
      const answer = await changeOrderAddress(services, request.actor, {
        number,
        to,
        expected: readAddress(expected),
      })
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: viewAddress(answer.current), given })
      requireOk(answer)
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/capture',
    {
      config: { permission: 'order:capture' },
      schema: {
        summary: 'Capture a payment apart from a shipment',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      requireOk(await captureOrder(services, request.actor, number))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/paid',
    {
      config: { permission: 'order:capture' },
      schema: {
        summary: 'Record that an order on invoice is paid',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      requireOk(await markOrderPaid(services, request.actor, number))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/cancel',
    {
      config: { permission: 'order:cancel' },
      schema: {
        summary: 'Cancel an order before it is shipped',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const isSteppedUp = hasSteppedUp(request.staff, services.clock())
      requireRefunded(await cancelOrder(services, request.actor, number, { isSteppedUp }))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/approve',
    {
      config: { permission: 'order:edit' },
      schema: {
        summary: 'Approve a held order',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      requireOk(await approveOrder(services, request.actor, number))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/reject',
    {
      config: { permission: 'order:cancel' },
      schema: {
        summary: 'Reject a held order',
        params: orderParams,
        body: rejectBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      const { reason } = request.body
      const isSteppedUp = hasSteppedUp(request.staff, services.clock())
      requireRefunded(await rejectOrder(services, request.actor, number, reason, { isSteppedUp }))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/move',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'Record that an order is being packed, or has arrived',
        params: orderParams,
        body: moveBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await orderOf(request)
      requireOk(await moveOrder(services, request.actor, number, request.body.to))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/mails',
    {
      config: { permission: 'order:note' },
      schema: {
        summary: 'Send a mail of an order again',
        params: orderParams,
        body: resendBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const order = await orderOf(request)
      requireOk(await resendMail(services, request.actor, factsOf(order), request.body.kind))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/notes',
    {
      config: { permission: 'order:note' },
      schema: {
        summary: 'Write a note about an order',
        params: orderParams,
        body: noteBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const order = await orderOf(request)
      const { body, mentions } = request.body
      const author = { staffId: request.staff.id }
      const note = { order: factsOf(order), author, body, mentions }
      await addOrderNote(services, request.actor, note)
      return { done: true as const }
    },
  )

  app.get(
    '/admin/api/orders/:number/invoices/:invoice',
    {
      config: { permission: 'order:read' },
      schema: { summary: 'An invoice or credit note of an order, as PDF', params: orderInvoiceParams },
    },
    async (request, reply) => {
      const order = await orderOf(request)
      const invoices = await invoicesOf(db, order.id)
      const document = invoices.find(({ number }) => number === request.params.invoice)?.document
      if (!document) throw new AdminRefusal(404, 'unknown_invoice')
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${invoiceFileName(document)}"`)
        .send(Buffer.from(await renderInvoice(document)))
    },
  )

  app.get(
    '/admin/api/orders/:number/parcels/:reference/label',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'The label of a parcel that is booked with its carrier, as PDF',
        params: orderParcelParams,
      },
    },
    async (request, reply) => {
      const order = await orderOf(request)
      const { reference } = request.params
      const parcel = (await parcelsOf(db, order.id)).find((each) => each.reference === reference)
      const label = parcel && (await labelOf(services, parcel))
      if (!label) throw new AdminRefusal(404, 'unknown_label')
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${reference}.pdf"`)
        .send(Buffer.from(label))
    },
  )
}
