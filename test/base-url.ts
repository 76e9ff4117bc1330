/** Where the shop under test answers. Only in `.http.test.ts` files. */
import { inject } from 'vitest'
import type {} from './server-setup.ts'

/** Origin without a slash at its end; a server with the demo catalogue. */
export function baseUrl(): string {
  return inject('baseUrl')
}

/** Its DATA_DIR: mails in `outbox/`, and `startEmbeddedPostgres({ dataDir })` joins its database. */
export function serverDataDir(): string {
  return inject('dataDir')
}
