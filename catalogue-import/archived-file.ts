/** What an archive is by the names of its files: a workbook, or a folder with a file of products. Pure. */
import { FeedFault } from './feed-fault.ts'
import { shortened } from './row-report.ts'

/** What systems put beside the file: pictures, documents, and what file managers leave. */
const besides =
  /(?:^|\/)(?:__MACOSX\/|\.|(?:thumbs\.db|desktop\.ini|readme(?:\.[a-z]+)?|licen[cs]e(?:\.[a-z]+)?)$)|\.(?:jpe?g|png|gif|webp|avif|svg|pdf|docx?|html?|md|exe)$/i

/** Whether the name is one that file managers add to an archive. */
export const isLeftByFileManagers = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.)/.test(name)

/** Names of files of rows, or without an ending. */
const rows = /(?:^|\/)[^./]+$|\.(?:csv|tsv|tab|txt|xlsx|xml|json|ndjson|jsonl|gz|zip)$/i

/** Whether the name is one of a file that could hold products; of an unknown kind beside pictures it is not. */
export const namesProducts = (name: string): boolean => !besides.test(name) && rows.test(name)

/** Names of files that a fault lists. */
const listed = 10

/** The only file that can hold products. Throws FeedFault where there is none, or several. */
export function archivedFile(names: readonly string[], file: string): string {
  const found = names.filter((name) => !besides.test(name))
  const [only, another] = found
  if (only === undefined) throw new FeedFault('archive_empty', { file })
  if (another === undefined) return only
  const more = found.length > listed ? ` … (${found.length})` : ''
  throw new FeedFault('archive_several', {
    file,
    names: found.slice(0, listed).map(shortened).join(', ') + more,
  })
}

/** Whether an archive is a workbook; `other`: a spreadsheet in a form that is not read. */
export function workbookKind(names: readonly string[]): 'xlsx' | 'other' | null {
  if (names.includes('[Content_Types].xml') && names.some((name) => /(?:^|\/)workbook\d*\.xml$/i.test(name)))
    return 'xlsx'
  const isOther = names.some((name) => /(?:^|\/)workbook\.bin$|^Index\/Document\.iwa$/i.test(name))
  return isOther || (names.includes('mimetype') && names.includes('content.xml')) ? 'other' : null
}
