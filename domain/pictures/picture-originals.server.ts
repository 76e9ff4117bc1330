/**
 * Storage of the original photos: in PostgreSQL, so that every node and every backup has them. An object
 * store could implement the same port.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { originalOf } from './picture-source.ts'
import type { InspectedPicture } from './inspect-picture.server.ts'

export interface PictureOriginals {
  /** The bytes of an original by its SHA-256 in hexadecimal; null where there is none. */
  read(sha256: string): Promise<Buffer | null>
  /** Stores a picture once; idempotent. It may be removed again if no product uses it within a day. */
  write(picture: InspectedPicture): Promise<void>
}

/** Keeps an original for a day from the transaction on, in which something refers to it; false: there is none. */
export async function keepOriginal(trx: Kysely<DB>, source: string): Promise<boolean> {
  const sha256 = originalOf(source)
  if (sha256 === null) return false
  const kept = await trx
    .updateTable('picture_original')
    .set({ stored_at: sql`now()` })
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst()
  return kept.numUpdatedRows > 0n
}

/** Which of these there are; they are kept for a day from the transaction on, where it writes (`isToWrite`). */
export async function findOriginals(
  trx: Kysely<DB>,
  sources: readonly string[],
  { isToWrite }: { isToWrite: boolean },
): Promise<Set<string>> {
  // In one order, as others may keep the same.
  const keys = [...new Set(sources.flatMap((source) => originalOf(source) ?? []))].toSorted()
  if (keys.length === 0) return new Set()
  const wanted = sql`(select sha256 from picture_original
    where sha256 = any(array(select decode(key, 'hex') from unnest(${keys}::text[]) as key))
    order by sha256 ${isToWrite ? sql`for update` : sql``})`
  const { rows } = await (
    isToWrite
      ? sql<{ source: string }>`update picture_original set stored_at = now() where sha256 in ${wanted}
          returning 'picture:' || encode(sha256, 'hex') as source`
      : sql<{ source: string }>`select 'picture:' || encode(sha256, 'hex') as source from ${wanted} as o`
  ).execute(trx)
  return new Set(rows.map(({ source }) => source))
}

/** Originals in the table `picture_original`. `db` may be a transaction. */
export function createPictureOriginals(db: Kysely<DB>): PictureOriginals {
  return {
    async read(sha256) {
      const found = await db
        .selectFrom('picture_original')
        .select('bytes')
        .where('sha256', '=', Buffer.from(sha256, 'hex'))
        .executeTakeFirst()
      return found?.bytes ?? null
    },
    async write({ sha256, format, width, height, bytes }) {
      const key = Buffer.from(sha256, 'hex')
      // The bytes are sent only when they are new.
      const known = await db
        .updateTable('picture_original')
        .set({ stored_at: sql`now()` })
        .where('sha256', '=', key)
        .executeTakeFirst()
      if (known.numUpdatedRows > 0n) return
      await db
        .insertInto('picture_original')
        .values({ sha256: key, format, width, height, bytes })
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ stored_at: sql`now()` }))
        .execute()
    },
  }
}
