/**
 * Location of the cluster of a data directory: inside it, or, when running as root below a directory closed
 * to others, in a system directory that the database user can access, recorded in the data directory.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notedPlace, notePlace } from './cluster-note.ts'
import { canEnter, type DatabaseUser } from './database-user.ts'

/** Directory for the cluster of `dataDir` (which exists); it may not exist yet. */
export async function clusterPlace(dataDir: string, user: DatabaseUser | undefined): Promise<string> {
  const noted = await notedPlace(dataDir)
  if (noted) return noted
  const inside = join(dataDir, 'postgres')
  if (canEnter(user, dataDir)) return inside
  // Never start an empty cluster beside one that holds the shop's data.
  if (existsSync(inside))
    throw new Error(`User ${user?.uid}, who runs PostgreSQL, can no longer enter ${inside}.`)
  const base = await makeBase(dataDir, user)
  return notePlace(dataDir, join(base, `postgres-${randomBytes(8).toString('hex')}`))
}

/**
 * /var/lib is tried before /var/tmp: systemd deletes files in /var/tmp that were not accessed for 30 days,
 * and a database has such files.
 */
const systemPlaces = ['/var/lib/anode', '/var/tmp/anode']

/** A system directory that others can traverse, created on first use. */
export async function firstWritable(candidates: string[] = systemPlaces): Promise<string> {
  let fault: unknown
  for (const candidate of candidates) {
    try {
      await mkdir(candidate, { recursive: true, mode: 0o755 })
      await chmod(candidate, 0o755)
      const found = await lstat(candidate)
      if (found.isDirectory() && found.uid === 0) return candidate
    } catch (error) {
      fault = error
    }
  }
  throw new Error(`No folder for PostgreSQL could be made at ${candidates.join(' or ')}: ${String(fault)}`)
}

async function makeBase(dataDir: string, user: DatabaseUser | undefined): Promise<string> {
  const real = await realpath(dataDir)
  const throwaway = real.startsWith(`${await realpath(tmpdir())}/`)
  const home = await firstWritable(throwaway ? [join(tmpdir(), 'anode'), ...systemPlaces] : systemPlaces)
  const base = join(home, createHash('sha256').update(real).digest('hex').slice(0, 16))
  await mkdir(base, { recursive: true, mode: 0o700 })
  if (user) await chown(base, user.uid, user.gid)
  return base
}
