/**
 * The schema of pg-boss and the shop's queues: created by the owner of the database, never by a running node.
 */
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { queueOptions, type QueueOptions } from './queues.ts'

const schemaVersion: number = bossPackage.pgboss.schema

/**
 * Migrates the schema of pg-boss to the version of this release and makes every queue what it is in this release.
 * Idempotent. Every command of the operator runs it, so pg-boss is only loaded if there is something to do.
 */
export async function installJobQueue(owner: pg.Client): Promise<void> {
  const version = await installedVersion(owner)
  if (version !== null && version > schemaVersion) return
  if (version === schemaVersion && (await changedQueues(owner)).length === 0) return
  const { getConstructionPlans, getMigrationPlans, PgBoss } = await import('pg-boss')
  if (version === null) await owner.query(getConstructionPlans())
  // Its plans build indexes immediately; a started pg-boss would leave them to its own worker.
  else if (version < schemaVersion) await owner.query(getMigrationPlans('pgboss', version))
  const executeSql = async (text: string, values?: unknown[]) => owner.query(text, values)
  const boss = new PgBoss({ db: { executeSql }, migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, options] of await changedQueues(owner)) await makeQueue(boss, name, options)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

/** Creates a queue, or updates the options of an existing one. */
async function makeQueue(boss: PgBoss, name: string, options: QueueOptions): Promise<void> {
  await boss.createQueue(name, options)
  const { policy: _isFinal, ...others } = options
  await boss.updateQueue(name, others)
}

/** A queue as pg-boss has stored it. */
interface InstalledQueue {
  name: string
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax: number | null
  expireInSeconds: number
  deleteAfterSeconds: number
}

/** The queues that are missing or have other options. */
async function changedQueues(owner: pg.Client): Promise<[name: string, options: QueueOptions][]> {
  const { rows } = await owner.query<InstalledQueue>(
    `select name, retry_limit as "retryLimit", retry_delay as "retryDelay", retry_backoff as "retryBackoff",
      retry_delay_max as "retryDelayMax", expire_seconds as "expireInSeconds", deletion_seconds as "deleteAfterSeconds"
    from pgboss.queue`,
  )
  const installed = new Map(rows.map((row) => [row.name, row]))
  return [...queueOptions].filter(([name, { policy: _isFinal, ...options }]) => {
    const row = installed.get(name)
    return (
      !row || Object.entries(options).some(([option, value]) => row[option as keyof typeof options] !== value)
    )
  })
}

/** Whether nodes of this release can start pg-boss. */
export async function isJobQueueInstalled(client: pg.Client): Promise<boolean> {
  return (await installedVersion(client)) === schemaVersion
}

async function installedVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('pgboss.version') is not null as exists",
  )
  if (!rows[0]!.exists) return null
  const found = await client.query<{ version: number }>('select version from pgboss.version')
  return found.rows[0] ? Number(found.rows[0].version) : null
}
