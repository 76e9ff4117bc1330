/**
 * The PostgreSQL that comes with the shop: the real server from npm, with its data in DATA_DIR. This module
 * decides where the cluster is stored, which user runs it and which process stops it. It must never lose or
 * overwrite a cluster that holds data, never stop a database that another of our processes still uses, and
 * never be blocked by an earlier crash.
 */
import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Cluster } from './cluster-files.ts'
import { ensureRoles, roles } from './cluster-roles.ts'
import { prepareCluster, removeCluster } from './cluster.ts'
import { findPostgresBinaries } from './binaries.ts'
import {
  launchPostmaster,
  readPostmaster,
  signalPostmaster,
  waitUntilGone,
  type Postmaster,
} from './postmaster.ts'
import { leaveCluster, registerUse, type ClusterUse } from './cluster-users.ts'
import { databaseUser } from './database-user.ts'

export interface EmbeddedPostgresOptions {
  /**
   * DATA_DIR; the cluster is stored in `postgres/` inside it, or where `postgres-elsewhere.json` in it says.
   */
  dataDir: string
  log: Log
  /** Settings that override the defaults, for temporary databases of tests (`{ fsync: 'off' }`). */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /**
   * `postgres://…` of the shop's database as superuser, for tests. Constant for the lifetime of this process.
   */
  url: string
  /** The same database as the owner of its schema. */
  ownerUrl: string
  /** The same database as the role that serves the shop, without privileges to change the schema. */
  servingUrl: string
  /** Fast shutdown, unless another process (server, CLI) still uses the cluster. Idempotent. */
  stop: () => Promise<void>
}

const databaseName = 'anode'
const startTimeoutMs = 120_000

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that already runs there. Throws an
 * error with a readable message when the machine cannot run it (no binaries, no permission).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  await mkdir(options.dataDir, { recursive: true })
  // Canonical path: other processes of ours may use another path to the same directory.
  const dataDir = await realpath(options.dataDir)
  const user = await databaseUser(dataDir)
  const binaries = await findPostgresBinaries(user)
  const cluster = await prepareCluster({ dataDir, binaries, user, log })
  const use = await registerUse(cluster)
  try {
    const postmaster = await joinOrLaunch(cluster, options)
    await ensureDatabase(databaseUrl(cluster, postmaster, 'postgres'))
    const url = databaseUrl(cluster, postmaster, databaseName)
    await ensureRoles(url, cluster.password)
    const ownerUrl = databaseUrl(cluster, postmaster, databaseName, roles.owner)
    const servingUrl = databaseUrl(cluster, postmaster, databaseName, roles.serving)
    return { url, ownerUrl, servingUrl, stop: supervise({ cluster, use, options }) }
  } catch (error) {
    await leaveCluster(use, () => shutDown(cluster))
    throw error
  }
}

/** Stops the postmaster of a temporary data directory and removes its cluster, wherever that is stored. */
export async function destroyEmbeddedPostgres(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) await removeCluster(await realpath(dataDir))
}

async function joinOrLaunch(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<Postmaster> {
  const { log, settings = {} } = options
  const deadline = Date.now() + startTimeoutMs
  let saidWaiting = false
  let refusal = ''
  while (Date.now() < deadline) {
    const running = await readPostmaster(cluster)
    if (running?.ready && (await answers(cluster, running))) return running
    if (!running) {
      const launched = await launchPostmaster(cluster, settings)
      if (launched.ok) continue
      refusal = launched.output
      if (!launched.transient) break
      await sleep(100)
    } else {
      if (!saidWaiting) log.info('PostgreSQL is starting or recovering; waiting for it.')
      saidWaiting = true
      await sleep(20)
    }
  }
  throw new Error(`PostgreSQL did not start. Its log: ${cluster.logFile}\n${refusal}`)
}

/** Whether the postmaster accepts a connection with our password; `false` while it starts or shuts down. */
async function answers(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl(cluster, postmaster, 'postgres'),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['28P01', '28000'].includes(code)) throw error
    await sleep(20)
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    // Two processes may create it concurrently; the second fails, which is expected.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

async function shutDown(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) return
  signalPostmaster(postmaster, 'SIGINT')
  await waitUntilGone(cluster, postmaster)
}

function databaseUrl(cluster: Cluster, postmaster: Postmaster, name: string, role = 'anode'): string {
  return `postgres://${role}:${cluster.password}@127.0.0.1:${postmaster.port}/${name}`
}

/**
 * Restarts the database on its previous port when it dies (kill -9, out of memory); returns a function that
 * stops the watch.
 */
function supervise(running: {
  cluster: Cluster
  use: ClusterUse
  options: EmbeddedPostgresOptions
}): () => Promise<void> {
  const { cluster, use, options } = running
  let stopped: Promise<void> | undefined
  let checking = false
  const check = async () => {
    if (checking || stopped) return
    checking = true
    try {
      if ((await readPostmaster(cluster)) || stopped) return
      options.log.error('PostgreSQL ended unexpectedly; starting it again.')
      await joinOrLaunch(cluster, options)
    } catch (error) {
      options.log.error(`PostgreSQL could not be started again: ${String(error)}`)
    } finally {
      checking = false
    }
  }
  const timer = setInterval(() => void check(), 500)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    while (checking) await sleep(20)
    const last = await leaveCluster(use, () => shutDown(cluster))
    if (!last) options.log.info('PostgreSQL keeps running: another process uses it.')
  }
  return () => (stopped ??= stop())
}
