/**
 * Reviews of products: a product's reviews, the vote that one was helpful, and writing them with the token of
 * the link mailed to the buyer of an order.
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../../contract/error.ts'
import { newReviews, reviewParams, reviewsAnswer, reviewsParams, reviewsQuery } from './contract.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { reviewsPerPage } from './review.ts'
import { publishedReviews } from './review-repository.server.ts'
import { reviewView } from './review-view.ts'
import { voteHelpful } from './vote-helpful.server.ts'
import { writeReviews } from './write-reviews.server.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { Fault } from '../../api/errors.ts'
import { rateLimitKey } from '../../api/rate-limit-key.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

/** Rate limit per address, requests per minute; votes and reviews are made by people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const reviewRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  checkStoreQuery(app)
  await app.register(readingRoutes, services)

  app.post(
    '/api/reviews',
    {
      // Of an order that was placed before.
      config: { ...config, whileClosed: true },
      schema: {
        summary: 'Writes the reviews of an order with the token of its link; they are published when checked',
        querystring: withStore({}),
        body: newReviews,
        response: { 204: z.null(), 403: errorAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      requireStore(request)
      const { token, show_name: showName, reviews } = request.body
      const written = await writeReviews(services, buyerActor(request, null), { token, showName, reviews })
      if (written.ok) return reply.code(204).send(null)
      if (written.code === 'link_refused') throw new Fault('forbidden')
      throw new Fault(written.code === 'link_used' ? 'conflict' : 'invalid_fields')
    },
  )
}

const readingRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  app.get(
    '/api/products/:id/reviews',
    {
      schema: {
        summary: 'A page of the published reviews of a product and its variants, the store’s own first',
        params: reviewsParams,
        querystring: withStore(reviewsQuery.shape),
        response: { 200: reviewsAnswer },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      const { sort, page } = request.query
      const productId = toProductId(request.params.id)
      const { reviews, total } = await publishedReviews(services.db, { productId, store, sort, page })
      reply.header('cache-control', 'no-store')
      return { reviews: reviews.map(reviewView), total, pages: Math.ceil(total / reviewsPerPage) }
    },
  )

  app.post(
    '/api/reviews/:id/helpful',
    {
      config,
      schema: {
        summary: 'Counts a vote that a review was helpful; once per account, or per network of a guest',
        params: reviewParams,
        querystring: withStore({}),
        response: { 204: z.null(), 404: errorAnswer },
      },
    },
    async (request, reply) => {
      requireStore(request)
      const accountId = await services.accountOf(request)
      const vote = { reviewId: request.params.id, accountId, network: rateLimitKey(request) }
      if (!(await voteHelpful(services, vote)).ok) throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
}
