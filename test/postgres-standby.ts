/**
 * A PostgreSQL primary with a streaming standby, made of the embedded binaries as docs/operations.md describes it for
 * an operator's own servers, and an address that a failover moves from one to the other.
 */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Cluster } from '../server/embedded-postgres/cluster-files.ts'
import { findPostgresBinaries } from '../server/embedded-postgres/binaries.ts'
import { clusterPlace } from '../server/embedded-postgres/cluster-place.ts'
import { prepareCluster } from '../server/embedded-postgres/cluster.ts'
import { databaseUser } from '../server/embedded-postgres/database-user.ts'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/embedded-postgres/embedded-postgres.ts'
import {
  launchPostmaster,
  readPostmaster,
  signalPostmaster,
  waitUntilGone,
} from '../server/embedded-postgres/postmaster.ts'
import { roles } from '../server/embedded-postgres/cluster-roles.ts'
import { cuttableLine, type CuttableLine } from './cuttable-line.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** Whether the standby confirms a commit before its client learns of it. */
export type Replication = 'synchronous' | 'asynchronous'

export interface ReplicatedPostgres {
  /** The shop's database at the address that `moveAddress` moves, as superuser. */
  url: string
  servingUrl: string
  ownerUrl: string
  /** The same database on the current primary, not through that address. */
  primaryUrl(): string
  /** Copies the primary to a new standby and waits until it has everything. */
  addStandby(replication: Replication): Promise<void>
  /** Disconnects the standby: what is committed from now on is lost by a failover. */
  cutReplication(): Promise<void>
  /** Stops the primary in immediate mode, as a power failure does. */
  stopPrimary(): Promise<void>
  /** Starts it again, at the same address. */
  startPrimary(): Promise<void>
  /** Moves the address to the standby or, once it is promoted, to the new primary. */
  moveAddress(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  /** Stops and removes all servers. */
  destroy(): Promise<void>
}

interface Server {
  cluster: Cluster
  dataDir: string
  url: string
}

/** Starts the primary. `settings` are those of every server, beside what replication needs. */
export async function startReplicatedPostgres(
  settings: Record<string, string> = {},
): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'anode-standby-'))
  await chmod(folder, 0o711)
  const all = {
    wal_level: 'replica',
    max_wal_senders: '4',
    wal_keep_size: '1GB',
    hot_standby: 'on',
    ...settings,
  }
  const firstDir = join(folder, 'server-1')
  // Creates the cluster with its database and roles.
  await (await startEmbeddedPostgres({ dataDir: firstDir, log })).stop()
  const servers = [await launch(await clusterOf(firstDir), firstDir, all)]
  let primary = servers[0]!
  let standby: Server | null = null
  let wire: CuttableLine | null = null
  const address = await cuttableLine(new URL(primary.url))
  return {
    url: address.url,
    servingUrl: withRole(address.url, roles.serving),
    ownerUrl: withRole(address.url, roles.owner),
    primaryUrl: () => primary.url,
    async addStandby(replication) {
      wire = await cuttableLine(new URL(primary.url))
      standby = await launchStandby(primary, wire, join(folder, `server-${servers.length + 1}`), all)
      servers.push(standby)
      await untilTrue(
        primary.url,
        'select bool_or(replay_lsn >= pg_current_wal_lsn()) as done from pg_stat_replication',
      )
      if (replication === 'asynchronous') return
      await run(primary.url, "alter system set synchronous_standby_names = 'standby'")
      await run(primary.url, 'select pg_reload_conf()')
      await untilTrue(primary.url, "select bool_or(sync_state = 'sync') as done from pg_stat_replication")
    },
    async cutReplication() {
      await wire?.cut()
    },
    stopPrimary: () => stopNow(primary.cluster),
    async startPrimary() {
      await launch(primary.cluster, primary.dataDir, all)
    },
    async moveAddress() {
      await address.cut()
      address.moveTo(new URL((standby ?? primary).url))
      await address.open()
    },
    async promote() {
      if (!standby) throw new Error('There is no standby.')
      primary = standby
      standby = null
      await wire?.cut()
      await run(primary.url, 'select pg_promote(true, 60)')
    },
    async destroy() {
      await address.cut()
      await wire?.cut()
      for (const { cluster, dataDir } of servers) {
        await stopNow(cluster)
        await destroyEmbeddedPostgres(dataDir)
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The cluster of a data directory, or where the one of a new directory will be. */
async function clusterOf(dataDir: string): Promise<Cluster> {
  const user = await databaseUser(dataDir)
  return prepareCluster({ dataDir, binaries: await findPostgresBinaries(user), user, log })
}

async function launch(cluster: Cluster, dataDir: string, settings: Record<string, string>): Promise<Server> {
  const launched = await launchPostmaster(cluster, settings)
  if (!launched.ok) throw new Error(`PostgreSQL did not start: ${launched.output}`)
  const port = (await readPostmaster(cluster))!.port
  return { cluster, dataDir, url: `postgres://anode:${cluster.password}@127.0.0.1:${port}/anode` }
}

/** Copies the running primary between `pg_backup_start` and `pg_backup_stop` and starts the copy as its standby. */
async function launchStandby(
  primary: Server,
  wire: CuttableLine,
  dataDir: string,
  settings: Record<string, string>,
): Promise<Server> {
  await mkdir(dataDir)
  await chmod(dataDir, 0o711)
  const { user, binaries, password } = primary.cluster
  const home = await clusterPlace(dataDir, user)
  const directory = join(home, 'cluster')
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    await copyRunning(primary.cluster.home, home)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(directory, 'postmaster.pid'), { force: true })
    await rm(join(home, 'port'), { force: true })
    const { hostname, port } = new URL(wire.url)
    const connection = `host=${hostname} port=${port} user=anode password=${password} application_name=standby`
    const written = {
      backup_label: rows[0]!.labelfile,
      'postgresql.auto.conf': `primary_conninfo = '${connection}'\n`,
      'standby.signal': '',
    }
    for (const [name, text] of Object.entries(written)) {
      await writeFile(join(directory, name), text, { mode: 0o600 })
      if (user) await chown(join(directory, name), user.uid, user.gid)
    }
  } finally {
    await client.end()
  }
  const cluster = { home, directory, logFile: join(home, 'postgres.log'), password, binaries, user }
  return launch(cluster, dataDir, settings)
}

/** Files that vanish while they are copied are in the WAL, from which the standby starts. */
async function copyRunning(from: string, to: string): Promise<void> {
  try {
    await promisify(execFile)('cp', ['-Rp', from, to], { env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
  } catch (error) {
    const lines = (error as { stderr: string }).stderr.trim().split('\n')
    if (!lines.every((text) => text.includes('No such file or directory'))) throw error
  }
}

/** Immediate shutdown: no checkpoint, open connections are dropped. */
async function stopNow(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) return
  signalPostmaster(postmaster, 'SIGQUIT')
  await waitUntilGone(cluster, postmaster)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Waits until the column `done` is true. */
async function untilTrue(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const deadline = Date.now() + 30_000
    while ((await client.query<{ done: boolean | null }>(statement)).rows[0]?.done !== true) {
      if (Date.now() > deadline) throw new Error(`Not true within 30 s: ${statement}`)
      await sleep(20)
    }
  } finally {
    await client.end()
  }
}

function withRole(url: string, role: string): string {
  const changed = new URL(url)
  changed.username = role
  return changed.href
}
