/** Starts one PostgreSQL for all db tests and migrates the template that every test file copies. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/embedded-postgres/embedded-postgres.ts'
import { ensureRoles } from '../server/embedded-postgres/cluster-roles.ts'
import { openNewStores } from '../domain/settings/open-new-stores.server.ts'
import { createDatabase } from '../server/database/database.ts'
import { prepareDatabase } from '../server/database/prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of the test cluster; databases are created and dropped through it. */
    databaseServerUrl: string
  }
}

const log = { info: () => {}, warn: console.warn, error: console.error }
/** Throwaway data: a crash of the machine may lose it. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // The log is kept in memory (temporary-folder.ts).
  max_wal_size: '256MB',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-db-tests-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings })
  const templateOf = (url: string) => url.replace(/[^/]+$/, 'template_anode')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database template_anode')
  await client.end()
  await ensureRoles(templateOf(postgres.url), '')
  const [url, ownerUrl] = [templateOf(postgres.servingUrl), templateOf(postgres.ownerUrl)]
  await prepareDatabase({ url, ownerUrl, log })
  // Tests sell in the stores; those of closed ones close them.
  const db = createDatabase(ownerUrl, { log, max: 1 })
  await openNewStores(db, { kind: 'system', id: 'tests', onBehalfOf: null, requestId: null })
  await db.destroy()
  project.provide('databaseServerUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await destroyEmbeddedPostgres(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}
