/**
 * Files for search engines, price comparison sites and agents: robots.txt, llms.txt, sitemaps, the offers as
 * RSS, and the feeds of each store for Merchant Center, Meta and price comparison services.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { llmsText, robotsText } from '../domain/seo/machine-guides.ts'
import { offersFeed } from '../domain/seo/offers-feed.ts'
import { feedFiles, feedForms, hasFeed, type ProductFeeds } from '../domain/seo/product-feeds.ts'
import { sitemapIndexText, sitemapText } from '../domain/seo/sitemap-files.server.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Content } from '../domain/content/content.ts'
import { runningDeal } from '../domain/content/running-deal.ts'
import { stringsOf } from '../locales/texts.server.ts'
import { isOpenStore, openStoreCodes } from '../domain/stores/open-stores.ts'
import { machinePaths } from '../domain/stores/paths.ts'
import { isStoreCode, storePolicies, stores, type StoreCode } from '../domain/stores/stores.ts'
import { acceptsGzip, createGzippedTexts, sendText, unpacked } from './gzipped-texts.ts'

export interface SeoRoutesOptions {
  catalogue: Catalogue
  content: Content
  feeds: ProductFeeds
  publicUrl: string
  clock: () => number
}

/** A store that shoppers can use: a closed one is shown to no program. */
const isShown = (store: string): store is StoreCode => isStoreCode(store) && isOpenStore(store)

const requestsPerMinute = 300
const maxAgeSeconds = 600
const xml = { type: 'application/xml; charset=utf-8', maxAgeSeconds }

export const seoRoutes: FastifyPluginAsync<SeoRoutesOptions> = async (app, options) => {
  await app.register(rateLimit, { max: requestsPerMinute, timeWindow: '1 minute' })
  const plain = { type: 'text/plain; charset=utf-8', maxAgeSeconds: 3600 }
  const texts = createGzippedTexts(options.clock, maxAgeSeconds * 1000)
  // The text is its own key: what the merchant changes is in it at once.
  const guide = (text: string) => texts.get(text, () => [text])
  app.get('/robots.txt', async (request, reply) =>
    sendText(request, reply, await guide(robotsText(options.publicUrl)), plain),
  )
  app.get(machinePaths.llms, async (request, reply) =>
    sendText(request, reply, await guide(llmsText(options.publicUrl)), plain),
  )
  await app.register(sitemapRoutes, options)
  await app.register(feedRoutes, options)
}

const sitemapRoutes: FastifyPluginAsync<SeoRoutesOptions> = async (app, options) => {
  const texts = createGzippedTexts(options.clock, maxAgeSeconds * 1000)
  app.get(machinePaths.sitemapIndex, async (request, reply) =>
    sendText(
      request,
      reply,
      await texts.get(`index ${openStoreCodes().join()}`, () => sitemapIndexText(options)),
      xml,
    ),
  )
  app.get<{ Params: { store: string; file: string } }>('/sitemaps/:store/:file', async (request, reply) => {
    const { store, file } = request.params
    const pieces =
      isShown(store) && file.endsWith('.xml') ? sitemapText(options, store, file.slice(0, -4)) : null
    if (pieces === null) return reply.code(404).send({ message: 'No such sitemap' })
    return sendText(request, reply, await texts.get(`${store}/${file}`, () => pieces), xml)
  })
}

const feedRoutes: FastifyPluginAsync<SeoRoutesOptions> = async (app, options) => {
  const texts = createGzippedTexts(options.clock, maxAgeSeconds * 1000)
  app.get<{ Params: { store: string } }>('/feeds/:store/offers.rss', async (request, reply) => {
    const { store } = request.params
    if (!isShown(store)) return reply.code(404).send({ message: 'No such feed' })
    const text = await texts.get(store, () => [offersText(options, store)])
    return sendText(request, reply, text, { type: 'application/rss+xml; charset=utf-8', maxAgeSeconds })
  })
  for (const form of feedForms) {
    const { file: name, type } = feedFiles[form]
    app.get<{ Params: { store: string } }>(`/feeds/:store/${name}`, async (request, reply) => {
      const { store } = request.params
      if (!isShown(store) || !hasFeed(store, form)) return reply.code(404).send({ message: 'No such feed' })
      const path = await options.feeds.file(store, form)
      const { mtime } = await stat(path)
      const file = createReadStream(path)
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', `public, max-age=${maxAgeSeconds}`)
        .header('last-modified', mtime.toUTCString())
        .header('vary', 'accept-encoding')
      if (!acceptsGzip(request)) return reply.send(unpacked(file))
      return reply.header('content-encoding', 'gzip').send(file)
    })
  }
}

function offersText({ catalogue, content, publicUrl, clock }: SeoRoutesOptions, code: StoreCode): string {
  const now = clock()
  const scope = { kind: 'tag', slug: storePolicies[code].saleTag } as const
  const words = stringsOf(code)
  return offersFeed({
    store: stores[code],
    publicUrl,
    title: words['home.sale'] ?? '',
    description: storePolicies[code].storefront.description,
    lowestPrice: words['price.lowest_30_days'] ?? '',
    deal: runningDeal(content.currentDeal(code, now), catalogue, code, now),
    products: catalogue.listing(code, { scope, sort: 'relevance', page: 1, facets: {} })?.products ?? [],
  })
}
