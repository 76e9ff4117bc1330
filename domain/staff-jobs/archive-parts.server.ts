/**
 * The archive of the shop as staff download it: kept in the database for a day, because nodes share no disk, and
 * encrypted with a key of its own, because it has all that the shop knows of its customers and backups outlive the day.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StaffJob } from './staff-job.ts'

/** How long after its end the archive of a job can be downloaded. */
const archiveHours = 24

const nonceBytes = 12
const tagBytes = 16
const cipher = 'aes-256-gcm'
const purpose = 'shop-archive'

/** Keeps the bytes of a job's archive in place of what an earlier run has kept. */
export async function keepArchive(
  { db, keys }: { db: Kysely<DB>; keys: Keyring },
  jobId: number,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await db.deleteFrom('archive_part').where('job_id', '=', jobId).execute()
  const key = randomBytes(32)
  const insert = (part: number, bytes: Buffer) =>
    db.insertInto('archive_part').values({ job_id: jobId, part, content: bytes }).execute()
  await insert(0, Buffer.from(keys.encrypt(purpose, key.toString('base64url'))))
  let part = 1
  const seal = async (chunk: Buffer) => {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, key, nonce).setAAD(placeOf(jobId, part))
    await insert(part, Buffer.concat([nonce, sealing.update(chunk), sealing.final(), sealing.getAuthTag()]))
    part += 1
  }
  for await (const chunk of content) await seal(chunk)
  await seal(noBytes)
}

/** The last part: without it an archive that lost its end would be taken for a whole one. */
const noBytes = Buffer.alloc(0)

/** Authenticated with each part, so that no part can replace another one. */
const placeOf = (jobId: number, part: number): Buffer => Buffer.from(`${jobId}/${part}`)

/**
 * The bytes of a job's archive; null: it is no longer kept, or the shop's secret is no longer listed. They throw where a
 * part was changed or is missing, also when it is removed while it is read.
 */
export async function archiveBytes(
  { db, keys }: { db: Kysely<DB>; keys: Keyring },
  jobId: number,
): Promise<AsyncGenerator<Buffer> | null> {
  const read = (part: number) =>
    db
      .selectFrom('archive_part')
      .select('content')
      .where('job_id', '=', jobId)
      .where('part', '=', part)
      .executeTakeFirst()
  const first = await read(0)
  const text = first ? keys.decrypt(purpose, first.content.toString('utf8')) : null
  if (text === null) return null
  const key = Buffer.from(text, 'base64url')
  async function* parts(): AsyncGenerator<Buffer> {
    for (let part = 1; ; part += 1) {
      const row = await read(part)
      if (!row) throw new Error(`part ${part} of the archive of job ${jobId} is missing`)
      const { content } = row
      const opening = createDecipheriv(cipher, key, content.subarray(0, nonceBytes))
        .setAAD(placeOf(jobId, part))
        .setAuthTag(content.subarray(-tagBytes))
      const bytes = Buffer.concat([opening.update(content.subarray(nonceBytes, -tagBytes)), opening.final()])
      if (bytes.length === 0) return
      yield bytes
    }
  }
  return parts()
}

/** Until when the archive of a job can be downloaded; null: it is not kept. */
export function archiveKeptUntil(
  { kind, state, finishedAt }: Pick<StaffJob, 'kind' | 'state' | 'finishedAt'>,
  now: number,
): Date | null {
  if (kind !== 'archive-export' || state !== 'done' || finishedAt === null) return null
  const end = new Date(finishedAt.getTime() + archiveHours * 3_600_000)
  return now < end.getTime() ? end : null
}

/** Removes the archives whose time is over, and what failed jobs have left. */
export async function removeOldArchives(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from archive_part where job_id in (select id from staff_job
    where finished_at <= ${now}::timestamptz - make_interval(hours => ${archiveHours}) or state = 'failed')`.execute(
    db,
  )
}
