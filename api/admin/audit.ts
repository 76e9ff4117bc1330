/** The undo of a change in the audit; the list of its entries is declared. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditParams, auditPeople } from '../../contract/admin/audit.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { auditedPeople } from '../../domain/audit-list/audit-resource.server.ts'
import {
  findChange,
  storesToUndo,
  undoAsksForStepUp,
  undoChange,
  undoPermission,
} from '../../domain/undo/undo-change.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { hasSteppedUp, requireStore } from './require-permission.ts'

export const adminAuditRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, reversals } = services
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
