/**
 * Who may call the routes of the back office. Every route declares it, or the start fails:
 *
 * - `config: { permission: 'order:read' }`: staff who hold the permission in at least one store, and in the
 *   store that the address names as `:store`; otherwise the handler passes the store of what it serves to
 *   `requireStore`, and lists only `permittedStores`;
 * - `permission: 'signed-in'`: all staff (their own session and settings);
 * - `permission: null`: everybody (signing in).
 *
 * API keys may call what `isOpenToKeys` (require-api-key.ts) opens to them, with what they permit; `forKeys` opens or
 * closes a route otherwise.
 *
 * `config: { stepUp: true }` also asks for a passkey or an authenticator app, used within the last five
 * minutes. It is checked before the body is read, so that a stranger learns nothing about its form.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyHolder } from '../../domain/api-keys/api-key-repository.server.ts'
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
import { isOpenToKeys, readBearer, requireKey, type KeyServices } from './require-api-key.ts'
import { readStaffCookie } from './staff-cookie.ts'

export type RoutePermission = Permission | 'signed-in' | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of routes of the back office. */
    permission?: RoutePermission
    stepUp?: boolean
    /** Whether API keys may call it; by default as `isOpenToKeys` says. */
    forKeys?: boolean
  }
  interface FastifyRequest {
    /** Of routes of the back office that are not for everybody. */
    staff: SignedInStaff
    /** The person, or the key, as the actor of a use case; likewise. */
    actor: Actor
    /** The key in place of a session; null: a person at a screen. `staff` is its person with what the key permits. */
    apiKey: KeyHolder['key'] | null
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Adds the check to all routes that are registered in this scope afterwards. */
export function requirePermissions(
  app: FastifyInstance,
  services: KeyServices & Pick<AdminServices, 'adminUrl'>,
): void {
  const { db, clock, adminUrl } = services
  app.decorateRequest('staff', null as unknown as SignedInStaff)
  app.decorateRequest('actor', null as unknown as Actor)
  app.decorateRequest('apiKey', null)
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.permission === undefined)
      throw new Error(`${[method].flat().join(', ')} ${url} declares no permission (config.permission).`)
  })
  // After the rate limit, which is a hook of each route for `onRequest`, and before the body is read.
  app.addHook('preParsing', async (request, reply) => {
    const { config } = request.routeOptions
    const { permission = null, stepUp = false } = config
    const secret = readBearer(request.headers.authorization)
    if (secret !== null) {
      if (permission === null && config.forKeys === true) return
      if (permission === null) throw new AdminRefusal(403, 'not_for_api_keys')
      const { key, staff } = await requireKey(services, request, reply, secret)
      if (!isOpenToKeys(config)) throw new AdminRefusal(403, 'not_for_api_keys', permissionIn(permission))
      request.apiKey = key
      request.actor = {
        kind: 'key',
        id: String(key.id),
        onBehalfOf: String(staff.id),
        requestId: request.id,
      }
      admit(request, staff)
      return
    }
    if (!reading.has(request.method) && request.headers['sec-fetch-site'] !== 'same-origin')
      throw new AdminRefusal(403, 'cross_site')
    if (permission === null) return
    const now = clock()
    const token = readStaffCookie(request.headers.cookie, adminUrl)
    const staff = token === null ? null : await readStaffSession(db, token, now)
    if (staff === null) throw new AdminRefusal(401, 'not_signed_in', permissionIn(permission))
    admit(request, staff)
    if (stepUp && !hasSteppedUp(staff, now))
      throw new AdminRefusal(403, 'step_up_required', permissionIn(permission))
    request.actor = { kind: 'staff', id: String(staff.id), onBehalfOf: null, requestId: request.id }
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

/** Takes the person as who asks. Throws a 403 refusal where the route's permission is missing, or in its store. */
function admit(request: FastifyRequest, staff: SignedInStaff): void {
  const { permission } = request.routeOptions.config
  if (permission != null && permission !== 'signed-in' && staff.grants[permission] === undefined)
    throw new AdminRefusal(403, 'permission_missing', { permission })
  request.staff = staff
  const { store } = request.params as { store?: unknown }
  if (isStoreCode(store)) requireStore(request, store)
}

/** The session of a person at a screen. Throws a 403 refusal for a key, which has none. */
export function requireSession({
  staff,
}: Pick<FastifyRequest, 'staff'>): SignedInStaff & { sessionId: number } {
  const { sessionId } = staff
  if (sessionId === null) throw new AdminRefusal(403, 'not_for_api_keys')
  return { ...staff, sessionId }
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
