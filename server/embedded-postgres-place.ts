/**
 * Where the cluster of a data directory lives: inside it, or, under root and behind a closed folder, in a
 * place of the system that the database user can reach, with a note in the data directory.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, type DatabaseUser } from './embedded-postgres-user.ts'

const noteName = 'postgres-elsewhere.json'

interface Note {
  directory: string
  why: string
}

/** Folder for the cluster of `dataDir` (which exists); it may not exist yet. */
export async function clusterPlace(dataDir: string, user: DatabaseUser | undefined): Promise<string> {
  const noted = await notedPlace(dataDir)
  if (noted) return noted
  if (canEnter(user, dataDir)) return join(dataDir, 'postgres')
  const base = await makeBase(dataDir, user)
  const note: Note = {
    directory: join(base, `postgres-${randomBytes(8).toString('hex')}`),
    why: 'PostgreSQL may not run as root, and its user cannot enter this folder. Back up that folder with this one.',
  }
  // Two first starts at once: the one that writes the note decides.
  await writeFile(join(dataDir, noteName), `${JSON.stringify(note, null, 2)}\n`, { flag: 'wx' }).catch(() => {})
  return (await notedPlace(dataDir)) ?? note.directory
}

/** The place named by the note in a data directory. */
export async function notedPlace(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, noteName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Note).directory
}

/**
 * A folder of the system others can traverse, made on first use. /var/lib and not /var/tmp comes first:
 * systemd empties the latter of files that were not touched for 30 days, and a database holds such files.
 */
export async function firstWritable(candidates: string[] = ['/var/lib/anode', '/var/tmp/anode']): Promise<string> {
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
  const home = await firstWritable(throwaway ? [join(tmpdir(), 'anode')] : undefined)
  const base = join(home, createHash('sha256').update(real).digest('hex').slice(0, 16))
  await mkdir(base, { recursive: true, mode: 0o700 })
  if (user) await chown(base, user.uid, user.gid)
  return base
}
