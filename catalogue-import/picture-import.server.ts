/**
 * Gives products the pictures of a folder or an archive, whose files are named after them. Each product is a transaction
 * of its own; importing the same pictures again changes nothing.
 */
import { hash } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { PresentPhotos } from '../domain/catalogue/present-photos.ts'
import { importPhotos } from '../domain/catalogue/product-photos.server.ts'
import { inspectPicture, largestPictureBytes } from '../domain/pictures/inspect-picture.server.ts'
import type { PictureFailureCode } from '../domain/pictures/picture-failure.ts'
import { createPictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import type { Sku } from '../domain/products/sku.ts'
import { FeedFault } from './feed-fault.ts'
import { knownSpellings } from './known-skus.server.ts'
import {
  planPictures,
  refusedBeside,
  refusedFile,
  skusMeant,
  type PictureFile,
  type PicturePlan,
  type ProductPictures,
} from './picture-files.ts'
import type { PictureFolder } from './picture-folder.server.ts'
import type { DetailCode } from './problem-details.ts'
import { shortened, type RowReport } from './row-report.ts'

/** Files of the folder so far. */
export interface PictureCounts {
  /** Pictures that a product got. */
  added: number
  /** Pictures that their product had. */
  present: number
  refused: number
}

export interface PictureImportOptions {
  present: PresentPhotos
  onReport: (report: RowReport) => void
  /** After each product. */
  onProgress?: (counts: PictureCounts) => Promise<void> | void
  /** Products that an earlier run has done, which are only counted. */
  isDone?: (pictures: ProductPictures) => boolean
  /** In the transaction that gives a product its pictures. */
  alongside?: (trx: Transaction<DB>, pictures: ProductPictures) => Promise<void>
}

/** Keys that are looked up at a time. */
const keysPerQuery = 5000

/** Which products the files belong to. */
export async function planOf(
  db: Kysely<DB>,
  files: readonly PictureFile[],
  present: PresentPhotos,
): Promise<PicturePlan> {
  const skus = skusMeant(files)
  const known = new Map<string, { sku: Sku }[]>()
  for (let at = 0; at < skus.length; at += keysPerQuery)
    for (const [key, found] of await knownSpellings(db, skus.slice(at, at + keysPerQuery)))
      known.set(key, found)
  return planPictures(files, known, { mostBytes: largestPictureBytes, present })
}

/** How many of the products have pictures already. */
export async function countWithPictures(
  db: Kysely<DB>,
  products: readonly ProductPictures[],
): Promise<number> {
  const skus = products.map(({ sku }) => sku)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from product p
    where p.sku = any(${skus}::text[]) and exists (select from product_image i where i.product_id = p.id)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Imports the pictures of a folder. What an earlier import has stored is not decoded again. */
export async function importPictures(
  db: Kysely<DB>,
  actor: Actor,
  folder: PictureFolder,
  { present, onReport, onProgress, isDone = () => false, alongside }: PictureImportOptions,
): Promise<PictureCounts> {
  const { products, refused } = await planOf(db, folder.files, present)
  const counts: PictureCounts = { added: 0, present: 0, refused: refused.length }
  refused.forEach(onReport)
  await onProgress?.({ ...counts })
  for (const pictures of products) {
    const { stored, refused: unusable } = await storePictures(db, folder, pictures, present)
    counts.refused += unusable.length
    unusable.forEach(onReport)
    const { sku } = pictures
    if (isDone(pictures)) counts.added += stored.length
    else if (stored.length > 0) {
      const added = await importPhotos(db, actor, { sku, originals: stored, present }, async (trx) =>
        alongside?.(trx, pictures),
      )
      counts.added += added ?? 0
      counts.present += stored.length - (added ?? 0)
    }
    await onProgress?.({ ...counts })
  }
  return counts
}

/**
 * Stores the pictures of a product that are ones, one after the other. Answers the originals that the product gets, in
 * order: where they would replace those that it has, none if a file is refused.
 */
async function storePictures(
  db: Kysely<DB>,
  folder: PictureFolder,
  { sku, files }: ProductPictures,
  present: PresentPhotos,
): Promise<{ stored: string[]; refused: RowReport[] }> {
  const stored: string[] = []
  const taken: PictureFile[] = []
  const refused: RowReport[] = []
  for (const file of files) {
    const answer = await storePicture(db, folder, file)
    if (typeof answer === 'string') {
      stored.push(answer)
      taken.push(file)
    } else refused.push({ ...answer, id: sku })
  }
  if (present === 'keep' || refused.length === 0) return { stored, refused }
  return { stored: [], refused: [...refused, ...refusedBeside(taken, sku)].toSorted((a, b) => a.row - b.row) }
}

const detailOf: Partial<Record<PictureFailureCode, DetailCode>> = {
  empty: 'picture_empty',
  too_large: 'picture_too_large',
  wrong_type: 'picture_wrong_type',
  too_many_pixels: 'picture_too_many_pixels',
  broken_picture: 'picture_broken',
  too_costly: 'picture_too_costly',
}

/** The SHA-256 of the stored original, or why there is none. */
async function storePicture(
  db: Kysely<DB>,
  folder: PictureFolder,
  file: PictureFile,
): Promise<string | RowReport> {
  let bytes: Buffer
  try {
    bytes = await folder.read(file)
  } catch (error) {
    // One file of an archive may be damaged; the others are read.
    if (error instanceof FeedFault)
      return refusedFile(file, 'picture_not_taken', {
        code: 'text',
        values: { text: shortened(String(error.values['text'] ?? error.code)) },
      })
    throw error
  }
  const sha256 = hash('sha256', bytes, 'hex')
  const known = await db
    .selectFrom('picture_original')
    .select('format')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()
  if (known) return sha256
  const picture = await inspectPicture(bytes, { isUrgent: false })
  if (!picture.ok)
    return refusedFile(file, 'picture_not_taken', { code: detailOf[picture.code] ?? 'picture_broken' })
  await createPictureOriginals(db).write(picture)
  return sha256
}
