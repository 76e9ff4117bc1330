/** In a worker process: the columns of a file's table with samples, for staff who say what they mean. */
import type { FoundColumn, FoundColumns } from '../domain/catalogue/column-mapping.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import { openRows } from './feed-job.server.ts'
import { openFeed } from './feed-source.server.ts'
import { filePartsOf, type FilePart } from './file-parts.server.ts'
import { suggestedColumns, suggestedFields } from './mapped-table.ts'
import { attributeNameOfColumn } from './row-facts.ts'
import { shortened } from './row-report.ts'
import type { TablePreset } from './table.ts'

export interface ColumnsInput {
  file: string
  store: StoreCode
  sheet: string | null
  mostUnpackedBytes: number
}

/** Rows in which samples are looked for, and samples of a column. */
const sampledRows = 100
const mostSamples = 3

export async function* run(input: ColumnsInput): AsyncGenerator<FilePart<FoundColumns, never>> {
  yield* filePartsOf(async () => {
    const source = await openFeed(input.file, input)
    const head = await columnsOf(source, input)
    return { source, head, rows: none(), bytesOf: () => 0 }
  })
}

async function* none(): AsyncGenerator<never> {}

async function columnsOf(source: Awaited<ReturnType<typeof openFeed>>, input: ColumnsInput) {
  const columns: PlacedColumn[] = []
  const probe: TablePreset = {
    name: 'columns',
    matches: isHeader,
    // A document may list its currencies and categories before its products.
    rank: (names) => suggestedFields(names).filter((field) => field !== null).length,
    async *read(table) {
      columns.push(...namedColumns(table.columns, input.store))
      let row = 0
      for await (const { cells } of table.rows) {
        for (const { column, at } of columns) addSample(column, cells[at] ?? '')
        if (++row >= sampledRows) break
      }
      // Says that the samples are complete; the samples are the answer.
      yield { row, line: row, bytes: 0 }
    },
  }
  const { rows, table } = await openRows(source, { ...input, presets: [probe] })
  for await (const _ of rows) break
  if (columns.length === 0 || table === null) throw new FeedFault('no_rows', { file: input.file })
  return { columns: columns.map(({ column }) => column), sheet: table.sheet, sheets: table.sheets }
}

interface PlacedColumn {
  column: FoundColumn
  at: number
}

/** The first column of each name. */
function namedColumns(names: readonly string[], store: StoreCode): PlacedColumn[] {
  const suggested = suggestedColumns(names, store)
  return names.flatMap((name, at) =>
    name === '' || names.indexOf(name) !== at
      ? []
      : [{ column: { name, samples: [], attribute: attributeNameOfColumn(name), ...suggested[at]! }, at }],
  )
}

function addSample({ samples }: FoundColumn, cell: string): void {
  const text = shortened(cell.trim())
  if (text !== '' && samples.length < mostSamples && !samples.includes(text)) samples.push(text)
}

/** Several names, none of which is a number, an amount or a date: rows of goods have some. */
function isHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length >= 2 && filled.every((cell) => !/^[\d\s.,:/€$%+-]+(?:\p{L}{0,3}\.?)$/u.test(cell))
}
