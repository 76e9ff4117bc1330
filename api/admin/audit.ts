/** The audit in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditParams, auditPeople, auditQuery, auditRow } from '../../contract/admin/audit.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { auditedPeople, auditTable } from '../../domain/audit-list/audit-table.server.ts'
import {
  findChange,
  storesToUndo,
  undoAsksForStepUp,
  undoChange,
  undoPermission,
} from '../../domain/undo/undo-change.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { withNames } from './audit-view.ts'
import { mayUndoEntry } from './may-undo.ts'
import { hasSteppedUp, requireStore } from './require-permission.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

/** What a query string of this table means. */
export const auditTerms = tableTerms({
  permission: 'audit:read',
  query: auditQuery,
  definition: auditTable,
  filtersOf: (query) => ({
    object: query['filter.object'],
    kind: query['filter.kind'],
    actor: query['filter.actor'],
    staff: query['filter.staff'],
    action: query['filter.action'],
    store: query['filter.store'],
    at: query['filter.at'],
  }),
})

export const adminAuditRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, reversals } = services
  tableRoutes(app, db, {
    ...auditTerms,
    url: '/admin/api/audit',
    summary: 'Who changed what',
    isPersonal: false,
    row: auditRow,
    answerOf: async (row, staff) => {
      const [objectKind = '', objectId = ''] = row.object.split(/:(.*)/s)
      return {
        id: row.id,
        at: row.at.toISOString(),
        actor: row.actor,
        actorId: row.actorId,
        actorName: row.actorName,
        actorPerson: row.actorPerson,
        store: row.store,
        action: row.action,
        object: row.object,
        sku: row.sku,
        before: withNames(row.before),
        after: withNames(row.after),
        reason: row.reason,
        canUndo: await mayUndoEntry(services, staff, { ...row, objectKind, objectId }),
      }
    },
  })

  app.get(
    '/admin/api/audit/people',
    {
      config: { permission: 'audit:read' },
      schema: { summary: 'Whom the audit can be filtered by', response: { 200: auditPeople } },
    },
    async () => ({ people: await auditedPeople(db) }),
  )

  app.post(
    '/admin/api/audit/:id/undo',
    {
      config: { permission: 'audit:undo' },
      schema: {
        summary: 'Undo a change of a price, stock, a coupon, content or settings',
        params: auditParams,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { id } = request.params
      const entry = await findChange(db, id)
      if (entry === null) throw new AdminRefusal(404, 'unknown_entry')
      const permission = undoPermission(reversals, entry.action)
      if (permission === null) throw new AdminRefusal(409, 'not_reversible')
      const held = request.staff.grants[permission]
      if (held === undefined) throw new AdminRefusal(403, 'permission_missing', { permission })
      for (const store of await storesToUndo(db, reversals, entry)) {
        requireStore(request, store)
        if (!held.includes(store)) throw new AdminRefusal(403, 'store_not_permitted', { permission, store })
      }
      if (undoAsksForStepUp(reversals, entry.action) && !hasSteppedUp(request.staff, services.clock()))
        throw new AdminRefusal(403, 'step_up_required', { permission })
      requireOk(await undoChange(services, request.actor, id))
      return { done: true as const }
    },
  )
}
