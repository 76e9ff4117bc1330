/** A real, migrated, empty database for one test file or one test. Only in `.db.test.ts` files. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './database-setup.ts'
import { createDatabase, type Database } from '../server/database/database.ts'
import { roles } from '../server/embedded-postgres/cluster-roles.ts'

export interface TestDatabase {
  db: Database
  url: string
  /** Closes the pool and removes the database. Call it in `afterAll`. */
  drop: () => Promise<void>
}

const log = { warn: () => {} }

export interface TestDatabaseOptions {
  /** Creates no tables. */
  empty?: boolean
  /** Copies this database of the test cluster instead of the template; nobody may be connected to it. */
  copyOf?: string
  /** The role it is opened with: by default the superuser, or the shop's own. */
  role?: 'superuser' | keyof typeof roles
}

/** Copies the migrated template; takes some 20–50 ms. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = options.empty ? 'template0' : 'template_anode'
  const source = options.copyOf === undefined ? template : new URL(options.copyOf).pathname.slice(1)
  // The default strategy also logs each page of the copy: 80 ms of processor time instead of 30.
  await onServer(server, `create database ${name} template ${source} strategy file_copy`)
  const { role = 'superuser' } = options
  const url = roleUrl(server.replace(/[^/]+$/, name), role)
  const db = createDatabase(url, { log, max: 10 })
  return {
    db,
    url,
    async drop() {
      await db.destroy()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The same database for another role of the test cluster. */
export function roleUrl(url: string, role: NonNullable<TestDatabaseOptions['role']>): string {
  const changed = new URL(url)
  changed.username = role === 'superuser' ? 'anode' : roles[role]
  return changed.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
