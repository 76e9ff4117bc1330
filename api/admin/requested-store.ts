/** The store that a request of the back office names. */
import type { FastifyRequest } from 'fastify'
import { isStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { requireStore } from './require-permission.ts'

/** One of a path: the guard has checked that the person may touch it. Throws 404 `unknown_store` where there is none. */
export function requestedStore(store: string): StoreCode {
  if (!isStoreCode(store)) throw new AdminRefusal(404, 'unknown_store')
  return store
}

/** One of a body. Throws 404 `unknown_store`, and 403 where the person may not touch it. */
export function permittedStore(request: FastifyRequest, store: string): StoreCode {
  const known = requestedStore(store)
  requireStore(request, known)
  return known
}
