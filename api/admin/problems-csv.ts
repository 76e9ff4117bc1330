/** Problems of an imported file as lines of a CSV file for spreadsheets. */
import type { FeedProblem } from '../../domain/catalogue/feed-upload.ts'
import { csvLine } from './csv.ts'

export const problemsHeader = csvLine(['row', 'sku', 'column', 'value', 'outcome', 'code', 'message'])

export const problemLine = ({ row, sku, column, value, outcome, code, message }: FeedProblem) =>
  csvLine([row, sku, column, value, outcome, code, message])

export function* problemsCsv(problems: Iterable<FeedProblem>): Generator<string> {
  yield problemsHeader
  for (const problem of problems) yield problemLine(problem)
}
