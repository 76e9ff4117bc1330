/** Asking for a notice of a lower price. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askConfirmation } from '../../api/ask-confirmation.ts'
import { emailField as email } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import { errorAnswer } from '../../contract/error.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { priceNoticeRequest } from './contract.ts'
import { noticePrice } from './notice-price.ts'

/** Rate limit per address, requests per minute; the form is for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const priceNoticeRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  checkStoreQuery(app)
  app.post(
    '/api/price-notices',
    {
      config,
      schema: {
        summary:
          'Mails the address a link by which it hears when a product costs less than now; the answer is the same for every address',
        querystring: withStore({}),
        body: priceNoticeRequest.extend({ email }),
        response: { 204: z.null(), 404: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { sku, email: address } = request.body
      const [product] = services.catalogue.cartProductsBySku(code, sku ? [toSku(sku)] : [])
      const priceMinor = product ? noticePrice(product) : null
      if (product === undefined || priceMinor === null) throw new Fault('not_found')
      const subject = { purpose: 'price', store: code, email: address, productId: product.id } as const
      await askConfirmation(services, { ...subject, priceMinor }, request)
      return reply.code(204).send(null)
    },
  )
}
