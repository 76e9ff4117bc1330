/** Mentions of staff in notes about orders, in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { colleaguesAnswer, mentionsAnswer } from '../../contract/admin/mentions.ts'
import { doneAnswer, orderParams } from '../../contract/admin/orders.ts'
import { colleaguesIn, markMentionsSeen, mentionsOf } from '../../domain/order-notes/mentions.server.ts'
import type { AdminServices } from './admin-services.ts'
import { requestedOrder } from './requested-order.ts'

const refused = { 403: adminError, 404: adminError }

export const adminMentionRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
  app.get(
    '/admin/api/mentions',
    {
      config: { permission: 'signed-in' },
      schema: { summary: 'The latest notes that mention the person', response: { 200: mentionsAnswer } },
    },
    async ({ staff }) => {
      const stores = staff.grants['order:read'] ?? []
      const mentions = await mentionsOf(db, { staffId: staff.id, stores })
      return {
        mentions: mentions.map(({ id, orderNumber, author, body, writtenAt, isSeen }) => ({
          id,
          order: orderNumber,
          author,
          body,
          at: writtenAt.toISOString(),
          seen: isSeen,
        })),
      }
    },
  )

  app.post(
    '/admin/api/orders/:number/mentions/seen',
    {
      config: { permission: 'order:read', forKeys: false },
      schema: {
        summary: 'Note that the person has seen the notes of an order that mention them',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { id } = await requestedOrder(db, request)
      await markMentionsSeen(services, { staffId: request.staff.id, orderId: id })
      return { done: true as const }
    },
  )

  app.get(
    '/admin/api/orders/:number/colleagues',
    {
      config: { permission: 'order:note' },
      schema: {
        summary: 'Whom a note about an order can mention',
        params: orderParams,
        response: { 200: colleaguesAnswer, ...refused },
      },
    },
    async (request) => {
      const { snapshot } = await requestedOrder(db, request)
      return { colleagues: await colleaguesIn(db, snapshot.store) }
    },
  )
}
