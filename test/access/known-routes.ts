/** The routes that exist: those of the real application, and the page addresses of `app/routes.ts`. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import pino from 'pino'
import { Registry } from 'prom-client'
import pages from '../../app/routes.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { Content } from '../../domain/content/content.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import type { PictureStore } from '../../domain/pictures/picture-store.server.ts'
import type { ProductFeeds } from '../../domain/seo/product-feeds.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/database/database.ts'
import type { Metrics } from '../../server/metrics.ts'
import type { PageServices } from '../../server/rendering/pages.ts'
import { testServices } from '../composition.ts'

/**
 * `METHOD /path` of every route of the application, in the order of registration. HEAD is left
 * out; a route for every method is `ANY /path`. Nothing is called, so the services need no database.
 */
export async function apiRoutes(): Promise<string[]> {
  return (await knownApiRoutes()).map(({ route }) => route)
}

/** The same with what they say of closed stores. */
export async function knownApiRoutes(): Promise<{ route: string; whileClosed: boolean }[]> {
  // What a route says can be set by a hook of its plugin, after this one: it is read when all are registered.
  const found: { method: string; options: RouteOptions }[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (options) => {
      found.push(...[options.method].flat().map((method) => ({ method, options })))
    })
  }
  subscribe('fastify.initialization', watch)
  const noFiles = await mkdtemp(join(tmpdir(), 'anode-no-files-'))
  const app = await buildApp({
    ...testServices({ db: {} as Database }),
    log: pino({ level: 'silent' }),
    pages: { build: { routes: {} }, switchedOff: new Set<never>() } as unknown as PageServices,
    clientDirectory: noFiles,
    metrics: { registry: new Registry() } as Metrics,
    jobs: {} as JobQueue,
    catalogue: {} as Catalogue,
    content: {} as Content,
    pictures: {} as PictureStore,
    feeds: {} as ProductFeeds,
    noteOutage: () => false,
    pingDatabase: () => Promise.resolve(),
  })
  unsubscribe('fastify.initialization', watch)
  await app.ready()
  await app.close()
  await rm(noFiles, { recursive: true })
  const routes = Map.groupBy(found, ({ options }) => options.url)
  return [...routes].flatMap(([url, calls]) => {
    const isAny = calls.some(({ method }) => method === 'TRACE')
    const named = isAny ? calls.slice(0, 1) : calls.filter(({ method }) => method !== 'HEAD')
    return named.map(({ method, options }) => ({
      route: `${isAny ? 'ANY' : method} ${url}`,
      whileClosed: options.config?.whileClosed === true,
    }))
  })
}

/** The pattern of every page address, once where it differs only by store. */
export function pageRoutes(): string[] {
  const others = storeCodes.filter((code) => code !== 'sv').map((code) => `/${code}/`)
  const patterns = pages.flatMap((entry) => patternsOf(entry, ''))
  return [...new Set(patterns)].filter((pattern) => !others.some((prefix) => pattern.startsWith(prefix)))
}

function patternsOf({ path, children }: RouteConfigEntry, parent: string): string[] {
  const pattern = path === undefined ? parent : `${parent}/${path}`
  const below = (children ?? []).flatMap((child) => patternsOf(child, pattern))
  return path === undefined && children ? below : [pattern, ...below]
}
