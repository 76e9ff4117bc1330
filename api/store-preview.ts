/** Closed stores: a link of the back office shows one to a browser, and everybody else can buy nothing in it. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { readPreviewPass } from '../domain/settings/preview-pass.server.ts'
import { isOpenStore } from '../domain/stores/open-stores.ts'
import { isStoreCode, type StoreCode } from '../domain/stores/stores.ts'
import { Fault } from './errors.ts'
import { readCookie, setCookie } from './set-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of routes of the storefront's API: answers for a closed store too. Without it, only those who preview it get an answer. */
    whileClosed?: boolean
  }
}

export interface PreviewOptions {
  keys: Keyring
  clock: () => number
}

/** One for each store: a person may look at several. */
const cookieName = (store: StoreCode) => `anode_preview_${store}`

/** Whether the browser may see the store while it is closed. */
export function mayPreview(
  { keys, clock }: PreviewOptions,
  store: StoreCode,
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
): boolean {
  const pass = readCookie(headers.cookie, cookieName(store))
  return pass !== null && readPreviewPass(keys, pass, clock())?.store === store
}

/**
 * Refuses the calls of the plugin for a closed store, but of those who preview it: 403 with `errors.store` `closed`. Routes
 * with `config: { whileClosed: true }` are for people who have bought in it before.
 */
export function requireOpenStore(app: Pick<FastifyInstance, 'addHook'>, options: PreviewOptions): void {
  app.addHook('onRequest', async (request) => {
    const { locale } = request.query as { locale?: unknown }
    if (!isStoreCode(locale) || isOpenStore(locale)) return
    if (request.routeOptions.config.whileClosed !== true && !mayPreview(options, locale, request.headers))
      throw new Fault('store_closed', { fields: { store: 'closed' } })
  })
}

/** All routes of the plugin answer for a closed store too. */
export function serveWhileClosed(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, whileClosed: true }
  })
}

export const storePreviewRoutes: FastifyPluginAsyncZod<PreviewOptions & { publicUrl: string }> = async (
  app,
  { keys, clock, publicUrl },
) => {
  app.get(
    '/api/store-preview/:pass',
    {
      schema: {
        summary: 'Stores the pass for a closed store as a cookie',
        hide: true,
        params: z.object({ pass: z.string().max(200) }),
      },
    },
    async (request, reply) => {
      const { pass } = request.params
      const read = readPreviewPass(keys, pass, clock())
      if (read === null) return reply.code(404).send({ message: 'This link does not hold, or no longer.' })
      const maxAge = Math.floor((read.expiresAt - clock()) / 1000)
      return reply
        .header('set-cookie', setCookie(cookieName(read.store), pass, { maxAge, publicUrl }))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${read.store}`)
    },
  )
}
