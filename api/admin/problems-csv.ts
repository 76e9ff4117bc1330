/** Problems of an imported file as lines of a CSV file for spreadsheets: codes for programs, words for the person. */
import { problemText, type SayProblem } from '../../locales/problem-text.ts'
import type { FeedNote, FeedProblem } from '../../domain/catalogue/feed-upload.ts'
import { csvLine, csvStart } from './csv.ts'

const problemsHeader = csvLine([
  'row',
  'sku',
  'title',
  'column',
  'value',
  'outcome',
  'code',
  'message',
  'count',
])

const problemLine = (
  { row, sku, title, column, value, outcome, code, detail }: FeedProblem,
  say: SayProblem,
  count: number | null = null,
): string =>
  csvLine([row, sku, title, column, value, outcome, code, problemText({ code, detail }, say), count])

/** After the refused rows of a file that has only the first ones; empty where it has all. */
const moreProblemsLine = ({ kept, count }: { kept: number; count: number }, say: SayProblem): string =>
  count > kept ? csvLine(['', '', '', '', '', '', '', say('problems_listed', { kept, count }), '']) : ''

export interface FileProblems {
  problems: readonly FeedProblem[]
  /** Refused rows in all. */
  count: number
  notes: readonly FeedNote[]
}

/** A file of problems: refused rows, then the examples of each kind of note, the first with the count of its kind. */
export function* problemsCsv({ problems, count, notes }: FileProblems, say: SayProblem): Generator<string> {
  yield csvStart + problemsHeader
  for (const problem of problems) yield problemLine(problem, say)
  yield moreProblemsLine({ kept: problems.length, count }, say)
  for (const note of notes)
    for (const [at, example] of note.examples.entries())
      yield problemLine(example, say, at === 0 ? note.count : null)
}
