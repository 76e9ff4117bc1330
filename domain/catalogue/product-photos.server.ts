/**
 * The photos of a product in their order, for staff to view and change. Every change locks the product's row,
 * so that concurrent changes are not lost.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { PerStore } from './catalogue-record.ts'
import { imageTypes } from './image-type.ts'
import { inspectPicture } from '../pictures/inspect-picture.server.ts'
import type { PresentPhotos } from './present-photos.ts'
import type { PictureFailure, PictureFailureCode } from '../pictures/picture-failure.ts'
import { createPictureOriginals } from '../pictures/picture-originals.server.ts'
import { originalSource } from '../pictures/picture-source.ts'
import type { Sku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface ProductPhoto {
  /** 1 is the thumbnail. */
  position: number
  source: string
  alt: PerStore<string>
  /** SHA-256 of the stored original; null: not fetched yet, or failed. */
  original: { format: string; width: number; height: number; byteCount: number } | null
  failure: { code: PictureFailureCode; detail: string | null } | null
  nextAttemptAt: Date | null
}

/** The photos of a product by position; null: no product has the sku. */
export async function listPhotos(db: Kysely<DB>, sku: Sku): Promise<ProductPhoto[] | null> {
  const product = await db.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirst()
  if (!product) return null
  const { rows } = await sql<{
    source: string
    alt: PerStore<string>
    format: string | null
    width: number
    height: number
    byte_count: number
    failure: PictureFailureCode | null
    failure_detail: string | null
    next_attempt_at: Date | null
  }>`
    select i.source, i.alt, o.format, o.width, o.height, octet_length(o.bytes) as byte_count,
      s.failure, s.failure_detail, s.next_attempt_at
    from product_image i
    left join picture_source s on s.source = i.source
    left join picture_original o on o.sha256 = coalesce(s.sha256,
      case when i.source ~ '^picture:[0-9a-f]{64}$' then decode(substr(i.source, 9), 'hex') end)
    where i.product_id = ${product.id} and i.type = ${imageTypes.Original} and i.source not like 'drawing:%'
    order by i.sort_order`.execute(db)
  return rows.map((row, index) => ({
    position: index + 1,
    source: row.source,
    alt: row.alt,
    original:
      row.format === null
        ? null
        : { format: row.format, width: row.width, height: row.height, byteCount: row.byte_count },
    failure: row.failure && { code: row.failure, detail: row.failure_detail },
    nextAttemptAt: row.next_attempt_at,
  }))
}

/** A photo as a person saw it. */
export interface SeenPhoto {
  source: string
  /** Texts that the change replaces; an empty text: there was none. */
  alt?: PerStore<string> | undefined
}

export interface PhotoChange {
  sku: Sku
  /** What the person saw at the position; absent: whatever is stored there. */
  expected?: SeenPhoto | undefined
  /** From 1; beyond the last position: appended. */
  position?: number | undefined
  /** Stores to change; an empty text removes that store's text, so that the product's name is used. */
  alt?: PerStore<string> | undefined
}

export type PhotoRefusal =
  | PictureFailure
  | { ok: false; code: 'unknown_sku' | 'no_such_photo' | 'already_there' }
  /** Somebody else has moved, changed or removed the photo; `current`: all photos in their order. */
  | { ok: false; code: 'changed_meanwhile'; current: Photo[] }
export type ChangedPhoto = { ok: true; position: number; count: number } | PhotoRefusal

/** Stores a picture and adds it to a product, at the end unless a position is given. */
export async function addPhoto(
  db: Kysely<DB>,
  actor: Actor,
  bytes: Buffer,
  change: PhotoChange,
): Promise<ChangedPhoto> {
  const picture = await inspectPicture(bytes)
  if (!picture.ok) return picture
  const source = originalSource(picture.sha256)
  return withPhotosOf(db, actor, 'photo.add', change.sku, async (trx, photos) => {
    if (photos.some((photo) => photo.source === source)) return { ok: false, code: 'already_there' }
    await createPictureOriginals(trx).write(picture)
    return placed(photos, { source, alt: changedAlt({}, change.alt) }, change.position)
  })
}

/**
 * Gives a product photos that are stored already, in their order; the texts of those that it has stay. `alongside` runs in
 * the same transaction. Answers how many are new; null: no product has the sku.
 */
