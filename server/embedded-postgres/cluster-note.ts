/** The file in a data directory that records the location of its cluster, when that is outside of it. */
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const noteName = 'postgres-elsewhere.json'

interface Note {
  directory: string
  why: string
}

/** The location recorded in a data directory. */
export async function notedPlace(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, noteName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Note).directory
}

/**
 * Records the location and returns the effective one: of two concurrent first starts, the first writer
 * decides.
 */
export async function notePlace(dataDir: string, directory: string): Promise<string> {
  const why =
    'PostgreSQL may not run as root, and its user cannot enter this folder. Back up that folder with this one.'
  const text = `${JSON.stringify({ directory, why } satisfies Note, null, 2)}\n`
  // Creating a hard link is atomic and never replaces an existing file.
  const written = join(dataDir, `${noteName}.${process.pid}`)
  await writeFile(written, text)
  await link(written, join(dataDir, noteName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(written, { force: true })
  return (await notedPlace(dataDir)) ?? directory
}
