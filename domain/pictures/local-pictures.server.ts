/**
 * Stores photos from a local folder, for `file:` sources of an import. Only the operator's command names the
 * folder; a path must not leave it, not even through a symbolic link.
 */
import { hash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { inspectPicture, largestPictureBytes } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'
import { createPictureOriginals } from './picture-originals.server.ts'

export interface LocalPictures {
  /** Stores the file of a `file:` source; null: it is stored in its current version. */
  take(source: string): Promise<PictureFailure | null>
}

/** Each file is read once, however many products name it. `dryRun` checks files and stores nothing. */
export function createLocalPictures(
  db: Kysely<DB>,
  { folder, dryRun }: { folder: string; dryRun: boolean },
): LocalPictures {
  const taken = new Map<string, Promise<PictureFailure | null>>()
  return {
    take(source) {
      let running = taken.get(source)
      if (!running) {
        running = takeFile(db, folder, source, dryRun)
        taken.set(source, running)
      }
      return running
    },
  }
}

async function takeFile(
  db: Kysely<DB>,
  folder: string,
  source: string,
  dryRun: boolean,
): Promise<PictureFailure | null> {
  const bytes = await readWithin(folder, source.slice('file:'.length))
  if (!Buffer.isBuffer(bytes)) return noteFailure(db, source, bytes, dryRun)
  let sha256 = hash('sha256', bytes, 'hex')
  if (!(await isStored(db, sha256))) {
    const picture = await inspectPicture(bytes, { isUrgent: false })
    if (!picture.ok) return noteFailure(db, source, picture, dryRun)
    if (!dryRun) await createPictureOriginals(db).write(picture)
    sha256 = picture.sha256
  }
  if (!dryRun)
    await note(db, source, { sha256: Buffer.from(sha256, 'hex'), failure: null, failure_detail: null })
  return null
}

async function readWithin(folder: string, path: string): Promise<Buffer | PictureFailure> {
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    const found = await stat(file)
    if (!file.startsWith(root + sep) || !found.isFile()) return { ok: false, code: 'no_such_file' }
    if (found.size > largestPictureBytes) return { ok: false, code: 'too_large' }
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, code: 'no_such_file', ...(code !== 'ENOENT' && { detail: code }) }
  }
}

async function isStored(db: Kysely<DB>, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('picture_original')
    .select('format')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()
  return found !== undefined
}

async function noteFailure(
  db: Kysely<DB>,
  source: string,
  failure: PictureFailure,
  dryRun: boolean,
): Promise<PictureFailure> {
  if (!dryRun) await note(db, source, { failure: failure.code, failure_detail: failure.detail ?? null })
  return failure
}

/** A file is checked again by the next import, not by the fetch job. */
async function note(
  db: Kysely<DB>,
  source: string,
  found: { sha256?: Buffer; failure: string | null; failure_detail: string | null },
): Promise<void> {
  await db
    .insertInto('picture_source')
    .values({
      source,
      ...found,
      failed_attempts: found.failure === null ? 0 : 1,
      attempted_at: sql`now()`,
      next_attempt_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('source').doUpdateSet({
        ...found,
        failed_attempts: found.failure === null ? 0 : sql`picture_source.failed_attempts + 1`,
        attempted_at: sql`now()`,
      }),
    )
    .execute()
}
