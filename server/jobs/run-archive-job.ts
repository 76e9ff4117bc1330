/** Writes the archive of the shop for a job of staff: a folder, which is packed, encrypted and kept for the download. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import { keepArchive } from '../../domain/staff-jobs/archive-parts.server.ts'
import { Postponed } from '../../domain/staff-jobs/postponed.ts'
import type { RunJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { findJob, finishJob, setProgress } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { tarOf } from '../../shop-archive/archive-tar.server.ts'
import { readArchivedTables, type ArchiveReader } from '../../shop-archive/archived-tables.server.ts'
import { writeArchive } from '../../shop-archive/write-archive.server.ts'
import { projectRoot } from '../project-root.ts'

/** Bytes of a part as it is kept. */
const partBytes = 1024 * 1024

/** Names the turn among the advisory locks of the database. */
const archiveLockKey = 4_207_003

/**
 * `parent`: where the folder is while it is written. Throws `Postponed` while another archive is written: a run that
 * packs for minutes counts as abandoned, and two would mix their parts and fill the disk.
 */
export const createArchiveRunner =
  ({ keys, parent }: { keys: Keyring; parent: string }): RunJob =>
  ({ db, clock, stopping }, { id, terms }) =>
    db.connection().execute(async (connection) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${archiveLockKey}::bigint) as taken`.execute(connection)
      if (rows[0]?.taken !== true) throw new Postponed()
      try {
        // Another run may have ended it before this one got its turn.
        const job = await findJob(db, id)
        if (job?.finishedAt !== null) return
        await writeAndKeep()
        await finishJob(db, id, 'done', new Date(clock()))
      } finally {
        await sql`select pg_advisory_unlock(${archiveLockKey}::bigint)`.execute(connection).catch(() => {})
      }

      async function writeAndKeep() {
        const folder = await mkdtemp(join(parent, 'archive-'))
        try {
          await writeTables(join(folder, 'shop'))
          // Also ends when a file cannot be read.
          await pipeline(tarOf(join(folder, 'shop'), 'shop'), createGzip(), (packed) =>
            keepArchive({ db, keys }, id, inParts(packed as AsyncIterable<Buffer>, requireTime)),
          )
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }

      async function writeTables(folder: string) {
        const schema = await readFile(join(projectRoot, 'db', 'schema.sql'), 'utf8')
        let changed = 0
        // One after the other, so that the last one stays.
        let noted = Promise.resolve()
        await writeArchive(readerOf(connection), folder, {
          logins: terms['logins'] === true,
          secrets: keys.ids,
          at: clock(),
          schema,
          onTable: () => {
            requireTime()
            changed += 1
            const counts = { ...nothing, changed }
            noted = noted.then(() => setProgress(db, id, counts, new Date(clock())))
            // Its error is thrown where it is awaited below; until then it must not be an unhandled rejection.
            noted.catch(() => {})
          },
        })
        await noted
      }

      function requireTime() {
        if (stopping?.aborted) throw new Error('the process stops; another one writes the archive')
      }
    })

const nothing = { changed: 0, created: 0, unchanged: 0, refused: 0 }

/** How many tables an archive has, which its job counts. */
export const countArchivedTables = async (db: Kysely<DB>, logins: boolean): Promise<number> =>
  (await readArchivedTables(readerOf(db), logins)).length

const readerOf = (connection: Kysely<DB>): ArchiveReader => ({
  query: async <Row>(text: string) => ({ rows: (await sql.raw<Row>(text).execute(connection)).rows }),
})

/** `beforePart` may throw. */
async function* inParts(stream: AsyncIterable<Buffer>, beforePart: () => void): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    beforePart()
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