export async function importPhotos(
  db: Kysely<DB>,
  actor: Actor,
  { sku, originals, present }: { sku: Sku; originals: readonly string[]; present: PresentPhotos },
  alongside: (trx: Transaction<DB>) => Promise<void> = async () => {},
): Promise<number | null> {
  const sources = [...new Set(originals.map(originalSource))]
  let added = 0
  const imported = await withPhotosOf(db, actor, 'photo.change', sku, async (trx, photos) => {
    const fresh = sources.filter((source) => !photos.some((photo) => photo.source === source))
    added = fresh.length
    const given = present === 'keep' ? fresh : sources
    const named = given.map(
      (source) => photos.find((photo) => photo.source === source) ?? { source, alt: {} },
    )
    const after = present === 'keep' ? [...photos, ...named] : named
    if (isDeepStrictEqual(after, photos)) return { ok: false, code: 'already_there' }
    await alongside(trx)
    return { ok: true, position: 1, photos: after }
  })
  if (imported.ok) return added
  return imported.code === 'unknown_sku' ? null : 0
}

/** Moves a photo or changes its texts. */
export async function changePhoto(
  db: Kysely<DB>,
  actor: Actor,
  at: number,
  change: PhotoChange,
): Promise<ChangedPhoto> {
  return withPhotosOf(db, actor, 'photo.change', change.sku, async (_, photos) => {
    if (!isSeen(photos[at - 1], change.expected))
      return { ok: false, code: 'changed_meanwhile', current: photos }
    const [photo] = photos.splice(at - 1, 1)
    if (!photo) return { ok: false, code: 'no_such_photo' }
    const changed = { ...photo, alt: changedAlt(photo.alt, change.alt) }
    return placed(photos, changed, change.position ?? at)
  })
}

/** Removes a photo from a product. A feed that still names it adds it again. */
export async function removePhoto(
  db: Kysely<DB>,
  actor: Actor,
  sku: Sku,
  at: number,
  expected?: SeenPhoto,
): Promise<ChangedPhoto> {
  return withPhotosOf(db, actor, 'photo.remove', sku, async (_, photos) => {
    if (!isSeen(photos[at - 1], expected)) return { ok: false, code: 'changed_meanwhile', current: photos }
    const removed = photos.splice(at - 1, 1)
    return removed.length === 0 ? { ok: false, code: 'no_such_photo' } : { ok: true, position: at, photos }
  })
}

/** Puts the pictures of an earlier state back, in its order, where the product has those of `expected`. */
export function restorePhotos(
  db: Kysely<DB>,
  actor: Actor,
  sku: Sku,
  { photos, expected }: Record<'photos' | 'expected', readonly Photo[]>,
): Promise<ChangedPhoto> {
  return withPhotosOf(db, actor, 'photo.change', sku, async (_trx, present) =>
    isDeepStrictEqual(present, expected)
      ? { ok: true, position: 1, photos: [...photos] }
      : { ok: false, code: 'changed_meanwhile', current: present },
  )
}

interface Photo {
  source: string
  alt: PerStore<string>
}

type Decision = { ok: true; position: number; photos: Photo[] } | PhotoRefusal

function isSeen(photo: Photo | undefined, expected: SeenPhoto | undefined): boolean {
  if (expected === undefined) return true
  const { source, alt = {} } = expected
  return (
    photo?.source === source &&
    Object.entries(alt).every(([store, text]) => (photo.alt[store as StoreCode] ?? '') === text)
  )
}

function placed(photos: readonly Photo[], photo: Photo, wanted = Number.MAX_SAFE_INTEGER): Decision {
  const position = Math.min(Math.max(1, wanted), photos.length + 1)
  return { ok: true, position, photos: photos.toSpliced(position - 1, 0, photo) }
}

function changedAlt(former: PerStore<string>, changes: PerStore<string> = {}): PerStore<string> {
  return Object.fromEntries(Object.entries({ ...former, ...changes }).filter(([, text]) => text !== ''))
}

