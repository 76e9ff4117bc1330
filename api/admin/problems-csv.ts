/** Problems of an imported file as lines of a CSV file for spreadsheets: codes for programs, words for the person. */
import { problemText, type SayProblem } from '../../locales/problem-text.ts'
import type { FeedProblem } from '../../domain/catalogue/feed-upload.ts'
import { csvLine } from './csv.ts'

export const problemsHeader = csvLine(['row', 'sku', 'column', 'value', 'outcome', 'code', 'message'])

export const problemLine =
  (say: SayProblem) =>
  ({ row, sku, column, value, outcome, code, detail }: FeedProblem): string =>
    csvLine([row, sku, column, value, outcome, code, problemText({ code, detail }, say)])

export function* problemsCsv(problems: Iterable<FeedProblem>, say: SayProblem): Generator<string> {
  yield problemsHeader
  for (const problem of problems) yield problemLine(say)(problem)
}
