/**
 * Creates a cluster atomically: it is initialised under a temporary name and renamed when it is complete, so
 * that a crash half-way leaves only a directory that the next start removes.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import type { Log } from '../log.ts'
import type { Cluster } from './cluster-files.ts'
import { notedPlace } from './cluster-note.ts'
import { clusterPlace } from './cluster-place.ts'
import { isAlive, readPostmaster, signalPostmaster, waitUntilGone } from './postmaster.ts'
import type { DatabaseUser } from './database-user.ts'

/** Opens the cluster of a data directory, initialising it on first use. */
export async function prepareCluster(wanted: {
  dataDir: string
  binaries: PostgresBinaries
  user: DatabaseUser | undefined
  log: Log
}): Promise<Cluster> {
  const { dataDir, binaries, user, log } = wanted
  const home = await clusterPlace(dataDir, user)
  let password = await readPassword(home)
  if (password === undefined) {
    log.info(`Initialising PostgreSQL in ${home}.`)
    await removeLeftovers(home)
    await initialise(home, binaries, user)
    password = await readPassword(home)
  }
  if (password === undefined) throw new Error(`The password of the database is missing in ${home}.`)
  return clusterAt(home, { password, binaries, user })
}

function clusterAt(home: string, rest: Pick<Cluster, 'password' | 'binaries' | 'user'>): Cluster {
  return { home, directory: join(home, 'cluster'), logFile: join(home, 'postgres.log'), ...rest }
}

/** Stops a running postmaster and removes the cluster with all its files. For temporary data directories. */
export async function removeCluster(dataDir: string): Promise<void> {
  const home = (await notedPlace(dataDir)) ?? join(dataDir, 'postgres')
  await discard(home)
  if ((await notedPlace(dataDir)) === home) await rm(dirname(home), { recursive: true, force: true })
}

async function discard(home: string): Promise<void> {
  const cluster = clusterAt(home, { password: '', binaries: '', user: undefined })
  const postmaster = await readPostmaster(cluster)
  if (postmaster) {
    signalPostmaster(postmaster, 'SIGQUIT')
    await waitUntilGone(cluster, postmaster)
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

async function readPassword(home: string): Promise<string | undefined> {
  try {
    return (await readFile(join(home, 'password'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`Cannot read ${home}: it belongs to another user. ${String(error)}`, { cause: error })
  }
}

/** Initialisations whose process died, and, in a system directory, clusters of a removed data directory. */
async function removeLeftovers(home: string): Promise<void> {
  const parent = dirname(home)
  const elsewhere = basename(home) !== 'postgres'
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(/\.init-(\d+)$/.exec(name)?.[1])
    if (pid) {
      if (name.startsWith('postgres') && !isAlive(pid)) await discard(join(parent, name)).catch(() => {})
    } else if (elsewhere && name !== basename(home)) {
      await discard(join(parent, name))
    }
  }
}

async function initialise(
  home: string,
  binaries: PostgresBinaries,
  user: DatabaseUser | undefined,
): Promise<void> {
  const unfinished = `${home}.init-${process.pid}`
  const directory = join(unfinished, 'cluster')
  const password = join(unfinished, 'password')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o711 })
  await chmod(unfinished, 0o711)
  await chmod(directory, 0o700)
  await writeFile(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (user) {
    await chown(directory, user.uid, user.gid)
    await chown(password, user.uid, user.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=anode', '--auth=scram-sha-256', `--pwfile=${password}`]
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), ['-D', directory, ...access, ...locale], {
      cwd: '/',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
      ...user,
    })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const words = String((error as { stderr?: string }).stderr || error)
    throw new Error(
      `PostgreSQL could not be initialised. If it cannot run here, set DATABASE_URL. It said: ${words}`,
      { cause: error },
    )
  }
  await rename(unfinished, home).catch(async (error: NodeJS.ErrnoException) => {
    // A concurrent process created the cluster first; its cluster is used.
    await rm(unfinished, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
  })
}
