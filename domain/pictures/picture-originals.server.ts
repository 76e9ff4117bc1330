/**
 * Storage of the original photos: in PostgreSQL, so that every node and every backup has them. An object
 * store could implement the same port.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { InspectedPicture } from './inspect-picture.server.ts'

export interface PictureOriginals {
  /** The bytes of an original by its SHA-256 in hexadecimal; null where there is none. */
  read(sha256: string): Promise<Buffer | null>
  /** Stores a picture once; idempotent. It may be removed again if no product uses it within a day. */
  write(picture: InspectedPicture): Promise<void>
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
