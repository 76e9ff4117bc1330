/** The catalogue over HTTP: search, listings, product, category tree (API-06, 07, 21, 22, 23). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  listingSorts,
  type Catalogue,
  type Listing,
  type ListingScope,
  type SearchAnswer,
} from '../domain/catalogue/catalogue.ts'
import type { ProductCard, ProductDetails } from '../domain/catalogue/product.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

export interface CatalogueRoutesOptions {
  catalogue: Catalogue
}

/** Shapes are owned by domain/catalogue/product.ts; the description here is for readers of the OpenAPI. */
export const productCard = z
  .custom<ProductCard>()
  .meta({ description: 'A product as cards and cart lines need it (ENTITY-11..18)' })
const notFound = z.object({ message: z.string() })

const categoryHit = z.object({ slug: z.string(), uri: z.string(), hierarchy: z.array(z.string()) })

const suggestions = z
  .object({
    shown_for: z.string().nullable().meta({
      description: 'The query whose hits are shown in place of the one typed; null: of the typed one',
    }),
    instead_of: z.string().nullable().meta({
      description: 'A brand in the query that the store does not sell; the hits are what it has instead',
    }),
    queries: z.array(z.string()).meta({ description: 'Nearest queries, best first' }),
    categories: z.array(categoryHit).meta({ description: 'Nearest categories where no product was found' }),
  })
  .meta({ description: 'Ways on from a query that was mistyped or found little; with a query only' })

const listQuery = withStore({
  query: z.string().optional(),
  category: z.string().max(500).optional(),
  brand: z.string().max(200).optional(),
  tag: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  sort: z.enum(listingSorts).default('relevance'),
  nc: z.string().optional(),
  co: z.string().optional(),
})

export const catalogueRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, options) => {
  checkStoreQuery(app)
  await listingRoute(app, options)
  await productRoutes(app, options)
  await categoryRoutes(app, options)
}

const listingRoute: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, { catalogue }) => {
  app.get(
    '/api/products',
    {
      schema: {
        summary: 'Search hits, or the products of a category, brand or tag; x-be-records is the count of all',
        querystring: listQuery,
        response: {
          200: z.object({
            products: z.array(productCard),
            categories: z.array(categoryHit),
            suggestions: suggestions.optional(),
          }),
          404: notFound,
        },
      },
    },
    async (request, reply) => {
      const { locale, page, sort } = request.query
      const scope = scopeOf(request.query)
      const listing =
        scope.kind === 'search'
          ? await catalogue.search(locale, { query: scope.query, page, sort, facets: {}, withFacets: false })
          : catalogue.listing(locale, { scope, page, sort, facets: {} })
      if (listing === null) return reply.code(404).send({ message: `This store has no such ${scope.kind}.` })
      reply.header('x-be-records', listing.total)
      return {
        products: listing.products,
        ...(isSearchAnswer(listing) ? searchParts(listing) : { categories: [] }),
      }
    },
  )
}

const productRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, { catalogue }) => {
  app.get(
    '/api/products/:slug',
    {
      schema: {
        summary: 'One product with everything its page shows',
        params: z.object({ slug: z.string().max(300) }),
        querystring: withStore({}),
        response: { 200: z.custom<ProductDetails>(), 301: z.object({ moved: z.string() }), 404: notFound },
      },
    },
    async (request, reply) => {
      const found = catalogue.product(request.query.locale, request.params.slug)
      if (found === null) return reply.code(404).send({ message: 'This store has no such product.' })
      if ('moved' in found) {
        const { locale, sid } = request.query
        const target = `/api/products/${encodeURIComponent(found.moved)}?locale=${locale}&sid=${sid}`
        return reply.code(301).header('location', target).send({ moved: found.moved })
      }
      return found.product
    },
  )

  app.get(
    '/api/products/:id/upselling',
    {
      schema: {
        summary: 'The bundles offered beside a product; null: none',
        params: z.object({ id: z.coerce.number().int() }),
        querystring: withStore({}),
        response: { 200: z.array(productCard).nullable() },
      },
    },
    async (request) => {
      const [card] = catalogue.productsById(request.query.locale, [request.params.id])
      if (!card?.has_upselling) return null
      const found = catalogue.product(request.query.locale, card.slug)
      return found !== null && 'product' in found && found.product.upselling.length > 0
        ? found.product.upselling
        : null
    },
  )
}

const categoryRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, { catalogue }) => {
  app.get(
    '/api/product-categories',
    {
      schema: {
        summary: 'The category tree; main_menu=true leaves out what menus do not show',
        querystring: withStore({ v: z.literal('2'), main_menu: z.enum(['true', 'false']).optional() }),
        response: { 200: z.array(z.any()) },
      },
    },
    async (request) =>
      catalogue.categoryTree(request.query.locale, { mainMenu: request.query.main_menu === 'true' }),
  )

  app.post(
    '/api/category-children',
    {
      schema: {
        summary: 'Category path → which of the products lie in its branch',
        querystring: withStore({}),
        body: z.object({
          productIDs: z.array(z.number().int()).max(500),
          Categories: z.array(z.number().int()).max(500),
        }),
        response: { 200: z.record(z.string(), z.array(z.number())) },
      },
    },
    async (request) =>
      catalogue.categoryChildren(request.query.locale, request.body.productIDs, request.body.Categories),
  )
}

const isSearchAnswer = (listing: Listing): listing is SearchAnswer => 'suggestions' in listing

function searchParts({ categories, suggestions }: SearchAnswer) {
  const { shownFor, insteadOf, queries, categories: nearest } = suggestions
  return {
    categories,
    suggestions: { shown_for: shownFor, instead_of: insteadOf, queries, categories: nearest },
  }
}

function scopeOf(query: z.infer<typeof listQuery>): ListingScope | { kind: 'search'; query: string } {
  if (query.category !== undefined) return { kind: 'category', path: query.category }
  if (query.brand !== undefined) return { kind: 'brand', slug: query.brand }
  if (query.tag !== undefined) return { kind: 'tag', slug: query.tag }
  return { kind: 'search', query: query.query ?? '' }
}
