/**
 * The schema of pg-boss and the shop's queues: created by the owner of the database, never by a running node.
 */
import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }
import { createQueues } from './job-queue.ts'

const schemaVersion: number = bossPackage.pgboss.schema

/** Migrates the schema of pg-boss to the version of this release and creates missing queues. Idempotent. */
export async function installJobQueue(owner: pg.Client): Promise<void> {
  const version = await installedVersion(owner)
  if (version === null) await owner.query(getConstructionPlans())
  // Its plans build indexes immediately; a started pg-boss would leave them to its own worker.
  else if (version < schemaVersion) await owner.query(getMigrationPlans('pgboss', version))
  else if (version > schemaVersion) return
  const executeSql = async (text: string, values?: unknown[]) => owner.query(text, values)
  const boss = new PgBoss({ db: { executeSql }, migrate: false, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    await createQueues(boss)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
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
