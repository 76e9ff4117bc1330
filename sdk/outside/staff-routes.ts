/**
 * Routes of the back office that a module from outside has: below `/admin/api/modules/NAME`, for who is signed in and
 * permitted. The types stand by themselves.
 */
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminRefusal, requireOk } from '../../api/admin/admin-refusal.ts'
import {
  hasSteppedUp,
  permittedStores as storesOf,
  requireStore as requireStoreIn,
} from '../../api/admin/require-permission.ts'
import { adminError } from '../../contract/admin/error.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { permissions } from '../../domain/permissions/permissions.ts'
import { isStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { namedRoutes } from './named-routes.ts'
import type { UseCaseServices } from './use-cases.ts'

/** What the staff routes of a module work with. */
export interface StaffRouteServices extends UseCaseServices {
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  /** The shop's own origin. */
  publicUrl: string
}

/** What a staff route asks for. */
export interface AskedOfStaff {
  /** Has used a passkey or an authenticator app within five minutes; API keys cannot. */
  stepUp?: boolean
  /** False: API keys may not call it. */
  forKeys?: boolean
}

/**
 * The `config` of a staff route, which every one of them has. `permission`: of the shop, or of `permissions` of the
 * declarations; `signed-in`: all staff. A route whose address has `:store` is for staff with the permission in that store,
 * and answers 404 for one that the shop does not have. Any other route asks `requireStaffStore` for the store of what it
 * serves, and lists `staffStores` only.
 */
export const forStaff = (permission: string, asked: AskedOfStaff = {}): FastifyContextConfig =>
  ({ permission, ...asked }) as FastifyContextConfig

/** The person, or the API key, as the actor of a use case. */
export const staffActor = (request: FastifyRequest): Actor => request.actor

/** The stores in which the person has the route's permission; none where it asks for `signed-in`. */
export const staffStores = (request: FastifyRequest): readonly StoreCode[] => storesOf(request)

/** Throws a 403 refusal where the person does not have the route's permission in the store. */
export const requireStaffStore = (request: FastifyRequest, store: StoreCode): void =>
  requireStoreIn(request, store)

/** Whether the person has used a passkey or an authenticator app within five minutes: `isSteppedUp` of use cases. */
export const isSteppedUp = (request: FastifyRequest, services: Pick<UseCaseServices, 'clock'>): boolean =>
  hasSteppedUp(request.staff, services.clock())

/** A refusal to throw in a staff route: its status and code, which `refusal.CODE` of the texts for staff words. */
export const staffRefusal = (status: 400 | 403 | 404 | 409, code: string): Error =>
  new AdminRefusal(status, code)

/** Throws the refusal of a use case: 404 where its code says that something is unknown, otherwise 409. */
export function requireDone<Answer extends { ok: boolean }>(
  answer: Answer,
): asserts answer is Extract<Answer, { ok: true }> {
  requireOk(answer)
}

/** Schema of what refusals answer, for `response` of a route. */
export const staffError = adminError

/** The staff routes of a module below its own address. Throws for a route that does not say which staff it is for. */
export function staffRoutesOf(
  module: string,
  routes: FastifyPluginAsyncZod<StaffRouteServices>,
): FastifyPluginAsyncZod<StaffRouteServices> {
  return async (app, services) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      const permission = (config as { permission?: string | null } | undefined)?.permission
      if (permission === 'signed-in' || permissions.some((name) => name === permission)) return
      throw new Error(
        `The module ${module} has the staff route ${[method].flat().join(', ')} ${url}, which asks for ` +
          (permission == null
            ? 'no permission; `forStaff` names one.'
            : `the permission ${permission}; neither the shop nor a module has it.`),
      )
    })
    app.addHook('preValidation', async ({ params }) => {
      const { store } = (params ?? {}) as { store?: string }
      if (store !== undefined && !isStoreCode(store)) throw new AdminRefusal(404, 'not_found')
    })
    await app.register(namedRoutes({ module, prefix: `/admin/api/modules/${module}` }, routes), services)
  }
}
