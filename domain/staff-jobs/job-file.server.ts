/** The file of a job, which is kept in the database, on a disk while the job reads it. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { fileParts } from './staff-job-repository.server.ts'

/** Runs `work` with the path of the job's file, in a folder below `parent` that is removed afterwards. */
export async function withJobFile(
  db: Kysely<DB>,
  { jobId, parent }: { jobId: number; parent: string },
  work: (file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(parent, 'import-'))
  const file = join(folder, 'file')
  try {
    await pipeline(fileParts(db, jobId), createWriteStream(file, { mode: 0o600 }))
    await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
