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
      /** As a spreadsheet numbers it. */
      row: count,
      sku: z.string(),
      currency: z.string(),
      /** Without VAT; null: there is none yet. */
      before: z.number().nullable(),
      after: z.number(),
    }),
  ),
  /** The first 1000. */
  problems: z.array(jobProblem),
  /** All of them. */
  problemCount: count,
  /** All problems as a CSV file for a spreadsheet; null: there are none. */
  problemsCsv: z.string().nullable(),
})
export type CostCheck = z.infer<typeof costCheck>
