/** Products, their prices and their stock in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  changePricesBody,
  changeStockBody,
  incomingAnswer,
  productFacets,
  productParams,
  productRow,
  productsQuery,
  reductionPreview,
  setIncomingBody,
  stockAnswer,
  storedPrices,
  prices as pricesSchema,
} from '../../contract/admin/products.ts'
import { facetsOfProducts } from '../../domain/product-editing/product-facets.server.ts'
import { productTable, type ProductFilters } from '../../domain/product-editing/product-table.server.ts'
import { changePrice, previewReduction, readPrices } from '../../domain/catalogue/change-price.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'
import { changeStock, setIncoming } from '../../domain/stock/stock-history.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { readWire, viewPrices } from './price-view.ts'
import { requestedStore } from './requested-store.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

type ProductQuery = Omit<z.output<typeof productsQuery>, 'after' | 'limit' | 'columns' | 'density'>

const refused = { 403: adminError, 404: adminError, 409: adminError }

/** A period of a campaign as the filter writes it. */
function readPeriod(text: string | undefined): ProductFilters['campaignPeriod'] {
  if (text === undefined) return undefined
  const [startsAt = '..', endsAt = '..'] = text.split('/')
  return { startsAt: startsAt === '..' ? null : startsAt, endsAt: endsAt === '..' ? null : endsAt }
}

/** `['chemistry:lithium']` by attribute. */
function wantedValues(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const wanted = new Map<string, string[]>()
  for (const pair of pairs) {
    const [code = '', value = ''] = pair.split(/:(.*)/s)
    wanted.set(code, [...(wanted.get(code) ?? []), value])
  }
  return wanted
}

/** The filters of a query string of products. */
export const productFilters = (query: ProductQuery): ProductFilters => ({
  store: query['filter.store'],
  sku: query['filter.sku'],
  brand: query['filter.brand'],
  category: query['filter.category'],
  attributes: query['filter.attribute'] && wantedValues(query['filter.attribute']),
  inStock: query['filter.in_stock'],
  short: query['filter.short'],
  priced: query['filter.priced'],
  sellable: query['filter.sellable'],
  statutoryData: query['filter.statutory_data'],
  pictures: query['filter.pictures'],
  campaign: query['filter.campaign'],
  campaignPeriod: readPeriod(query['filter.campaign_period']),
  discontinued: query['filter.discontinued'],
  field: query['filter.field'],
})

/** What a query string of this table means. */
export const productTerms = tableTerms({
  permission: 'product:read',
  query: productsQuery,
  definition: productTable,
  filtersOf: productFilters,
})

export const adminProductRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
  tableRoutes(app, db, {
    ...productTerms,
    url: '/admin/api/products',
    summary: 'Products with price and stock in each store',
    isPersonal: false,
    row: productRow,
    answerOf: ({ priceMinor, campaignMinor, fromMinor, ...row }) => ({
      ...row,
      price: priceMinor === null ? null : toMajor(priceMinor),
      campaignPrice: campaignMinor === null ? null : toMajor(campaignMinor),
      priceFrom: fromMinor === null ? null : toMajor(fromMinor),
    }),
  })

  app.get(
    '/admin/api/product-facets',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'Brands, categories and values of attributes that products can be filtered by',
        response: { 200: productFacets },
      },
    },
    () => facetsOfProducts(db),
  )

  app.get(
    '/admin/api/products/:store/:sku/prices',
    {
      config: { permission: 'price:read' },
      schema: {
        summary: 'All prices of a product in a store',
        params: productParams,
        response: { 200: storedPrices, ...refused },
      },
    },
    async (request) => {
      const { sku } = request.params
      const store = requestedStore(request.params.store)
      const found = await readPrices(db, { sku: toSku(sku), store })
      if (!found) throw new AdminRefusal(404, 'unknown_product')
      return viewPrices(found.prices)
    },
  )

  app.put(
    '/admin/api/products/:store/:sku/prices',
    {
      config: { permission: 'price:edit' },
      schema: {
        summary: 'Replace all prices of a product in a store',
        params: productParams,
        body: changePricesBody,
        response: { 200: storedPrices, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const { prices, expected, reason } = request.body
      const answer = await changePrice(db, request.actor, {
        sku: toSku(request.params.sku),
        store,
        prices: readWire(prices),
        expected: readWire(expected),
        reason: reason ?? null,
      })
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: viewPrices(answer.current), given: prices })
      requireOk(answer)
      return viewPrices(answer.prices)
    },
  )

  app.post(
    '/admin/api/products/:store/:sku/reduction-preview',
    {
      config: { permission: 'price:read' },
      schema: {
        summary: 'The 30-day lowest price and the percentage that a campaign may announce; saves nothing',
        params: productParams,
        body: pricesSchema.shape.campaign.unwrap(),
        response: { 200: reductionPreview, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const { campaign } = readWire({ normal: [], campaign: request.body })
      const preview =
        campaign && (await previewReduction(services, { sku: toSku(request.params.sku), store, campaign }))
      if (!preview) throw new AdminRefusal(404, 'unknown_product')
      const { lowestMinor, percent } = preview
      return { lowest: lowestMinor === null ? null : toMajor(lowestMinor), percent }
    },
  )

  app.post(
    '/admin/api/products/:store/:sku/stock',
    {
      config: { permission: 'stock:edit' },
      schema: {
        summary: 'Add or remove units of the available stock, with a reason',
        params: productParams,
        body: changeStockBody,
        response: { 200: stockAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const answer = await changeStock(db, request.actor, {
        sku: toSku(request.params.sku),
        store,
        ...request.body,
      })
      requireOk(answer)
      return { available: answer.units }
    },
  )

  app.put(
    '/admin/api/products/:store/:sku/incoming',
    {
      config: { permission: 'stock:edit' },
      schema: {
        summary: 'Set the units that are expected, and their date',
        params: productParams,
        body: setIncomingBody,
        response: { 200: incomingAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const sku = toSku(request.params.sku)
      const answer = await setIncoming(db, request.actor, { sku, store, ...request.body })
      requireOk(answer)
      return answer.incoming
    },
  )
}