/** Computes a product's photos under its lock and writes them when they differ. */
function withPhotosOf(
  db: Kysely<DB>,
  actor: Actor,
  action: 'photo.add' | 'photo.change' | 'photo.remove',
  sku: Sku,
  decide: (trx: Transaction<DB>, photos: Photo[]) => Promise<Decision>,
): Promise<ChangedPhoto> {
  return audited(db, actor, async (trx, record) => {
    const product = await trx
      .selectFrom('product')
      .select('id')
      .where('sku', '=', sku)
      .forUpdate()
      .executeTakeFirst()
    if (!product) return { ok: false, code: 'unknown_sku' }
    const photosOfProduct = trx
      .selectFrom('product_image')
      .where('product_id', '=', product.id)
      .where('type', '=', imageTypes.Original)
    const former = await photosOfProduct.select(['source', 'alt']).orderBy('sort_order').execute()
    const photos = former.map(({ source, alt }) => ({ source, alt: alt as PerStore<string> }))
    const decided = await decide(trx, [...photos])
    if (!decided.ok) return decided
    const { position } = decided
    const rows = decided.photos.map(({ source, alt }, index) => ({
      product_id: product.id,
      type: imageTypes.Original,
      sort_order: index + 1,
      source,
      alt: JSON.stringify(alt),
    }))
    await trx
      .deleteFrom('product_image')
      .where('product_id', '=', product.id)
      .where('type', '=', imageTypes.Original)
      .execute()
    if (rows.length > 0) await trx.insertInto('product_image').values(rows).execute()
    record({ action, object: ['product', sku], before: { photos }, after: { photos: decided.photos } })
    return { ok: true, position, count: rows.length }
  })
}

export interface WaitingPhoto {
  source: string
  /** Products that use it; at most five. */
  skus: Sku[]
  /** Null: not tried yet. */
  failure: { code: PictureFailureCode; detail: string | null } | null
  /** Whether an earlier version is shown in the meantime. */
  isShown: boolean
  failedAttempts: number
  attemptedAt: Date | null
  /** Null: given up. */
  nextAttemptAt: Date | null
}

/** Photos that failed, or with `pending` also those not tried yet; newest failures first. */
export async function waitingPhotos(
  db: Kysely<DB>,
  { pending, limit }: { pending: boolean; limit: number },
): Promise<WaitingPhoto[]> {
  const { rows } = await sql<{
    source: string
    skus: Sku[]
    failure: PictureFailureCode | null
    failure_detail: string | null
    is_shown: boolean
    failed_attempts: number
    attempted_at: Date | null
    next_attempt_at: Date | null
  }>`
    select s.source, s.failure, s.failure_detail, s.sha256 is not null as is_shown, s.failed_attempts, s.attempted_at,
      s.next_attempt_at, n.skus
    from picture_source s
    cross join lateral (
      select array_agg(sku order by sku) as skus from (
        select distinct p.sku from product_image i join product p on p.id = i.product_id
        where i.source = s.source and i.source not like 'drawing:%' order by p.sku limit 5) named
    ) n
    where n.skus is not null and (s.failure is not null or (${pending} and s.sha256 is null))
    order by s.failure is null, s.attempted_at desc nulls last, s.source limit ${limit}`.execute(db)
  return rows.map((row) => ({
    source: row.source,
    skus: row.skus,
    failure: row.failure && { code: row.failure, detail: row.failure_detail },
    isShown: row.is_shown,
    failedAttempts: row.failed_attempts,
    attemptedAt: row.attempted_at,
    nextAttemptAt: row.next_attempt_at,
  }))
}

/** How many photos of products have not been tried yet, and how many failed. */
export async function countWaitingPhotos(db: Kysely<DB>): Promise<{ pending: number; failed: number }> {
  const { rows } = await sql<{ pending: number; failed: number }>`
    select count(*) filter (where failure is null)::integer as pending,
      count(*) filter (where failure is not null)::integer as failed
    from picture_source s
    where (failure is not null or sha256 is null)
      and exists (select from product_image i where i.source = s.source and i.source not like 'drawing:%')`.execute(
    db,
  )
  return rows[0] ?? { pending: 0, failed: 0 }
}

/** Makes failed addresses due at once, of one product or of all; returns how many. */
export async function retryPhotos(db: Kysely<DB>, sku: Sku | null): Promise<number> {
  const { rows } = await sql`
    update picture_source s set next_attempt_at = now(), failed_attempts = 0
    where failure is not null and source ~* '^https?://' and (${sku}::text is null or exists (
      select from product_image i join product p on p.id = i.product_id
      where i.source = s.source and i.source not like 'drawing:%' and p.sku = ${sku}))
    returning 1`.execute(db)
  return rows.length
}
