/** The stock of a product in a store: counts, the threshold and the history; the list of stock is declared. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { stockAnswer } from '../../contract/admin/products.ts'
import {
  countStockBody,
  stockPage,
  stockParams,
  thresholdBody,
  type StockPage,
} from '../../contract/admin/stock.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import { readStock } from '../../domain/stock/stock-resource.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { countStock, setThreshold } from '../../domain/stock/count-stock.server.ts'
import { stockHistory } from '../../domain/stock/stock-history.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { mayUndo } from './may-undo.ts'
import { viewAuditEntry } from './audit-view.ts'
import { requestedStore } from './requested-store.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }

export const adminStockRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db, reversals }) => {
  app.get(
    '/admin/api/stock/:store/:sku',
    {
      config: { permission: 'stock:read' },
      schema: {
        summary: 'The stock of a product in a store, with its movements and the changes by staff',
        params: stockParams,
        response: { 200: stockPage, ...refused },
      },
    },
    async (request): Promise<StockPage> => {
      const store = requestedStore(request.params.store)
      const sku = toSku(request.params.sku)
      const [stock, movements, entries] = await Promise.all([
        readStock(db, { sku, store }),
        stockHistory(db, sku, store, 100),
        listAudit(db, { objectKind: 'product', objectId: sku, store, limit: 200 }),
      ])
      if (stock === null) throw new AdminRefusal(404, 'unknown_product')
      const timeline = await withActorNames(
        db,
        entries.filter(({ action }) => action.startsWith('stock.')),
      )
      return {
        stock,
        movements: movements.map(({ effectiveAt, pool, delta, units, reason, reference }) => ({
          at: effectiveAt.toISOString(),
          pool,
          delta,
          units,
          reason,
          reference,
          isOrder: reason === 'sale' || reason === 'release',
        })),
        timeline: timeline.map((entry) => ({
          ...viewAuditEntry(entry),
          canUndo: mayUndo(reversals, request.staff, entry.action, [store]),
        })),
      }
    },
  )

  app.post(
    '/admin/api/stock/:store/:sku/count',
    {
      config: { permission: 'stock:edit' },
      schema: {
        summary: 'Set the available units as counted at a time; what moved since is applied',
        params: stockParams,
        body: countStockBody,
        response: { 200: stockAnswer, ...refused },
      },
    },
    async (request) => {
      const { units, countedAt = null, note } = request.body
      const store = requestedStore(request.params.store)
      const sku = toSku(request.params.sku)
      const answer = await countStock(db, request.actor, { sku, store, units, countedAt, note })
      if (!answer.ok && answer.code === 'unknown_product') throw new AdminRefusal(404, answer.code)
      requireOk(answer)
      return { available: answer.units }
    },
  )

  app.put(
    '/admin/api/stock/:store/:sku/threshold',
    {
      config: { permission: 'stock:edit' },
      schema: {
        summary: 'Set the units below which the product is listed as short',
        params: stockParams,
        body: thresholdBody,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const store = requestedStore(request.params.store)
      const sku = toSku(request.params.sku)
      requireOk(await setThreshold(db, request.actor, { sku, store, ...request.body }))
      return { done: true as const }
    },
  )
}
