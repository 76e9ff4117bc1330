/**
 * Fetches the photos at the addresses that products name: those never fetched, those that failed and are due
 * again, and those due for revalidation. An address is claimed for ten minutes before it is fetched, so that
 * two nodes never fetch it at the same time and a crashed node loses nothing.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { DownloadPicture } from './download-picture.server.ts'
import { inspectPicture } from './inspect-picture.server.ts'
import { retryDelayMs, type PictureFailure } from './picture-failure.ts'
import type { PictureOriginals } from './picture-originals.server.ts'

export interface FetchPicturesServices {
  db: Kysely<DB>
  originals: PictureOriginals
  download: DownloadPicture
}

export interface FetchedPictures {
  /** Originals stored, new or changed. */
  stored: number
  unchanged: number
  failed: number
}

const claimedTogether = 32
const downloadsAtOnce = 6
/** A host with this many unanswered requests in one run is skipped until its pictures are due again. */
const mostFaultsOfHost = 3

interface ClaimedSource {
  source: string
  etag: string | null
  last_modified: string | null
  failed_attempts: number
  has_original: boolean
}

/** Fetches until nothing is due or `signal` fires. */
export async function fetchPictures(
  services: FetchPicturesServices,
  signal: AbortSignal,
): Promise<FetchedPictures> {
  const result: FetchedPictures = { stored: 0, unchanged: 0, failed: 0 }
  const faultsOf = new Map<string, number>()
  while (!signal.aborted) {
    const claimed = await claim(services.db)
    if (claimed.length === 0) break
    const queue = claimed.values()
    const worker = async () => {
      for (const source of queue) {
        if (signal.aborted) await release(services.db, source.source)
        else result[await fetchOne(services, source, faultsOf, signal)]++
      }
    }
    await Promise.all(Array.from({ length: downloadsAtOnce }, worker))
  }
  return result
}

/** Claims due addresses; one that no product names any more is removed instead. */
async function claim(db: Kysely<DB>): Promise<ClaimedSource[]> {
  const { rows } = await sql<ClaimedSource & { named: boolean }>`
    with due as (
      select source from picture_source where next_attempt_at <= now()
      order by next_attempt_at limit ${claimedTogether} for update skip locked
    )
    update picture_source s set next_attempt_at = now() + interval '10 minutes'
    from due where s.source = due.source
    returning s.source, etag, last_modified, failed_attempts, sha256 is not null as has_original,
      exists (select from product_image i where i.source = s.source and i.source not like 'drawing:%') as named`.execute(
    db,
  )
  const unnamed = rows.filter(({ named }) => !named).map(({ source }) => source)
  if (unnamed.length > 0) {
    await sql`delete from picture_source s where source = any(${unnamed}::text[])
      and not exists (select from product_image i where i.source = s.source)`.execute(db)
    // All were due; there may be more.
    if (unnamed.length === rows.length) return claim(db)
  }
  return rows.filter(({ named }) => named)
}

