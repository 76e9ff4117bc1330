/** The note in a data directory that says where its cluster lives, when that is not inside it. */
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const noteName = 'postgres-elsewhere.json'

interface Note {
  directory: string
  why: string
}

/** The place named by the note in a data directory. */
export async function notedPlace(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, noteName), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Note).directory
}

/** Writes the note and answers the place that counts: of two first starts at once, the first writer decides. */
export async function notePlace(dataDir: string, directory: string): Promise<string> {
  const why =
    'PostgreSQL may not run as root, and its user cannot enter this folder. Back up that folder with this one.'
  const text = `${JSON.stringify({ directory, why } satisfies Note, null, 2)}\n`
  // A link appears whole or not at all, and never replaces one that is there.
  const written = join(dataDir, `${noteName}.${process.pid}`)
  await writeFile(written, text)
  await link(written, join(dataDir, noteName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(written, { force: true })
  return (await notedPlace(dataDir)) ?? directory
}
