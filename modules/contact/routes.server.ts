/** The contact form: photos that are uploaded for a message, and the message itself. No login; limited per network. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { contactAnswer, contactPhotoAnswer, contactRequest } from './contract.ts'
import { errorAnswer } from '../../contract/error.ts'
import { addContactPhoto, mayUploadPhoto } from './add-contact-photo.server.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { receiveMessage, type ReceiveMessageServices } from './receive-message.server.ts'
import { largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { emailField } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { acceptPictures, pictureBody } from '../../api/picture-body.ts'
import { pictureRefusal } from '../../api/picture-refusal.ts'
import { limitUploads } from '../../api/picture-uploads.ts'
import { rateLimitKey } from '../../api/rate-limit-key.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { serveWhileClosed } from '../../api/store-preview.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

/** The contract's message with a normalised e-mail address. */
const message = contactRequest.extend({ email: emailField })

const messageRoutes: FastifyPluginAsyncZod<ReceiveMessageServices> = async (app, services) => {
  checkStoreQuery(app)
  app.post(
    '/api/contact-messages',
    {
      schema: {
        summary: 'Takes a message to the shop and mails it there, with a receipt to its sender',
        querystring: withStore({}),
        body: message,
        response: { 200: contactAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      reply.header('cache-control', 'no-store')
      const { order_number: orderNumber, photos, ...sent } = request.body
      const input = {
        ...sent,
        orderNumber,
        photos: [...new Set(photos)],
        store,
        network: rateLimitKey(request),
      }
      const answer = await receiveMessage(services, buyerActor(request, null), input)
      if (answer.ok) return { reference: answer.reference, email: sent.email }
      if (answer.code === 'too_many_messages') throw new Fault('too_many_requests')
      throw new Fault('invalid_fields', {
        fields: { photos: textsOf(store).strings['contact.unknown_photos'] },
      })
    },
  )
}

/** A plugin of its own, because its bodies are files. */
const photoRoutes: FastifyPluginAsyncZod<ReceiveMessageServices> = async (app, services) => {
  checkStoreQuery(app)
  app.removeAllContentTypeParsers()
  acceptPictures(app)
  /** Large files are read only within the limit of the network. */
  const countUpload = async (request: FastifyRequest) => {
    if (!(await mayUploadPhoto(services, rateLimitKey(request)))) throw new Fault('too_many_requests')
  }
  app.post(
    '/api/contact-photos',
    {
      onRequest: [limitUploads, countUpload],
      bodyLimit: largestPictureBytes,
      schema: {
        summary: 'Keeps a photo for a message to the shop; the body is the file (JPEG, PNG, WebP, AVIF, GIF)',
        querystring: withStore({}),
        response: { 200: contactPhotoAnswer, 422: errorAnswer, 429: errorAnswer, 503: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const answer = await addContactPhoto(services, pictureBody(request))
      if (answer.ok) return { id: answer.id }
      const said = textsOf(requireStore(request).code).answers.picture
      throw new Fault('invalid_fields', { fields: { photos: said[pictureRefusal(answer.code)] } })
    },
  )
}

export const contactRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  serveWhileClosed(app)
  await app.register(messageRoutes, services)
  await app.register(photoRoutes, services)
}
