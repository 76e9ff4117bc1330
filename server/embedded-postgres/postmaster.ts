/**
 * The postmaster as an operating system process: find the one running in this cluster, start one, stop one.
 * `postmaster.pid` alone proves nothing after a crash: the pid may have been reused by another program, which
 * must never be signalled.
 */
import { spawn, spawnSync } from 'node:child_process'
import { open, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster-files.ts'

export interface Postmaster {
  pid: number
  port: number
  /** It reported that it accepts connections. */
  ready: boolean
}

/** `transient`: the next attempt may succeed (a concurrent process was faster, a port was taken). */
export type Launch = { ok: true } | { ok: false; transient: boolean; output: string }

const transientRefusals =
  /could not bind|shared memory block|lock file "postmaster.pid"|could not create any TCP/
const logLimitBytes = 16 * 1024 * 1024

/** Sized for a small machine shared with the shop; durability (fsync, synchronous_commit) stays on. */
const usualSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Distinguishes a process from a later one with the same pid: its start time; `ended` for a zombie process;
 * '' where the system does not report it.
 */
export async function processIdentity(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Fields after the name in brackets, which may contain spaces: first the state, 20th the start (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
}

/** The postmaster that runs in the cluster now, including while it starts or shuts down. */
export async function readPostmaster(cluster: Pick<Cluster, 'directory'>): Promise<Postmaster | undefined> {
  const file = join(cluster.directory, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid) || !(await isOurPostmaster(pid, cluster.directory))) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** The cluster's path on its command line, or its working directory, which a postmaster never changes. */
async function isOurPostmaster(pid: number, directory: string): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === directory) return true
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(directory)
  } catch {
    const asked = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return asked.stdout?.includes(` ${directory} `) ?? false
  }
}

export function signalPostmaster(postmaster: Postmaster, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(postmaster.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Waits for a fast shutdown; after 30 s it shuts down immediately, and the next start runs crash recovery.
 */
export async function waitUntilGone(
  cluster: Pick<Cluster, 'directory'>,
  postmaster: Postmaster,
): Promise<void> {
  const deadline = Date.now() + 30_000
  while ((await readPostmaster(cluster))?.pid === postmaster.pid) {
    if (Date.now() > deadline) signalPostmaster(postmaster, 'SIGQUIT')
    await sleep(10)
  }
}

/**
 * Starts a postmaster detached from our terminal, so that Ctrl-C reaches only us; returns when it is up or
 * has failed.
 */
export async function launchPostmaster(cluster: Cluster, settings: Record<string, string>): Promise<Launch> {
  await clearForeignPid(cluster)
  await rotateLog(cluster)
  const log = await open(cluster.logFile, 'a', 0o600)
  const before = (await log.stat()).size
  const port = await choosePort(cluster)
  const options = Object.entries({ ...usualSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(
    join(cluster.binaries, 'bin', 'postgres'),
    ['-D', cluster.directory, '-p', String(port), ...options],
    {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env['PATH'] },
      ...cluster.user,
    },
  )
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  child.unref()
  while (!ended) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.ready || (postmaster && postmaster.pid !== child.pid)) break
    await sleep(10)
  }
  await log.close()
  if (!ended) return { ok: true }
  const output = (await readFile(cluster.logFile, 'utf8')).slice(before).trim()
  if (output.includes('could not bind')) await rm(join(cluster.home, 'port'), { force: true })
  if (output.includes('shared memory block')) await endOrphanedBackends(cluster)
  return { ok: false, transient: transientRefusals.test(output), output }
}

/** The previous port if it is free, so that an operator's tool keeps its address. */
async function choosePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.home, 'port')
  const last = Number(await readFile(file, 'utf8').catch(() => '0'))
  const port = (await freePort(last)) ?? (await freePort(0))
  if (port === undefined) throw new Error('No free TCP port on 127.0.0.1.')
  if (port !== last) await writeFile(file, `${port}\n`)
  return port
}

async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', () => done(undefined))
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}

/**
 * PostgreSQL ignores a `postmaster.pid` of a dead process, but not one whose pid was reused by another
 * program (in containers pids repeat at every start). Then, and only when no process of the cluster is left,
 * the file is removed.
 */
async function clearForeignPid(cluster: Cluster): Promise<void> {
  const file = join(cluster.directory, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid || !isAlive(pid) || (await isOurPostmaster(pid, cluster.directory))) return
  await endOrphanedBackends(cluster)
  await rm(file, { force: true })
}

/**
 * Ends backends that outlived a killed postmaster, as PostgreSQL's own message asks; their working directory
 * is the cluster's.
 */
async function endOrphanedBackends(cluster: Cluster): Promise<void> {
  if (await readPostmaster(cluster)) return
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const working = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (working !== cluster.directory) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.startsWith('postgres: ')) process.kill(Number(name), 'SIGKILL')
  }
}

async function rotateLog(cluster: Cluster): Promise<void> {
  const size = await stat(cluster.logFile)
    .then((found) => found.size)
    .catch(() => 0)
  if (size > logLimitBytes) await rm(cluster.logFile, { force: true })
}
