/** The catalogue over HTTP: search, listings, product, category tree (API-06, 07, 21, 22, 23). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import {
  categoryChildrenAnswer,
  categoryChildrenRequest,
  categoryTreeAnswer,
  categoryTreeQuery,
  listingAnswer,
  listingQuery,
  movedAnswer,
  productDetails,
  productParams,
  upsellingAnswer,
  upsellingParams,
  type ListingQueryString,
  type ProductDetails,
} from '../contract/catalogue.ts'
import { notFoundAnswer } from '../contract/error.ts'
import type { Catalogue, Listing, ListingScope, SearchAnswer } from '../domain/catalogue/catalogue.ts'
import { isLikelyPlate } from '../domain/devices/plate.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

export interface CatalogueRoutesOptions {
  catalogue: Catalogue
  /** Schemas of the fields that modules add to a product's page. */
  productParts: Readonly<Record<string, z.ZodType>>
}

export const catalogueRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (app, options) => {
  checkStoreQuery(app)
  // The index returns the contract's shapes, checked by types: parsing cards again costs more than reading
  // them.
  app.setSerializerCompiler(() => JSON.stringify)
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
        querystring: withStore(listingQuery.shape),
        response: {
          200: listingAnswer,
          404: notFoundAnswer,
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
        ...(isSearchAnswer(listing)
          ? searchParts(locale, request.query.query ?? '', listing)
          : { categories: [] }),
      }
    },
  )
}

const productRoutes: FastifyPluginAsyncZod<CatalogueRoutesOptions> = async (
  app,
  { catalogue, productParts },
) => {
  // Its type has the fields that modules declare (`ProductParts`).
  const withParts = productDetails.extend(productParts) as unknown as z.ZodType<ProductDetails>
  app.get(
    '/api/products/:slug',
    {
      schema: {
        summary: 'One product with everything its page shows',
        params: productParams,
        querystring: withStore({}),
        response: { 200: withParts, 301: movedAnswer, 404: notFoundAnswer },
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
        params: upsellingParams,
        querystring: withStore({}),
        response: { 200: upsellingAnswer },
      },
    },
    async (request) => {
      const [card] = catalogue.productsById(request.query.locale, [toProductId(request.params.id)])
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
        summary: 'The category tree; main_menu=true leaves out categories hidden from menus',
        querystring: withStore(categoryTreeQuery.shape),
        response: { 200: categoryTreeAnswer },
      },
    },
    async (request) =>
      catalogue.categoryTree(request.query.locale, { mainMenu: request.query.main_menu === 'true' }),
  )

  app.post(
    '/api/category-children',
    {
      schema: {
        summary: 'Category path → those of the products that are in its branch',
        querystring: withStore({}),
        body: categoryChildrenRequest,
        response: { 200: categoryChildrenAnswer },
      },
    },
    async (request) =>
      catalogue.categoryChildren(
        request.query.locale,
        request.body.productIDs.map(toProductId),
        request.body.Categories,
      ),
  )
}

const isSearchAnswer = (listing: Listing): listing is SearchAnswer => 'suggestions' in listing

function searchParts(store: StoreCode, query: string, { categories, suggestions }: SearchAnswer) {
  const { shownFor, insteadOf, isFull, queries, categories: nearest } = suggestions
  return {
    categories,
    suggestions: {
      shown_for: shownFor,
      instead_of: insteadOf,
      queries,
      categories: nearest,
      is_plate: isLikelyPlate(stores[store].countryCode, query, isFull),
    },
  }
}

function scopeOf(query: ListingQueryString): ListingScope | { kind: 'search'; query: string } {
  if (query.category !== undefined) return { kind: 'category', path: query.category }
  if (query.brand !== undefined) return { kind: 'brand', slug: query.brand }
  if (query.tag !== undefined) return { kind: 'tag', slug: query.tag }
  return { kind: 'search', query: query.query ?? '' }
}
