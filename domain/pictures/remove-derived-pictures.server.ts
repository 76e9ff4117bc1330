/**
 * Removes the derived sizes of photos that were deleted, from a place that all nodes share. The deletion of a photo notes it
 * (`tidyPictures`), so that a run that was interrupted is continued by the next one.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { pictureFormats, pictureWidths } from './picture-address.ts'
import type { PictureFiles } from './picture-files.server.ts'
import { pictureKey } from './picture-key.ts'
import { originalSource } from './picture-source.ts'

/** Photos of a run; the next one, an hour later, continues. */
const perRun = 500

/** How long a run begins with another photo. */
const runMs = 60_000

/** So many photos in a row that fail are the place, not the photos. */
const mostFailuresInARow = 3

/**
 * Returns of how many photos nothing is left. One whose files cannot be removed stays noted, and is among those that the
 * error names at the end of the run.
 */
export async function removeDerivedPictures(
  db: Kysely<DB>,
  remove: NonNullable<PictureFiles['remove']>,
  clock: () => number = Date.now,
): Promise<number> {
  const gone = await db
    .selectFrom('picture_removal')
    .select('sha256')
    .orderBy('removed_at')
    .limit(perRun)
    .execute()
  const until = clock() + runMs
  let removed = 0
  const failures: unknown[] = []
  let inARow = 0
  for (const { sha256 } of gone) {
    if (clock() >= until || inARow >= mostFailuresInARow) break
    const key = pictureKey(originalSource(sha256.toString('hex')))
    const sizes = pictureWidths.flatMap((width) => pictureFormats.map((format) => ({ key, width, format })))
    const ended = await Promise.allSettled(sizes.map((file) => remove(file)))
    const failed = ended.find((each) => each.status === 'rejected')
    if (failed) {
      failures.push(failed.reason)
      inARow++
      continue
    }
    inARow = 0
    await db.deleteFrom('picture_removal').where('sha256', '=', sha256).execute()
    removed++
  }
  if (failures.length > 0)
    throw new Error(`the sizes of ${failures.length} deleted photos could not be removed`, {
      cause: failures[0],
    })
  return removed
}
