/** Background jobs that fail, in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { failedJobParams, failedJobRow, failedJobsQuery } from '../../contract/admin/failed-jobs.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { listRows } from '../../db/table-query.server.ts'
import { failedJobTable } from '../../domain/jobs/failed-job-table.server.ts'
import { dismissFailedJob, retryFailedJob } from '../../domain/jobs/given-up-jobs.server.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requireStore } from './require-permission.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

const changing = 'settings:edit'

/** A job of no store concerns all of them. */
const storesOf = (store: StoreCode | null): readonly StoreCode[] => (store === null ? storeCodes : [store])

const mayChange = ({ grants }: SignedInStaff, store: StoreCode | null) =>
  storesOf(store).every((each) => grants[changing]?.includes(each))

const actions = [
  { action: 'retry', summary: 'Run a job again that was given up', change: retryFailedJob },
  { action: 'dismiss', summary: 'Take a job off the list that was given up', change: dismissFailedJob },
]

/** What a query string of this table means. */
export const failedJobTerms = tableTerms({
  permission: 'settings:read',
  query: failedJobsQuery,
  definition: failedJobTable,
  filtersOf: (query) => ({
    queue: query['filter.queue'],
    store: query['filter.store'],
    state: query['filter.state'],
  }),
})

export const adminFailedJobRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db }) => {
  tableRoutes(app, db, {
    ...failedJobTerms,
    url: '/admin/api/failed-jobs',
    summary: 'Background jobs that fail',
    isPersonal: false,
    row: failedJobRow,
    answerOf: ({ failedAt, nextAt, ...row }, staff) => ({
      ...row,
      failed_at: failedAt?.toISOString() ?? null,
      next_at: nextAt?.toISOString() ?? null,
      may_change: row.state === 'failed' && mayChange(staff, row.store),
    }),
  })

  for (const { action, summary, change } of actions)
    app.post(
      `/admin/api/failed-jobs/:id/${action}`,
      {
        config: { permission: changing },
        schema: {
          summary,
          params: failedJobParams,
          response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
        },
      },
      async (request) => {
        const { id } = request.params
        const view = {
          stores: storeCodes,
          search: id,
          filters: {},
          sort: { by: 'failed', isDescending: true },
        }
        const page = await listRows(db, failedJobTable, view, { after: null, limit: 1 })
        const job = page.ok ? page.rows[0] : undefined
        if (!job) throw new AdminRefusal(404, 'unknown_job')
        for (const store of storesOf(job.store)) requireStore(request, store)
        requireOk(await change(db, request.actor, { id, store: job.store }))
        return { done: true as const }
      },
    )
}
