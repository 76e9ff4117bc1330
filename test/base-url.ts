/** The address of the shop under test. Only in `.http.test.ts` files. */
import { inject } from 'vitest'
import type {} from './server-setup.ts'

/** Origin without a trailing slash; a server with the demo catalogue. */
export function baseUrl(): string {
  return inject('baseUrl')
}

/** Its DATA_DIR: mails in `outbox/`, and `startEmbeddedPostgres({ dataDir })` joins its database. */
export function serverDataDir(): string {
  return inject('dataDir')
}
