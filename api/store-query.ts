/** The store a request is for (API-01): every call names `locale` and, as `sid`, that store's id. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStoreCode, storeCodes, stores, type Store } from '../domain/stores/stores.ts'
import { Fault } from './errors.ts'

export type StoreQuery = { ok: true; store: Store } | { ok: false; problem: string }

/**
 * Reads `locale` and `sid` from a parsed query; rejects anything but a store and its own id, with the reason.
 */
function readStoreQuery(query: unknown): StoreQuery {
  const { locale, sid } = (query ?? {}) as { locale?: unknown; sid?: unknown }
  if (!isStoreCode(locale)) return { ok: false, problem: `locale must be one of ${storeCodes.join(', ')}.` }
  const store = stores[locale]
  if (String(sid) !== String(store.storeId))
    return { ok: false, problem: `sid must be ${store.storeId} for locale ${locale}.` }
  return { ok: true, store }
}

/** The store the request names; throws a 400 Fault if it names none. */
export function requireStore(request: Pick<FastifyRequest, 'query'>): Store {
  const read = readStoreQuery(request.query)
  if (!read.ok) throw new Fault('bad_store_query', { detail: read.problem })
  return read.store
}

/** Rejects requests of the plugin that name no store, before the body is parsed. */
export function checkStoreQuery(app: {
  addHook(name: 'onRequest', hook: (request: FastifyRequest) => Promise<void>): unknown
}): void {
  app.addHook('onRequest', async (request) => void requireStore(request))
}

/** A route's query schema: the store's two fields and the route's own. */
export function withStore<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({
    locale: z.enum(storeCodes).meta({ description: 'Store code' }),
    sid: z.coerce
      .number()
      .int()
      .meta({
        description: `The store's id: ${storeCodes.map((code) => `${code} ${stores[code].storeId}`).join(', ')}`,
      }),
    ...shape,
  })
}
