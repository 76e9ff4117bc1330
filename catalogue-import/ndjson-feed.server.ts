/** Reads the catalogue's interchange format: one JSON object per line (catalogue-record.ts). */
import type { CatalogueRow } from './catalogue-rows.ts'
import { linesOf, type FeedLine } from './feed-source.server.ts'
import { detailOfIssue } from './record-issue.ts'
import { catalogueRecord } from './record-schema.server.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

/** The rows of a file; a line that is not a valid record is rejected by itself. */
export async function* readNdjsonFeed(chunks: AsyncIterable<Buffer>): AsyncGenerator<CatalogueRow> {
  let line = 0
  let row = 0
  for await (const feedLine of linesOf(chunks)) {
    line += 1
    if (feedLine.bytes.length === 0) continue
    row += 1
    yield { row, line, bytes: feedLine.bytes.length, ...readLine(feedLine) }
  }
}

function readLine({ bytes, tooLong }: FeedLine): Pick<CatalogueRow, 'record' | 'refused' | 'id' | 'title'> {
  if (tooLong) return { refused: { code: 'row_too_long' } }
  let value: unknown
  try {
    value = JSON.parse(strict.decode(bytes))
  } catch (error) {
    const code = error instanceof SyntaxError ? 'bad_json' : 'broken_utf8'
    return { refused: { code, value: shortened(bytes.subarray(0, 400).toString('utf8')) } }
  }
  const read = catalogueRecord.safeParse(value)
  if (read.success) return { record: read.data }
  const [issue] = read.error.issues
  const path = issue?.path ?? []
  const refused: RowProblem = {
    code: 'bad_record',
    ...(path.length > 0 && { column: path.join('.') }),
    ...valueAt(value, path),
    ...(issue && { detail: detailOfIssue(issue) }),
  }
  return { refused, ...idIn(value), ...titleOfRecord(value) }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): { value?: string } {
  let found = value
  for (const key of path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[key]
  if (found === undefined || (typeof found === 'object' && found !== null)) return {}
  return { value: shortened(typeof found === 'string' ? found : JSON.stringify(found)) }
}

/** The name of a product in the first store of a record that does not fit. */
function titleOfRecord(value: unknown): { title?: string } {
  const { record, stores } = (value ?? {}) as Record<string, unknown>
  if (record !== 'product' || typeof stores !== 'object' || stores === null) return {}
  const names = Object.values(stores).map((section) => (section as { name?: unknown } | null)?.name)
  return titleIn(names.find((name) => typeof name === 'string'))
}

function idIn(value: unknown): { id?: string } {
  const { sku, code, slug } = (value ?? {}) as Record<string, unknown>
  const id = [sku, code, slug].find((name) => typeof name === 'string')
  return typeof id === 'string' ? { id: shortened(id) } : {}
}
