/** The page of a return, and what staff do with returns and withdrawals; their lists are declared. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import {
  returnActionAnswer,
  returnActionBody,
  returnPage,
  returnParams,
  returnPhotoParams,
  returnPreview,
  returnPreviewBody,
  withdrawalActionBody,
  withdrawalParams,
} from './staff-contract.ts'
import { allowedReturnActions, returnTimeline } from './return-steps.server.ts'
import { previewReturnRefund } from './preview-return-refund.server.ts'
import { toMajor, zeroMinor } from '../../domain/money/money.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { readCustomerPicture, returnPictures } from './customer-picture-repository.server.ts'
import {
  exchangeReturn,
  inspectReturn,
  noteReturnSent,
  receiveReturn,
  refundReturn,
  rejectReturn,
} from './handle-return.server.ts'
import { readReturns } from './register-return.server.ts'
import { returnsOf } from './return-repository.server.ts'
import { carrierName } from '../../domain/shipping/carrier-name.ts'
import { stores } from '../../domain/stores/stores.ts'
import {
  noteGoodsBack,
  closeWithdrawal,
  matchWithdrawal,
  rejectWithdrawal,
  reopenWithdrawal,
} from './handle-withdrawal.server.ts'
import { storeOfWithdrawal } from './withdrawal-repository.server.ts'
import { AdminRefusal, requireOk } from '../../api/admin/admin-refusal.ts'
import type { AdminServices } from '../../api/admin/admin-services.ts'
import { viewAuditEntry } from '../../api/admin/audit-view.ts'
import { requireRefunded } from '../../api/admin/refund-limits.ts'
import { hasSteppedUp, requireStore } from '../../api/admin/require-permission.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }
export const adminReturnRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock } = services
  /** The return's id, and its order; `number`: of the return, within its order. */
  const returnOf = async (request: FastifyRequest & { params: { id: string } }) => {
    const id = request.params.id.toUpperCase()
    const order = await findOrderByNumber(db, id.slice(0, id.indexOf('-')))
    if (!order) throw new AdminRefusal(404, 'unknown_return')
    requireStore(request, order.snapshot.store)
    return { id, order, number: Number(id.slice(id.indexOf('-') + 2)) }
  }

  app.get(
    '/admin/api/returns/:id',
    {
      config: { permission: 'return:read' },
      schema: {
        summary: 'A return: its goods, photos, and what is refunded',
        params: returnParams,
        response: { 200: returnPage, ...refused },
      },
    },
    async (request) => {
      const { id, order, number } = await returnOf(request)
      const { returns } = await readReturns(services, order)
      const own = returns.find((each) => each.id === id)
      if (!own) throw new AdminRefusal(404, 'unknown_return')
      const { store, customer } = order.snapshot
      const photos = await returnPictures(db, order.id, number)
      return {
        id,
        order: order.number,
        store,
        registeredAt: own.registeredAt.toISOString(),
        status: own.status,
        buyer: customer.companyName || `${customer.firstName} ${customer.lastName}`.trim(),
        items: own.items.map(({ sku, name, quantity, reason, transport, exchange }) => ({
          sku,
          name,
          quantity,
          reason,
          transport,
          exchange: exchange && { sku: exchange.sku, name: exchange.name },
        })),
        comment: own.comment,
        photos,
        parcel: own.parcel && {
          status: own.parcel.status,
          carrier: carrierName(own.parcel.carrier),
          trackingUrl: own.parcel.trackingUrl,
        },
        currency: stores[store].currency,
        amount: own.amountMinor === null ? null : toMajor(own.amountMinor),
        refundsShipping: own.refundsShipping,
        refund: own.refundNumber,
        exchangeOrder: own.exchangeOrder,
        rejection: own.rejection,
        actions: allowedReturnActions(own),
        timeline: (await returnTimeline(db, own)).map(viewAuditEntry),
      }
    },
  )

  app.get(
    '/admin/api/returns/:id/photos/:photo',
    {
      config: { permission: 'return:read' },
      schema: { summary: 'A photo of returned goods, as JPEG', params: returnPhotoParams },
    },
    async (request, reply) => {
      const { order, number } = await returnOf(request)
      const { photo } = request.params
      const own = await returnPictures(db, order.id, number)
      const jpeg = own.includes(photo) ? await readCustomerPicture(db, order.id, photo) : null
      if (jpeg === null) throw new AdminRefusal(404, 'unknown_photo')
      return reply.type('image/jpeg').send(jpeg)
    },
  )

  app.post(
    '/admin/api/returns/:id/refund-preview',
    {
      config: { permission: 'order:refund' },
      schema: {
        summary: 'What the refund of a return would pay; books nothing',
        params: returnParams,
        body: returnPreviewBody,
        response: { 200: returnPreview, ...refused },
      },
    },
    async (request) => {
      const { id, order } = await returnOf(request)
      const own = (await returnsOf(db, order.id)).find((each) => each.id === id)
      if (!own) throw new AdminRefusal(404, 'unknown_return')
      const { shipping } = request.body
      const previewed = await previewReturnRefund(services, request.actor, order, { id, shipping })
      const { answer, offInvoiceMinor } = previewed
      requireOk(answer)
      return {
        amount: toMajor(answer.refund?.amountMinor ?? zeroMinor),
        shipping: toMajor(answer.refund?.shippingMinor ?? zeroMinor),
        offInvoice: toMajor(offInvoiceMinor),
        refundsShipping: own.refundsShipping,
      }
    },
  )

  app.post(
    '/admin/api/returns/:id/actions',
    {
      config: { permission: 'return:handle' },
      schema: {
        summary: 'Receive, inspect, refund, exchange or reject a return',
        params: returnParams,
        body: returnActionBody,
        response: { 200: returnActionAnswer, ...refused },
      },
    },
    async (request) => {
      const { id, order } = await returnOf(request)
      const { actor, body } = request
      const isSteppedUp = hasSteppedUp(request.staff, clock())
      const handle = () => {
        switch (body.action) {
          case 'sent':
            return noteReturnSent(services, actor, id)
          case 'receive':
            return receiveReturn(services, actor, id)
          case 'inspect':
            return inspectReturn(services, actor, id)
          case 'refund':
            requireRefund(request, order.snapshot.store)
            return refundReturn(services, actor, id, { shipping: body.shipping, isSteppedUp })
          case 'exchange':
            requireRefund(request, order.snapshot.store)
            return exchangeReturn(services, actor, id, { isSteppedUp })
          case 'reject':
            return rejectReturn(services, actor, id, body.reason)
        }
      }
      const answer = await handle()
      requireRefunded(answer)
      return { id: answer.id, refund: answer.refund?.number ?? null, exchangeOrder: answer.exchangeOrder }
    },
  )

  app.post(
    '/admin/api/withdrawals/:id/actions',
    {
      config: { permission: 'return:handle' },
      schema: {
        summary: 'Note that the goods of a withdrawal have arrived, find its order, close or reject it',
        params: withdrawalParams,
        body: withdrawalActionBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { id } = request.params
      const { actor, body } = request
      const declaredIn = await storeOfWithdrawal(db, id)
      if (declaredIn === null) throw new AdminRefusal(404, 'unknown_withdrawal')
      requireStore(request, declaredIn)
      switch (body.action) {
        case 'goods_back':
          await noteGoodsBack(db, actor, id, body.undo ? null : new Date(clock()))
          break
        case 'close':
          requireOk(
            body.undo
              ? await reopenWithdrawal(services, actor, id)
              : await closeWithdrawal(services, actor, id, body.reason),
          )
          break
        case 'reject':
          requireOk(await rejectWithdrawal(services, actor, id, body.reason))
          break
        case 'match': {
          // An order of another store may be meant: the form is the one of the store in which the buyer was.
          const order = await findOrderByNumber(db, body.order.toUpperCase())
          if (!order) throw new AdminRefusal(404, 'unknown_order')
          requireStore(request, order.snapshot.store)
          requireOk(await matchWithdrawal(services, actor, id, order.number))
        }
      }
      return { done: true as const }
    },
  )
}

/** The refund of a return is a refund, and an exchange refunds the other goods and the difference in price. */
function requireRefund(request: FastifyRequest, store: Parameters<typeof requireStore>[1]): void {
  if (!request.staff.grants['order:refund']?.includes(store))
    throw new AdminRefusal(403, 'permission_missing', { permission: 'order:refund' })
}
