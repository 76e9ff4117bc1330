/**
 * Who may call the routes of the back office. Every route declares it, or the start fails:
 *
 * - `config: { permission: 'order:read' }`: staff who hold the permission in at least one store, and in the
 *   store that the address names as `:store`; otherwise the handler passes the store of what it serves to
 *   `requireStore`, and lists only `permittedStores`;
 * - `permission: 'signed-in'`: all staff (their own session and settings);
 * - `permission: null`: everybody (signing in).
 *
 * `config: { stepUp: true }` also asks for a passkey or an authenticator app, used within the last five
 * minutes. It is checked before the body is read, so that a stranger learns nothing about its form.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/audit/actor.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import {
  readStaffSession,
  stepUpMs,
  type SignedInStaff,
} from '../../domain/staff/staff-session-repository.server.ts'
import { isStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { readStaffCookie } from './staff-cookie.ts'

export type RoutePermission = Permission | 'signed-in' | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of routes of the back office. */
    permission?: RoutePermission
    stepUp?: boolean
  }
  interface FastifyRequest {
    /** Of routes of the back office that are not for everybody. */
    staff: SignedInStaff
    /** The person as the actor of a use case; likewise. */
    actor: Actor
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Adds the check to all routes that are registered in this scope afterwards. */
export function requirePermissions(
  app: FastifyInstance,
  { db, clock, adminUrl }: Pick<AdminServices, 'db' | 'clock' | 'adminUrl'>,
): void {
  app.decorateRequest('staff', null as unknown as SignedInStaff)
  app.decorateRequest('actor', null as unknown as Actor)
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.permission === undefined)
      throw new Error(`${[method].flat().join(', ')} ${url} declares no permission (config.permission).`)
  })
  // After the rate limit, which is a hook of each route for `onRequest`, and before the body is read.
  app.addHook('preParsing', async (request) => {
    const { permission = null, stepUp = false } = request.routeOptions.config
    if (!reading.has(request.method) && request.headers['sec-fetch-site'] !== 'same-origin')
      throw new AdminRefusal(403, 'cross_site')
    if (permission === null) return
    const now = clock()
    const token = readStaffCookie(request.headers.cookie, adminUrl)
    const staff = token === null ? null : await readStaffSession(db, token, now)
    if (staff === null) throw new AdminRefusal(401, 'not_signed_in', permissionIn(permission))
    if (permission !== 'signed-in' && staff.grants[permission] === undefined)
      throw new AdminRefusal(403, 'permission_missing', { permission })
    request.staff = staff
    const { store } = request.params as { store?: unknown }
    if (isStoreCode(store)) requireStore(request, store)
    if (stepUp && !hasSteppedUp(staff, now))
      throw new AdminRefusal(403, 'step_up_required', permissionIn(permission))
    request.actor = { kind: 'staff', id: String(staff.id), onBehalfOf: null, requestId: request.id }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Whether the person has used a passkey or an authenticator app within the last five minutes. */
export function hasSteppedUp({ steppedUpAt }: Pick<SignedInStaff, 'steppedUpAt'>, now: number): boolean {
  return steppedUpAt !== null && now - steppedUpAt < stepUpMs
}

const permissionIn = (permission: RoutePermission) => (permission === 'signed-in' ? {} : { permission })

/** The stores in which the person holds the route's permission; never empty on a route with a permission. */
export function permittedStores(request: FastifyRequest): readonly StoreCode[] {
  const { permission } = request.routeOptions.config
  if (permission == null || permission === 'signed-in') return []
  return request.staff.grants[permission] ?? []
}

/** Throws a 403 refusal where the person does not hold the route's permission in this store. */
export function requireStore(request: FastifyRequest, store: StoreCode): void {
  if (permittedStores(request).includes(store)) return
  const { permission } = request.routeOptions.config
  throw new AdminRefusal(403, 'store_not_permitted', { permission, store })
}
