/** Files of purchase costs that staff upload. The body of an upload is the file itself. */
import { z } from 'zod'
import { jobProblem, problemsQuery } from './jobs.ts'

export const costCheckQuery = problemsQuery

export const costImportQuery = z.strictObject({
  /** Name of the file, for people. */
  name: z.string().max(200).optional(),
})

const count = z.number()

/** What an import of the file would do. */
export const costCheck = z.object({
  read: count,
  changed: count,
  unchanged: count,
  refused: count,
  /** The first 1000. */
  changes: z.array(
    z.object({
      /** Of the file. */
      line: count,
      sku: z.string(),
      currency: z.string(),
      /** Without VAT; null: there is none yet. */
      before: z.number().nullable(),
      after: z.number(),
    }),
  ),
  /** The first 1000; `row` is the line of the file. */
  problems: z.array(jobProblem),
  /** All of them. */
  problem_count: count,
  /** All problems as a CSV file for a spreadsheet; null: there are none. */
  problems_csv: z.string().nullable(),
})
export type CostCheck = z.infer<typeof costCheck>
