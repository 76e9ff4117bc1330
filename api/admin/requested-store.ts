/** The store that a path of the back office names; the guard has checked that the person may touch it. */
import { isStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal } from './admin-refusal.ts'

/** Throws 404 `unknown_store` where there is none. */
export function requestedStore(store: string): StoreCode {
  if (!isStoreCode(store)) throw new AdminRefusal(404, 'unknown_store')
  return store
}
