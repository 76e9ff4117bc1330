/** Prices and stock of products in the back office, and what products can be filtered by; their list is declared. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  changePricesBody,
  changeStockBody,
  incomingAnswer,
  productFacets,
  productParams,
  reductionPreview,
  setIncomingBody,
  stockAnswer,
  storedPrices,
  prices as pricesSchema,
} from '../../contract/admin/products.ts'
import { facetsOfProducts } from '../../domain/product-editing/product-facets.server.ts'
import { productResource } from '../../domain/product-editing/product-resource.server.ts'
import { changePrice, previewReduction, readPrices } from '../../domain/catalogue/change-price.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'
import { changeStock, setIncoming } from '../../domain/stock/stock-history.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { readWire, viewPrices } from './price-view.ts'
import { requestedStore } from './requested-store.ts'
import { resourceTerms } from './resource-contract.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }

/** What a query string of the list of products means, also of what is done with the products that it matches. */
export const productTerms = resourceTerms(productResource)

export const adminProductRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
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
