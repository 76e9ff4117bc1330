/**
 * The problems of a file for people: refused rows one by one, up to a limit; repairs and notes by kind, counted, with a
 * few examples. So a note of every row hides no refused one, and memory does not grow with the file. Pure.
 */
import type { FeedNote, FeedProblem } from '../domain/catalogue/feed-upload.ts'
import { problemOf, type RowReport } from './row-report.ts'

/** Examples of a kind of note. */
const mostExamples = 3

/** Kinds of notes; a hostile file can name columns as it likes. */
const mostKinds = 200

export interface ProblemList {
  add(report: RowReport): void
  /** The refused rows that were found since the last call, of the first ones. */
  takeRefused(): FeedProblem[]
  notes(): FeedNote[]
  /** Reports of all outcomes so far. */
  found(): number
}

/** `mostRefused`: rows that are listed; more are only counted. */
export function createProblemList(mostRefused: number): ProblemList {
  const kinds = new Map<string, FeedNote>()
  let refused: FeedProblem[] = []
  let [found, foundRefused] = [0, 0]
  return {
    add(report) {
      found += 1
      const problem = problemOf(report)
      if (problem.outcome === 'refused') {
        foundRefused += 1
        if (foundRefused <= mostRefused) refused.push(problem)
        return
      }
      const { outcome, code, column } = problem
      const key = JSON.stringify([outcome, code, kinds.size < mostKinds ? column : null])
      const kind = kinds.get(JSON.stringify([outcome, code, column])) ?? kinds.get(key)
      if (!kind) kinds.set(key, { outcome, code, column, count: 1, examples: [problem] })
      else {
        kind.count += 1
        if (kind.examples.length < mostExamples) kind.examples.push(problem)
      }
    },
    takeRefused() {
      const taken = refused
      refused = []
      return taken
    },
    notes: () => [...kinds.values()].toSorted((a, b) => b.count - a.count),
    found: () => found,
  }
}
