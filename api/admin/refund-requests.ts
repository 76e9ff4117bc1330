/** Refunds above the store's limit: asked for by one person, decided by another one. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  doneAnswer,
  orderParams,
  refundBody,
  refundRequestAnswer,
  refundRequestParams,
  rejectRefundBody,
} from '../../contract/admin/orders.ts'
import { toMajor, toMinor } from '../../domain/money/money.ts'
import type { RefundInput } from '../../domain/refunds/refund-locked.server.ts'
import { decideRefundRequest, requestRefund } from '../../domain/refunds/refund-requests.server.ts'
import { requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requireRefunded } from './refund-limits.ts'
import { hasSteppedUp } from './require-permission.ts'
import { requestedOrder } from './requested-order.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }

/** The body of a refund, of its preview and of a request for it. */
export const refundInput = (body: z.output<typeof refundBody>): RefundInput => ({
  request:
    body.request === 'everything'
      ? 'everything'
      : {
          lines: body.request.lines.map(({ uuid, quantity, open, amount }) => ({
            uuid,
            ...(quantity !== undefined && { quantity }),
            ...(open !== undefined && { open }),
            ...(amount !== undefined && { amountMinor: toMinor(amount) }),
          })),
          ...(body.request.shipping && { shipping: true }),
        },
  reason: body.reason,
  idempotencyKey: body.idempotencyKey,
  withdrawal: body.withdrawal,
})

export const adminRefundRequestRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services

  app.post(
    '/admin/api/orders/:number/refund-requests',
    {
      config: { permission: 'order:refund' },
      schema: {
        summary: 'Ask another person to approve a refund above the limit of the store',
        params: orderParams,
        body: refundBody,
        response: { 200: refundRequestAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await requestedOrder(db, request)
      const asked = { number, staffId: request.staff.id, ...refundInput(request.body) }
      const answer = await requestRefund(services, request.actor, asked)
      requireOk(answer)
      return { id: answer.id, amount: toMajor(answer.amountMinor) }
    },
  )

  app.post(
    '/admin/api/orders/:number/refund-requests/:id/approve',
    {
      // By a second person, and not by a program.
      config: { permission: 'order:refund', forKeys: false },
      schema: {
        summary: 'Approve a refund that another person asked for, and book it',
        params: refundRequestParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await requestedOrder(db, request)
      const isSteppedUp = hasSteppedUp(request.staff, services.clock())
      const { id } = request.params
      const decision = { number, id, staffId: request.staff.id, isSteppedUp, rejection: null }
      requireRefunded(await decideRefundRequest(services, request.actor, decision))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/refund-requests/:id/reject',
    {
      // By a second person, and not by a program.
      config: { permission: 'order:refund', forKeys: false },
      schema: {
        summary: 'Reject a refund that another person asked for',
        params: refundRequestParams,
        body: rejectRefundBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = await requestedOrder(db, request)
      const { id } = request.params
      const rejection = request.body.reason.trim()
      const decision = { number, id, staffId: request.staff.id, isSteppedUp: false, rejection }
      requireOk(await decideRefundRequest(services, request.actor, decision))
      return { done: true as const }
    },
  )
}
