/**
 * The system user that runs the embedded PostgreSQL. PostgreSQL refuses to run as root, so under root it runs
 * as another system user, and all its files must be accessible for that user.
 */
import { execFile, spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { notedPlace } from './cluster-note.ts'

/** A system user and group, or `undefined` where the process's own user runs the database. */
export interface DatabaseUser {
  uid: number
  gid: number
}

/** The user for a data directory: the owner of the cluster it holds, else `postgres`, else `nobody`. */
export async function databaseUser(dataDir: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const home = (await notedPlace(dataDir)) ?? join(dataDir, 'postgres')
  const existing = await stat(join(home, 'cluster')).catch(() => undefined)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const uid = await numericId('-u', name)
    const gid = await numericId('-g', name)
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor `nobody`. ' +
      'Start the shop as an ordinary user, or set DATABASE_URL.',
  )
}

async function numericId(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    return Number((await promisify(execFile)('id', [flag, name])).stdout)
  } catch {
    return undefined
  }
}

/** Whether that user can enter a directory, tested by the operating system itself (modes, ACLs, mounts). */
export function canEnter(user: DatabaseUser | undefined, directory: string): boolean {
  return user === undefined || succeeds(user, '/bin/sh', ['-c', 'cd -- "$1" 2>/dev/null', 'sh', directory])
}

/** Whether that user can execute a program of PostgreSQL, with its libraries. */
export function canRun(user: DatabaseUser | undefined, program: string): boolean {
  return user === undefined || succeeds(user, '/bin/sh', ['-c', '"$1" --version 2>/dev/null', 'sh', program])
}

function succeeds(user: DatabaseUser, command: string, parameters: string[]): boolean {
  const asked = spawnSync(command, parameters, { ...user, cwd: '/', stdio: 'ignore' })
  if (!asked.error) return asked.status === 0
  throw new Error(
    `Cannot run PostgreSQL as user ${user.uid}: ${asked.error.message}. ` +
      'Start the shop as an ordinary user, or set DATABASE_URL.',
  )
}
