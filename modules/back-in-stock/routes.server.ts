/** Asking for a notice that a product can be bought again (CARD-11). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askConfirmation } from '../../api/ask-confirmation.ts'
import { emailField as email } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import { errorAnswer } from '../../contract/error.ts'
import { productTypes } from '../../domain/catalogue/product-type.ts'
import { toSku } from '../../domain/products/sku.ts'
import { textsOf } from '../../locales/texts.server.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { stockNotificationRequest } from './contract.ts'
import { isOutOfStock } from './stock-notification-repository.server.ts'

/** Rate limit per address, requests per minute; the form is for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const stockNotificationRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  const { db, catalogue, clock } = services
  checkStoreQuery(app)
  app.post(
    '/api/stock-notifications',
    {
      config,
      schema: {
        summary:
          'Mails the address a link by which it hears when a product that is out of stock can be bought again; the answer is the same for every address',
        querystring: withStore({}),
        body: stockNotificationRequest.extend({ email }),
        response: {
          204: z.null(),
          404: errorAnswer,
          409: errorAnswer,
          422: errorAnswer,
          429: errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { sku, email: address } = request.body
      const [product] = catalogue.cartProductsBySku(code, sku ? [toSku(sku)] : [])
      if (product === undefined) throw new Fault('not_found')
      const isOut =
        product.type !== productTypes.GiftCard &&
        (await isOutOfStock(db, { store: code, productId: product.id, now: clock() }))
      if (!isOut) throw new Fault('conflict', { detail: textsOf(code).strings['notice.not_out_of_stock'] })
      await askConfirmation(
        services,
        { purpose: 'stock', store: code, email: address, productId: product.id, priceMinor: null },
        request,
      )
      return reply.code(204).send(null)
    },
  )
}
