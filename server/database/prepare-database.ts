/**
 * Prepares a database for the shop, as its owner and under one lock: migrations, the job queue's schema and
 * queues, and the serving role's privileges. A role that cannot create anything only checks that nothing is
 * missing.
 */
import pg from 'pg'
import { deleteForeignChanges } from '../../read-model/build/change-log.server.ts'
import { requireFittingModules } from '../bound-modules.ts'
import { ConfigError } from '../config-error.ts'
import { grantServing, readRole, type DatabaseRole } from './database-role.ts'
import { installSubscribers } from '../jobs/install-subscribers.ts'
import { installJobQueue, isJobQueueInstalled } from '../jobs/install-job-queue.ts'
import type { Log } from '../log.ts'
import { applyMigrations, missingMigrations, withSchemaLock } from './migrate.ts'
import { judgePostgresVersion } from './postgres-version.ts'

/** PostgreSQL's error code: the tables exist, but the role has no privilege on them. */
const insufficientPrivilege = '42501'

export interface PrepareOptions {
  /** The role that serves the shop. */
  url: string
  /** The role that owns the schema; `undefined`: the same role. */
  ownerUrl?: string | undefined
  log: Pick<Log, 'info' | 'warn'>
}

/**
 * Returns the names of the migrations it applied. Throws ConfigError for a problem that the operator must
 * fix.
 */
export async function prepareDatabase({ url, ownerUrl = url, log }: PrepareOptions): Promise<string[]> {
  requireFittingModules()
  const serving = await inspect(url)
  const warning = judgePostgresVersion(serving.versionNumber)
  if (warning !== null) log.warn(warning)
  if (serving.isSuperuser)
    log.warn(
      `The role ${serving.name} of DATABASE_URL is a superuser: give the shop a plain one, and the owner of its tables as DATABASE_OWNER_URL.`,
    )
  if (ownerUrl === url && !serving.canCreate) {
    await requirePrepared(url, serving.name)
    return []
  }
  return withSchemaLock(ownerUrl, async (owner) => {
    const applied = await applyMigrations(owner, log)
    await deleteForeignChanges(async (text) => (await owner.query(text)).rows)
    await installJobQueue(owner)
    await installSubscribers(owner)
    const { name } = await readRole(owner)
    if (name !== serving.name && !serving.isSuperuser) await grantServing(owner, serving.name)
    return applied
  })
}

async function inspect(url: string): Promise<DatabaseRole & { versionNumber: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    )
    return { ...(await readRole(client)), versionNumber: Number(rows[0]!.number) }
  })
}

/** The missing files by name, or only the first and how many more: an empty database lacks some 150. */
function listOf(missing: string[]): string {
  if (missing.length === 0) return 'the job queue'
  return missing.length <= 5 ? missing.join(', ') : `${missing[0]} and ${missing.length - 1} more files`
}

async function requirePrepared(url: string, role: string): Promise<void> {
  await withClient(url, async (client) => {
    const missing = await missingMigrations(client)
    if (missing.length > 0 || !(await isJobQueueInstalled(client)))
      throw new ConfigError(
        `The role of DATABASE_URL cannot create tables, and the database lacks ${listOf(missing)}. Run \`npm run anode -- migrate\` with DATABASE_OWNER_URL.`,
      )
  }).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error
    throw new ConfigError(
      `The role ${role} of DATABASE_URL lacks privileges (${error.message}). Run \`anode migrate\` with DATABASE_OWNER_URL, which grants them.`,
    )
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A lost connection also fails the query that runs; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
