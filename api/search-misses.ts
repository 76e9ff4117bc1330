/**
 * POST /api/search-misses: browsers report a search that found nothing (decision 95). Results pages are cached whole, so
 * that the server does not see every search. What is reported is searched for again: nobody can count words that the
 * shop does find.
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { searchMiss } from '../contract/search-misses.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { isLikelyPlate } from '../domain/devices/plate.ts'
import { missedQuery } from '../domain/search/missed-query.ts'
import type { SearchMissCollector } from '../domain/search/search-miss-collector.server.ts'
import type { Store } from '../domain/stores/stores.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

/** Rate limit per address, requests per minute. */
const config = { rateLimit: { max: 20, timeWindow: '1 minute' } }

export interface SearchMissRoutesOptions {
  searchMisses: SearchMissCollector
  catalogue: Catalogue
}

export const searchMissRoutes: FastifyPluginAsyncZod<SearchMissRoutesOptions> = async (
  app,
  { searchMisses, catalogue },
) => {
  checkStoreQuery(app)
  app.addHook('onClose', () => searchMisses.flush())
  app.post(
    '/api/search-misses',
    {
      config,
      bodyLimit: 2048,
      schema: {
        summary: 'Counts a search that found nothing, without who searched',
        querystring: withStore({}),
        body: searchMiss,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const query = missedQuery(request.body.query)
      if (query !== null && !isLikelyPlate(store.countryCode, query, false) && (await isMissed(store, query)))
        searchMisses.note(store.code, query)
      return reply.code(204).send(null)
    },
  )

  async function isMissed({ code }: Store, query: string): Promise<boolean> {
    const { total } = await catalogue.search(code, {
      query,
      page: 1,
      sort: 'relevance',
      facets: {},
      withFacets: false,
    })
    return total === 0 && !catalogue.findDevices(code, query, 5).some(({ sold }) => sold)
  }
}