async function fetchOne(
  services: FetchPicturesServices,
  claimed: ClaimedSource,
  faultsOf: Map<string, number>,
  signal: AbortSignal,
): Promise<keyof FetchedPictures> {
  const { db, originals, download } = services
  const host = URL.parse(claimed.source)?.host ?? ''
  if ((faultsOf.get(host) ?? 0) >= mostFaultsOfHost)
    return recordFailure(db, claimed, { ok: false, code: 'unreachable', detail: 'as others of its host' })
  // Validators without their bytes would leave the product without its photo.
  const { etag, last_modified: lastModified } = claimed.has_original
    ? claimed
    : { etag: null, last_modified: null }
  let answer
  try {
    answer = await download(claimed.source, { etag, lastModified }, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    await release(db, claimed.source)
    return 'unchanged'
  }
  if (!answer.ok) {
    if (answer.code === 'timeout' || answer.code === 'unreachable')
      faultsOf.set(host, (faultsOf.get(host) ?? 0) + 1)
    return recordFailure(db, claimed, answer)
  }
  if (!answer.modified) {
    await recordCheck(db, claimed.source, {})
    return 'unchanged'
  }
  const picture = await inspectPicture(answer.bytes, { isUrgent: false })
  if (!picture.ok) return recordFailure(db, claimed, picture)
  await originals.write(picture)
  await recordCheck(db, claimed.source, {
    sha256: Buffer.from(picture.sha256, 'hex'),
    etag: answer.etag,
    last_modified: answer.lastModified,
  })
  return 'stored'
}

/** The next check is in about a week, with jitter, so that pictures fetched together spread out. */
async function recordCheck(
  db: Kysely<DB>,
  source: string,
  found: { sha256?: Buffer; etag?: string | null; last_modified?: string | null },
): Promise<void> {
  await db
    .updateTable('picture_source')
    .set({
      ...found,
      failure: null,
      failure_detail: null,
      failed_attempts: 0,
      attempted_at: sql`now()`,
      next_attempt_at: sql`now() + interval '7 days' * (0.75 + random() / 2)`,
    })
    .where('source', '=', source)
    .execute()
}

async function recordFailure(
  db: Kysely<DB>,
  { source, failed_attempts }: ClaimedSource,
  { code, detail }: PictureFailure,
): Promise<'failed'> {
  const attempts = failed_attempts + 1
  const delayMs = retryDelayMs({ code, ...(detail !== undefined && { detail }) }, attempts)
  await db
    .updateTable('picture_source')
    .set({
      failure: code,
      failure_detail: detail ?? null,
      failed_attempts: attempts,
      attempted_at: sql`now()`,
      next_attempt_at: delayMs === null ? null : sql`now() + interval '1 millisecond' * ${delayMs}`,
    })
    .where('source', '=', source)
    .execute()
  return 'failed'
}

/** Releases claims that were not fetched. */
async function release(db: Kysely<DB>, source: string): Promise<void> {
  await db
    .updateTable('picture_source')
    .set({ next_attempt_at: sql`now()` })
    .where('source', '=', source)
    .execute()
}

/**
 * Removes what no product, no field of one and no store has used for a day: addresses, then originals, whose derived sizes
 * may be kept elsewhere (remove-derived-pictures.server.ts); one that a field had before its last change, or a store at any
 * time, is kept for its undo.
 * Registers addresses without a row,
 * which happens when a product named one while it was being removed.
 */
export async function tidyPictures(db: Kysely<DB>): Promise<void> {
  await sql`delete from picture_source s
    where coalesce(attempted_at, '-infinity') < now() - interval '1 day'
      and not exists (select from product_image i where i.source = s.source and i.source not like 'drawing:%')`.execute(
    db,
  )
  await sql`insert into picture_source (source)
    select distinct source from product_image i
    where source ~* '^https?://' and octet_length(source) <= 2000
      and not exists (select from picture_source s where s.source = i.source)
    on conflict do nothing`.execute(db)
  await sql`with gone as (
      delete from picture_original o
      where stored_at < now() - interval '1 day'
        and not exists (select from picture_source s where s.sha256 = o.sha256)
        and not exists (select from product_image i
          where i.source = 'picture:' || encode(o.sha256, 'hex') and i.source not like 'drawing:%')
        and not exists (select from (
            select left(value #>> '{}', 72) as source from custom_field_value where value #>> '{}' like 'picture:%'
            union all
            select left(former #>> '{}', 72) from custom_field_value where former #>> '{}' like 'picture:%'
            union all
            select source from store_picture_sources()
          ) v where v.source = 'picture:' || encode(o.sha256, 'hex'))
      returning sha256
    )
    insert into picture_removal (sha256) select sha256 from gone
    on conflict (sha256) do update set removed_at = now()`.execute(db)
  await sql`delete from picture_removal where removed_at < now() - interval '30 days'`.execute(db)
}
