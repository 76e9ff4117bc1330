/**
 * Pictures that buyers send: of faulty goods with a return, and of proofs that an old battery was returned (BattDG
 * § 19). The body is the file itself. They are answered to those who may read the order, and to nobody else.
 */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  customerPictureParams,
  depositProofAnswer,
  depositProofQuery,
  returnPhotoAnswer,
} from './contract.ts'
import { errorAnswer } from '../../contract/error.ts'
import { orderParams } from '../../contract/orders.ts'
import { returnParams } from './contract.ts'
import { largestPictureBytes } from '../../domain/pictures/inspect-picture.server.ts'
import type { RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import { readCustomerPicture, returnPictures } from './customer-picture-repository.server.ts'
import { submitDepositProof } from './refund-deposit.server.ts'
import { addReturnPhoto } from './return-photos.server.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { Fault } from '../../api/errors.ts'
import { acceptPictures, pictureBody } from '../../api/picture-body.ts'
import { pictureRefusal } from '../../api/picture-refusal.ts'
import { limitUploads } from '../../api/picture-uploads.ts'
import { privateAnswers } from '../../api/private-answers.ts'
import { requireReadableOrder, type OrderRequest } from '../../api/readable-order.ts'
import type { SessionReader } from '../../api/sessions.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

export interface CustomerPictureRoutesOptions extends Pick<RefundServices, 'db' | 'clock'> {
  sessions: SessionReader
}

const noAccess = { 401: errorAnswer, 403: errorAnswer }
const tooMany = { 429: errorAnswer, 503: errorAnswer }

export const customerPictureRoutes: FastifyPluginAsyncZod<CustomerPictureRoutesOptions> = async (
  app,
  services,
) => {
  const { db } = services
  checkStoreQuery(app)
  privateAnswers(app)
  app.removeAllContentTypeParsers()
  acceptPictures(app)

  const open = (request: OrderRequest) => requireReadableOrder(services, request)
  /** Large files are read only from those who may read the order. */
  const openFirst = async (request: FastifyRequest) => void (await open(request as OrderRequest))
  const onRequest = [openFirst, limitUploads]

  app.post(
    '/api/orders/:id/returns/:number/photos',
    {
      config: { session: 'any' },
      onRequest,
      bodyLimit: largestPictureBytes,
      schema: {
        summary:
          'Adds a photo of faulty goods to a return; the body is the file (JPEG, PNG, WebP, AVIF, GIF)',
        params: returnParams,
        querystring: withStore({}),
        response: {
          200: returnPhotoAnswer,
          ...noAccess,
          ...tooMany,
          404: errorAnswer,
          409: errorAnswer,
          422: errorAnswer,
        },
      },
    },
    async (request) => {
      const { order, actor } = await open(request)
      const { number } = request.params
      const bytes = pictureBody(request)
      const answer = await addReturnPhoto(services, actor, { orderNumber: order.number, number, bytes })
      if (answer.ok) return { id: answer.id }
      const said = textsOf(requireStore(request).code).answers.picture
      switch (answer.code) {
        case 'unknown_return':
          throw new Fault('not_found')
        case 'wrong_status':
          throw new Fault('conflict')
        case 'not_faulty':
        case 'too_many_photos':
          throw new Fault('conflict', { detail: said[answer.code] })
        default:
          throw new Fault('invalid_fields', { fields: { photo: said[pictureRefusal(answer.code)] } })
      }
    },
  )

  app.get(
    '/api/orders/:id/returns/:number/photos/:picture',
    {
      config: { session: 'any' },
      schema: {
        summary: 'A photo of a return of the calling account or order login, as JPEG',
        params: customerPictureParams,
        querystring: withStore({}),
        response: {
          200: z.instanceof(Buffer).meta({ type: 'string', format: 'binary', description: 'The photo' }),
          ...noAccess,
          404: errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { order } = await open(request)
      const { number, picture } = request.params
      const own = await returnPictures(db, order.id, number)
      const jpeg = own.includes(picture) ? await readCustomerPicture(db, order.id, picture) : null
      if (!jpeg) throw new Fault('not_found')
      reply
        .type('image/jpeg')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'")
      return jpeg
    },
  )

  app.post(
    '/api/orders/:id/deposit-proofs',
    {
      config: { session: 'any' },
      onRequest,
      bodyLimit: largestPictureBytes,
      schema: {
        summary: 'Sends a proof that old starter batteries were returned; the body is a picture of it',
        params: orderParams,
        querystring: withStore(depositProofQuery),
        response: { 200: depositProofAnswer, ...noAccess, ...tooMany, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { order, actor } = await open(request)
      const { quantity, proof_on: proofOn } = request.query
      const bytes = pictureBody(request)
      const input = { orderNumber: order.number, quantity, proofOn, bytes }
      const answer = await submitDepositProof(services, actor, input)
      if (answer.ok) return { id: answer.id }
      const { answers, strings } = textsOf(requireStore(request).code)
      switch (answer.code) {
        case 'unknown_order':
          throw new Fault('forbidden')
        case 'no_deposit':
          throw new Fault('conflict', { detail: strings[`deposit_refusal.${answer.code}`] })
        case 'proof_too_old':
        case 'proof_in_future':
          throw new Fault('invalid_fields', {
            fields: { proof_on: strings[`deposit_refusal.${answer.code}`] },
          })
        default:
          throw new Fault('invalid_fields', {
            fields: { photo: answers.picture[pictureRefusal(answer.code)] },
          })
      }
    },
  )
}
