/** Picking lists, packing slips, and where products are kept. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer, ordersQuery } from '../../contract/admin/orders.ts'
import { pickingList, placeBody, placeParams } from '../../contract/admin/picking.ts'
import { pickedProducts, readPicking, setProductPlace } from '../../domain/dispatch/picking.server.ts'
import { requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { viewAddress, viewSetParts } from './order-page-view.ts'
import { orderFilters } from './orders.ts'
import { requestedStore } from './requested-store.ts'
import { permittedStores } from './require-permission.ts'
import { viewOf } from './table-routes.ts'

export const adminPickingRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db }) => {
  app.get(
    '/admin/api/picking-list',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'What is left to ship of the orders of a view, sorted by place',
        querystring: ordersQuery,
        response: { 200: pickingList },
      },
    },
    async (request) => {
      const view = viewOf(request.query, orderFilters(request.query), permittedStores(request))
      const { orders, hasMore } = await readPicking(db, view)
      return {
        products: pickedProducts(orders),
        orders: orders.map(({ placedAt, recipient, servicePoint, note, lines, ...order }) => ({
          ...order,
          placedAt,
          recipient: viewAddress(recipient),
          servicePoint,
          noteOfBuyer: note,
          lines: lines.map(({ uuid, sku, name, units, parts }) => ({
            uuid,
            sku,
            name,
            units,
            parts: viewSetParts(parts),
          })),
        })),
        hasMore,
      }
    },
  )

  app.put(
    '/admin/api/products/:store/:sku/place',
    {
      config: { permission: 'stock:edit' },
      schema: {
        summary: 'Where a product is kept in the warehouse of a store',
        params: placeParams,
        body: placeBody,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { sku } = request.params
      const store = requestedStore(request.params.store)
      const { place, expected } = request.body
      const wanted = { sku, store, place: place.trim() || null, expected }
      requireOk(await setProductPlace(db, request.actor, wanted))
      return { done: true as const }
    },
  )
}
