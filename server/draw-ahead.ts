import type { Logger } from 'pino'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import type { PictureStore } from '../domain/pictures/picture-store.server.ts'
import type { Database } from './database/database.ts'

/** Draws the pictures of product cards in advance, at low priority; returns a function that stops it. */
export function drawAhead(db: Database, pictures: PictureStore, log: Logger): () => Promise<void> {
  const ended = new AbortController()
  const drawing = db
    .selectFrom('product_image')
    .select('source')
    .distinct()
    .where('type', '=', imageTypes.Thumb)
    .where('source', 'like', 'drawing:%')
    .execute()
    .then((rows) =>
      pictures.prepare(
        rows.map((row) => row.source),
        { widths: [320], formats: ['avif'], signal: ended.signal },
      ),
    )
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'pictures are drawn on first request'))
  return async () => {
    ended.abort()
    await drawing
  }
}
