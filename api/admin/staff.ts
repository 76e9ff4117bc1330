/** Staff: list, invite, change roles, unlock, end access. Changes ask for a step-up. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  inviteStaffRequest,
  staffInvitation,
  staffList,
  staffParams,
  staffRolesRequest,
} from '../../contract/admin/staff.ts'
import {
  changeStaffRoles,
  deactivateStaff,
  inviteColleague,
  unlockStaff,
} from '../../domain/staff/manage-staff.server.ts'
import { isRole, roles as permissionsOfRoles, type StaffRole } from '../../domain/permissions/permissions.ts'
import { listStaff } from '../../domain/staff/staff-repository.server.ts'
import { staffLanguages, type StaffMember } from '../../domain/staff/staff.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import { isStoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { permittedStores } from './require-permission.ts'

const editing = { permission: 'staff:edit', stepUp: true } as const

export const adminStaffRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services
  app.get(
    '/admin/api/staff',
    {
      config: { permission: 'staff:read' },
      schema: { summary: 'Everybody, with roles and status', response: { 200: staffList } },
    },
    async () => ({
      staff: (await listStaff(db)).map((person) => ({
        id: person.id,
        email: person.email,
        name: person.name,
        roles: person.roles,
        status: statusOf(person),
        passkeys: person.passkeys,
        usedAt: person.usedAt?.toISOString() ?? null,
      })),
      roles: Object.fromEntries(Object.entries(permissionsOfRoles).map(([role, held]) => [role, [...held]])),
    }),
  )
  app.post(
    '/admin/api/staff',
    {
      config: editing,
      schema: {
        summary: 'A link that registers the first passkey of a person, valid once, to be handed over to them',
        body: inviteStaffRequest.extend({ language: z.enum(staffLanguages).default('en') }),
        response: { 200: staffInvitation, 403: adminError, 409: adminError, 422: adminError },
      },
    },
    async (request) => {
      const { email: typed, name, language } = request.body
      const email = normalizeEmail(typed)
      if (email === null) throw new AdminRefusal(422, 'invalid_fields', { fields: { email: 'email' } })
      const roles = readRoles(request.body.roles)
      const stores = permittedStores(request)
      const invited = { email, name: name.trim(), language, roles, stores }
      const invitation = answer(await inviteColleague(services, request.actor, invited))
      return { link: invitation.link, expiresAt: invitation.expiresAt.toISOString() }
    },
  )
  app.put(
    '/admin/api/staff/:id/roles',
    {
      config: editing,
      schema: {
        summary: 'Replaces the roles of a person in the stores of the owner',
        params: staffParams,
        body: staffRolesRequest,
        response: { 204: z.null(), 403: adminError, 404: adminError, 409: adminError, 422: adminError },
      },
    },
    async (request, reply) => {
      const roles = readRoles(request.body.roles)
      const expected = request.body.expected as readonly StaffRole[]
      const change = { staffId: request.params.id, stores: permittedStores(request), roles, expected }
      answer(await changeStaffRoles(services, request.actor, change))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/admin/api/staff/:id/deactivate',
    {
      config: editing,
      schema: {
        summary: 'Ends the access of a person and all sessions; a new invitation gives it back',
        params: staffParams,
        response: { 204: z.null(), 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request, reply) => {
      const change = { staffId: request.params.id, stores: permittedStores(request) }
      answer(await deactivateStaff(services, request.actor, change))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/admin/api/staff/:id/unlock',
    {
      config: editing,
      schema: {
        summary: 'Lets a person sign in again after too many failed attempts',
        params: staffParams,
        response: { 204: z.null(), 403: adminError, 404: adminError },
      },
    },
    async (request, reply) => {
      const change = { staffId: request.params.id, stores: permittedStores(request) }
      answer(await unlockStaff(services, request.actor, change))
      return reply.code(204).send(null)
    },
  )
}

function statusOf({ deactivatedAt, lockedAt, passkeys }: StaffMember) {
  if (deactivatedAt !== null) return 'deactivated' as const
  if (lockedAt !== null) return 'locked' as const
  return passkeys === 0 ? ('invited' as const) : ('active' as const)
}

/** Throws a 422 refusal where a role or store does not exist. */
function readRoles(given: readonly { role: string; store: string }[]): StaffRole[] {
  return given.map(({ role, store }, at) => {
    if (!isRole(role))
      throw new AdminRefusal(422, 'invalid_fields', { fields: { [`roles[${at}].role`]: 'unknown' } })
    if (!isStoreCode(store))
      throw new AdminRefusal(422, 'invalid_fields', { fields: { [`roles[${at}].store`]: 'unknown' } })
    return { role, store }
  })
}

const statuses = {
  not_found: 404,
  last_owner: 409,
  already_signs_in: 409,
  changed_meanwhile: 409,
  store_not_permitted: 403,
} as const

/** Throws the refusal of a change. */
function answer<Change extends { ok: true } | { ok: false; code: keyof typeof statuses }>(
  change: Change,
): Extract<Change, { ok: true }> {
  if (change.ok) return change as Extract<Change, { ok: true }>
  const { code, ok: _ok, ...data } = change as Extract<Change, { ok: false }>
  throw new AdminRefusal(statuses[code], code, data)
}
