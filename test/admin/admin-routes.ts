/** The routes of the back office's API, as they are registered. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { isOpenToKeys } from '../../api/admin/require-api-key.ts'
import type { RoutePermission } from '../../api/admin/require-permission.ts'

export interface AdminRoute {
  method: string
  /** With its parameters: `/admin/api/orders/:number`. */
  url: string
  permission: RoutePermission
  stepUp: boolean
  /** Whether API keys may call it. */
  isOpenToKeys: boolean
}

/** Builds an application and returns it with its routes; HEAD and the answer for unknown addresses are left out. */
export async function withRoutes(build: () => Promise<FastifyInstance>): Promise<{
  app: FastifyInstance
  routes: AdminRoute[]
  /** Outside of `/admin/api`, where no guard is. */
  others: AdminRoute[]
}> {
  const routes: AdminRoute[] = []
  const others: AdminRoute[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      if (url.startsWith('/admin/api/') && url.endsWith('*')) return
      const found = url.startsWith('/admin/api/') ? routes : others
      for (const each of [method].flat())
        if (each !== 'HEAD')
          found.push({
            method: each,
            url,
            permission: config?.permission ?? null,
            stepUp: config?.stepUp ?? false,
            isOpenToKeys: isOpenToKeys(config ?? {}),
          })
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await build()
  unsubscribe('fastify.initialization', watch)
  await app.ready()
  return { app, routes, others }
}

/** An address of the route whose parameters name nothing that exists. */
export function anyAddress({ url }: AdminRoute): string {
  const values: Record<string, string> = { store: 'sv', number: 'S999999' }
  return url
    .replace('/admin/api/', '')
    .replaceAll(/:(\w+)/g, (_match, name: string) => values[name] ?? '999999')
}
