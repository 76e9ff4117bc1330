/** Stores the local files that rows name, before the rows are written. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { PictureFailure } from '../domain/pictures/picture-failure.ts'
import type { LocalPictures } from '../domain/pictures/local-pictures.server.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'

interface NamedPicture {
  column: 'image_link' | 'additional_image_link' | 'images'
  source: string
}

/**
 * Rows whose files could not be stored are imported and reported. Without a directory the files stored by an
 * earlier import stay, so that an export can be imported again; a row that names any other file is rejected.
 */
export async function* withLocalPictures(
  rows: AsyncIterable<CatalogueRow>,
  db: Kysely<DB>,
  pictures: LocalPictures | null,
): AsyncGenerator<CatalogueRow> {
  for await (const row of rows) {
    const named = localPicturesOf(row)
    if (named.length === 0) yield row
    else if (!pictures) {
      const unknown = await firstNotStored(db, named)
      yield unknown ? refused(row, unknown) : row
    } else {
      const problems: RowProblem[] = []
      for (const each of named) {
        const failure = await pictures.take(each.source)
        if (failure) problems.push(problemOf(each, failure))
      }
      yield problems.length === 0 ? row : { ...row, repaired: [...(row.repaired ?? []), ...problems] }
    }
  }
}

async function firstNotStored(
  db: Kysely<DB>,
  named: readonly NamedPicture[],
): Promise<NamedPicture | undefined> {
  const found = await db
    .selectFrom('picture_source')
    .select('source')
    .where(
      'source',
      'in',
      named.map(({ source }) => source),
    )
    .where('sha256', 'is not', null)
    .execute()
  const stored = new Set(found.map(({ source }) => source))
  return named.find(({ source }) => !stored.has(source))
}

function localPicturesOf({ feed, record }: CatalogueRow): NamedPicture[] {
  const named: NamedPicture[] = []
  if (feed?.imageLink) named.push({ column: 'image_link', source: feed.imageLink })
  for (const source of feed?.additionalImageLinks ?? [])
    named.push({ column: 'additional_image_link', source })
  if (record?.record === 'product')
    for (const { source } of record.images ?? []) named.push({ column: 'images', source })
  return named.filter(({ source }) => /^file:/i.test(source))
}

function refused(
  { row, line, bytes, feed, record }: CatalogueRow,
  { column, source }: NamedPicture,
): CatalogueRow {
  const id = feed?.sku ?? (record?.record === 'product' ? record.sku : undefined)
  return {
    row,
    line,
    bytes,
    ...(id !== undefined && { id }),
    ...titleIn(feed?.name),
    refused: { code: 'bad_image_link', column, value: shortened(source) },
  }
}

function problemOf({ column, source }: NamedPicture, { code, detail }: PictureFailure): RowProblem {
  return {
    code: 'picture_not_taken',
    column,
    value: shortened(source),
    detail: { code: 'text', values: { text: detail === undefined ? code : `${code}, ${detail}` } },
  }
}
