/** Says which products the pictures of an uploaded archive would go to, and changes nothing. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { FeedOutcome, FeedRefusal, FileContents } from '../domain/catalogue/feed-upload.ts'
import type { PresentPhotos } from '../domain/catalogue/present-photos.ts'
import { openPictureArchive } from './picture-folder.server.ts'
import { countWithPictures, planOf } from './picture-import.server.ts'
import { createProblemList } from './problem-list.ts'

/** Null: the file is no archive of pictures. Throws FeedFault where it is damaged or a bomb. */
export async function checkPictures(
  db: Kysely<DB>,
  {
    file,
    may,
    listed,
    present,
  }: { file: string; may: (contents: FileContents) => boolean; listed: number; present: PresentPhotos },
): Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal | null> {
  const folder = await openPictureArchive(file)
  if (folder === null) return null
  folder.close()
  if (!may('pictures')) return { ok: false, code: 'pictures_of_all_stores' }
  const { products, refused } = await planOf(db, folder.files, present)
  const problems = createProblemList(listed)
  for (const report of refused) problems.add(report)
  const pictures = products.reduce((sum, { files }) => sum + files.length, 0)
  return {
    ok: true,
    outcome: {
      holds: 'pictures',
      format: 'zip',
      table: null,
      entry: null,
      locations: [],
      audience: null,
      read: folder.files.length,
      created: pictures,
      changed: 0,
      unchanged: 0,
      refused: refused.length,
      repaired: 0,
      pictures: { products: products.length, withPictures: await countWithPictures(db, products) },
      currency: null,
      otherCurrencies: [],
      redirects: 0,
      tags: 0,
      newProducts: [],
      columns: [],
      clears: [],
      changes: [],
      problems: problems.takeRefused(),
      notes: problems.notes(),
    },
  }
}
