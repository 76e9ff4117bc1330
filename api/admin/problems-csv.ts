/** Problems of an imported file as lines of a CSV file for spreadsheets: codes for programs, words for the person. */
import { problemText, type SayProblem } from '../../locales/problem-text.ts'
import type { FeedProblem } from '../../domain/catalogue/feed-upload.ts'
import { csvLine, csvStart } from './csv.ts'

const problemsHeader = csvLine(['row', 'sku', 'column', 'value', 'outcome', 'code', 'message'])

const problemLine =
  (say: SayProblem) =>
  ({ row, sku, column, value, outcome, code, detail }: FeedProblem): string =>
    csvLine([row, sku, column, value, outcome, code, problemText({ code, detail }, say)])

/** The last line of a file that has only the first problems; empty where it has all. */
const moreProblemsLine = ({ kept, count }: { kept: number; count: number }, say: SayProblem): string =>
  count > kept ? csvLine(['', '', '', '', '', '', say('problems_listed', { kept, count })]) : ''

/** A file of problems, of which there are `count` in all. */
export function* problemsCsv(
  problems: readonly FeedProblem[],
  count: number,
  say: SayProblem,
): Generator<string> {
  yield csvStart + problemsHeader
  for (const problem of problems) yield problemLine(say)(problem)
  yield moreProblemsLine({ kept: problems.length, count }, say)
}
