/** Reads the products of a workbook: the first sheet with a known header, or a named one, as rows of a table. */
import type { Store } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import { presetRows, readingOf, unknownColumns, type OpenTable } from './table-feed.server.ts'
import type { TablePreset } from './table.ts'
import { openSheet } from './workbook-sheet.server.ts'
import type { Archive } from './zip-archive.server.ts'

/** Throws FeedFault where no sheet has the columns of a known form. */
export async function readWorkbookFeed(
  archive: Archive,
  {
    file,
    sheet,
    store,
    presets,
  }: { file: string; sheet: string | null; store: Store; presets: readonly TablePreset[] },
): Promise<OpenTable> {
  const opened = await openSheet(archive, { file, sheet, presets })
  if ('searched' in opened) {
    if (opened.searched.length === 0) throw new FeedFault('blank')
    throw unknownColumns(opened.searched, presets)
  }
  const { header, firstRows, rows, ...named } = opened
  return {
    format: 'xlsx',
    table: readingOf(header, named),
    firstRows,
    rows: presetRows(header.preset, { columns: header.columns, above: header.above, rows }, store),
  }
}
