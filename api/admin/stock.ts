/** Stock in the back office: the table of pools, and counts, thresholds and the history of one of them. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { stockAnswer } from '../../contract/admin/products.ts'
import {
  countStockBody,
  stockPage,
  stockParams,
  stockQuery,
  stockRow,
  thresholdBody,
  type StockPage,
} from '../../contract/admin/stock.ts'
import { listRows } from '../../db/table-query.server.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import { stockTable, type StockTableRow } from '../../domain/stock/stock-table.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { countStock, setThreshold } from '../../domain/stock/count-stock.server.ts'
import { stockHistory } from '../../domain/stock/stock-history.server.ts'
import { usualThreshold } from '../../domain/stock/stock-threshold.ts'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { stores } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { mayUndo } from './may-undo.ts'
import { viewAuditEntry } from './audit-view.ts'
import { requestedStore } from './requested-store.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

const refused = { 403: adminError, 404: adminError, 409: adminError }

function viewRow(row: StockTableRow): z.output<typeof stockRow> {
  const { incomingAt } = row
  return {
    sku: row.sku,
    store: row.store,
    name: row.name,
    onHand: row.onHand,
    reserved: row.reserved,
    available: row.available,
    incoming: row.incoming,
    incomingOn: incomingAt && isoDay(localDay(stores[row.store].timeZone, incomingAt.getTime())),
    threshold: row.threshold ?? usualThreshold,
    ownThreshold: row.threshold,
    openOrders: row.openOrders,
    discontinued: row.discontinued,
  }
}

/** What a query string of this table means. */
export const stockTerms = tableTerms({
  permission: 'stock:read',
  query: stockQuery,
  definition: stockTable,
  filtersOf: (query) => ({
    store: query['filter.store'],
    sku: query['filter.sku'],
    below: query['filter.below'],
    short: query['filter.short'],
    incoming: query['filter.incoming'],
    discontinued: query['filter.discontinued'],
  }),
})

export const adminStockRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db, reversals }) => {
  tableRoutes(app, db, {
    ...stockTerms,
    url: '/admin/api/stock',
    summary: 'Stock of each product in each store',
    isPersonal: false,
    row: stockRow,
    answerOf: viewRow,
  })

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
      const [found, movements, entries] = await Promise.all([
        listRows(
          db,
          stockTable,
          {
            stores: [store],
            search: null,
            filters: { sku: [sku] },
            sort: { by: 'sku', isDescending: false },
          },
          { after: null, limit: 1 },
        ),
        stockHistory(db, sku, store, 100),
        listAudit(db, { objectKind: 'product', objectId: sku, store, limit: 200 }),
      ])
      const row = found.ok ? found.rows[0] : undefined
      if (!row) throw new AdminRefusal(404, 'unknown_product')
      const timeline = await withActorNames(
        db,
        entries.filter(({ action }) => action.startsWith('stock.')),
      )
      return {
        stock: viewRow(row),
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
