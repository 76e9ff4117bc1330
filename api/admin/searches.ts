/** Searches without results in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import {
  searchMissActionBody,
  searchMissesQuery,
  searchMissParams,
  searchMissRow,
} from '../../contract/admin/searches.ts'
import { searchMissTable } from '../../domain/back-office/search-miss-table.server.ts'
import { closeSearchMiss, storeOfSearchMiss } from '../../domain/search/search-miss-repository.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requireStore } from './require-permission.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

/** What a query string of this table means. */
export const searchMissTerms = tableTerms({
  permission: 'product:read',
  query: searchMissesQuery,
  definition: searchMissTable,
  filtersOf: (query) => ({
    open: query['filter.open'],
    store: query['filter.store'],
    missed: query['filter.missed'],
  }),
})

export const adminSearchRoutes: FastifyPluginAsyncZod<AdminServices> = async (
  app,
  { db, clock, publicUrl },
) => {
  tableRoutes(app, db, {
    ...searchMissTerms,
    url: '/admin/api/searches',
    summary: 'Searches without results',
    isPersonal: false,
    row: searchMissRow,
    answerOf: ({ id, store, query, searches, lastMissedOn, closedAt }) => ({
      id,
      query,
      store,
      searches,
      last_missed_on: lastMissedOn,
      closed_at: closedAt && closedAt.toISOString(),
      page: `${publicUrl}/${store}/${stores[store].paths.search}?${new URLSearchParams({ query })}`,
    }),
  })

  app.post(
    '/admin/api/searches/:id/actions',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Note that a query is dealt with, until it finds nothing again',
        params: searchMissParams,
        body: searchMissActionBody,
        response: { 200: doneAnswer, 403: adminError, 404: adminError },
      },
    },
    async (request) => {
      const { id } = request.params
      const store = await storeOfSearchMiss(db, id)
      if (store === null) throw new AdminRefusal(404, 'unknown_search')
      requireStore(request, store)
      await closeSearchMiss(db, request.actor, id, request.body.undo ? null : new Date(clock()))
      return { done: true as const }
    },
  )
}
