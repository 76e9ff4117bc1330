/** A message of the contact form in the back office: its page, photos and answers. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  messageAnswerBody,
  messagePage,
  messageParams,
  messagePhotoParams,
  messageStatusBody,
} from './staff-contract.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import { answerMessage, changeMessageStatus } from './answer-message.server.ts'
import {
  answersOf,
  findMessageByReference,
  findPhoto,
  photoIdsOf,
  type MessageOfStaff,
} from './contact-answer-repository.server.ts'
import { AdminRefusal, requireOk } from '../../api/admin/admin-refusal.ts'
import type { AdminServices } from '../../api/admin/admin-services.ts'
import { viewAuditEntry } from '../../api/admin/audit-view.ts'
import { requireStore } from '../../api/admin/require-permission.ts'

const refused = { 403: adminError, 404: adminError }

export const messageRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services

  /** Throws a refusal: 404 where there is none, 403 where the person may not touch its store. */
  async function messageOf(request: FastifyRequest): Promise<MessageOfStaff> {
    const { reference } = request.params as z.output<typeof messageParams>
    const message = await findMessageByReference(db, reference)
    if (!message) throw new AdminRefusal(404, 'unknown_message')
    requireStore(request, message.store)
    return message
  }

  app.get(
    '/admin/api/messages/:reference',
    {
      config: { permission: 'message:read' },
      schema: {
        summary: 'A message with its answers and timeline',
        params: messageParams,
        response: { 200: messagePage, ...refused },
      },
    },
    async (request) => {
      const message = await messageOf(request)
      const { id, reference, store, topic, name, email, status } = message
      const [photos, answers, entries] = await Promise.all([
        photoIdsOf(db, id),
        answersOf(db, id),
        listAudit(db, { objectKind: 'contact_message', objectId: reference, limit: 200 }),
      ])
      return {
        reference,
        store,
        topic,
        name,
        email,
        status,
        orderNumber: message.orderNumber,
        order: message.order,
        isOrdersEmail: message.isOrdersEmail,
        message: message.message,
        receivedAt: message.receivedAt.toISOString(),
        statusChangedAt: message.statusChangedAt && message.statusChangedAt.toISOString(),
        statusChangedBy: message.statusChangedBy,
        photos,
        answers: answers.map(({ writtenAt, sentAt, ...answer }) => ({
          ...answer,
          writtenAt: writtenAt.toISOString(),
          sentAt: sentAt && sentAt.toISOString(),
        })),
        timeline: (await withActorNames(db, entries)).map(viewAuditEntry),
      }
    },
  )

  app.get(
    '/admin/api/messages/:reference/photos/:photo',
    {
      config: { permission: 'message:read' },
      schema: { summary: 'A photo of a message, as JPEG', params: messagePhotoParams },
    },
    async (request, reply) => {
      const { id } = await messageOf(request)
      const bytes = await findPhoto(db, { id: request.params.photo, messageId: id })
      if (bytes === null) throw new AdminRefusal(404, 'unknown_photo')
      return reply.type('image/jpeg').send(bytes)
    },
  )

  app.post(
    '/admin/api/messages/:reference/answers',
    {
      config: { permission: 'message:answer' },
      schema: {
        summary: 'Mail an answer to the sender of a message',
        params: messageParams,
        body: messageAnswerBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const message = await messageOf(request)
      requireOk(
        await answerMessage(services, request.actor, {
          message,
          staffId: request.staff.id,
          ...request.body,
        }),
      )
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/messages/:reference/status',
    {
      config: { permission: 'message:answer' },
      schema: {
        summary: 'Note that a message was answered elsewhere, close it, or open it again',
        params: messageParams,
        body: messageStatusBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const message = await messageOf(request)
      requireOk(
        await changeMessageStatus(services, request.actor, {
          message,
          staffId: request.staff.id,
          status: request.body.status,
        }),
      )
      return { done: true as const }
    },
  )
}
