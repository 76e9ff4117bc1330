/** Content of the shop: strings, layout blocks, deal, next delivery, hints (API-08, 10, 11, 24, 26). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  currentDealAnswer,
  hintsAnswer,
  hintsQuery,
  nextDeliveryAnswer,
  stringsAnswer,
  widgetAnswer,
  type DealAnswer,
} from '../contract/content.ts'
import { notFoundAnswer } from '../contract/error.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Content, Deal } from '../domain/content/content.ts'
import { widgetSlugs } from '../domain/content/content.ts'
import { isDealActive } from '../domain/content/deal.ts'
import { runningDeal } from '../domain/content/running-deal.ts'
import { stringsOf } from '../locales/texts.server.ts'
import { nextDeliveryAt } from '../domain/shipping/next-delivery.ts'
import { createGzippedTexts, sendText } from './gzipped-texts.ts'
import { longestTerm } from '../domain/search/search-term.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface ContentRoutesOptions {
  content: Content
  catalogue: Pick<Catalogue, 'productsById'>
  clock: () => number
}

export const contentRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (app, options) => {
  checkStoreQuery(app)
  await wordRoutes(app, options)
  await momentRoutes(app, options)
}

/** Content that changes only when it is edited. */
const wordRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (app, { content, clock }) => {
  // Every page waits for them, and they are constant for the life of the process.
  const words = createGzippedTexts(clock, Infinity)
  app.get(
    '/api/strings',
    {
      config: { whileClosed: true },
      schema: {
        summary: 'The strings of the store',
        querystring: withStore({}),
        response: { 200: stringsAnswer },
      },
    },
    async (request, reply) => {
      const { locale } = request.query
      const text = await words.get(locale, () => [JSON.stringify(stringsOf(locale))])
      const type = 'application/json; charset=utf-8'
      return sendText(request, reply, text, { type, maxAgeSeconds: 300 }) as never
    },
  )

  app.get(
    '/api/widget-by-slug/:slug',
    {
      config: { whileClosed: true },
      schema: {
        summary: 'A content block of the layout',
        params: z.object({ slug: z.enum(widgetSlugs) }),
        querystring: withStore({}),
        response: {
          200: widgetAnswer,
          404: notFoundAnswer,
        },
      },
    },
    async (request, reply) =>
      content.widget(request.query.locale, request.params.slug) ??
      reply.code(404).send({ message: 'No such block in this store.' }),
  )

  app.get(
    '/api/search-triggers',
    {
      schema: {
        summary: 'Hints for a search term',
        querystring: withStore(hintsQuery.shape),
        response: { 200: hintsAnswer },
      },
    },
    async (request) => content.hints(request.query.locale, request.query.query.slice(0, longestTerm)),
  )
}

const dealView = (deal: Deal): DealAnswer => ({
  title: deal.title,
  product_name: deal.productName,
  product_slug: deal.productSlug,
  discount: deal.discount,
  starts_at: deal.startsAt,
  expires_at: deal.expiresAt,
})

/** Content that depends on the time of day. */
const momentRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (
  app,
  { content, catalogue, clock },
) => {
  app.get(
    '/api/current-deal',
    {
      schema: {
        summary: 'The current or next deal; null: none',
        querystring: withStore({}),
        response: { 200: currentDealAnswer },
      },
    },
    async (request) => {
      const { locale } = request.query
      const now = clock()
      const next = content.currentDeal(locale, now)
      const isNext = next !== null && !isDealActive(next, now)
      const deal = isNext ? next : runningDeal(next, catalogue, locale, now)?.deal
      return deal ? dealView(deal) : null
    },
  )

  app.get(
    '/api/next-delivery',
    {
      schema: {
        summary: 'When the next parcels leave',
        querystring: withStore({}),
        response: { 200: nextDeliveryAnswer },
      },
    },
    async (request) => ({
      next_delivery: new Date(nextDeliveryAt(requireStore(request), clock())).toISOString(),
    }),
  )
}
