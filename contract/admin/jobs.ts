/** Jobs of staff: work that was started in the back office and goes on in the background, row by row. */
import { z } from 'zod'

export const jobParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

export const staffJob = z.object({
  id: z.number(),
  /**
   * `price-change`, `assortment-change`, `campaign-plan`, `cost-import`, `feed-import`, `import-rollback`,
   * `order-shipping` or `archive-export`.
   */
  kind: z.string(),
  /** What was asked for. */
  terms: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  stores: z.array(z.string()),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  total: z.number(),
  changed: z.number(),
  /** Of an import: those of `changed` that are new; null otherwise. */
  created: z.number().nullable(),
  unchanged: z.number(),
  refused: z.number(),
  /** Redirects from former addresses of products that an import made; of its roll back: removed. */
  redirects: z.number(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Whether the person has seen that it finished. */
  seen: z.boolean(),
  /** The job that this one takes back, and the one that took this one back. */
  undoOf: z.number().nullable(),
  undoneBy: z.number().nullable(),
  canUndo: z.boolean(),
  /** Until when the person can download the archive that it has written; null: they cannot. */
  archiveUntil: z.string().nullable(),
})

/** The person's newest jobs, the newest first. */
export const jobsAnswer = z.object({ jobs: z.array(staffJob) })

export const jobRow = z.object({
  objectId: z.string(),
  store: z.string().nullable(),
  /** `created`: a new product of an import. */
  outcome: z.enum(['created', 'changed', 'unchanged', 'refused']),
  /** Code of the refusal. */
  refusal: z.string().nullable(),
})

/** The language of the words in a file of problems, as a code; English by default and for a language that staff have not. */
export const problemsQuery = z.strictObject({
  language: z.string().max(10).default('en'),
})

/** More about a problem: a code with values, worded in the language of the person. */
export const problemDetail = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** A row of an imported file that was refused, imported after a repair, or imported with a note. */
export const jobProblem = z.object({
  outcome: z.enum(['refused', 'repaired', 'noted']),
  /** Of a table as a spreadsheet numbers it, header and empty rows included; of a list the number of the item, from 1. */
  row: z.number(),
  sku: z.string().nullable(),
  /** The name of the row's product as the file states it. */
  title: z.string().nullable(),
  column: z.string().nullable(),
  value: z.string().nullable(),
  code: z.string(),
  detail: problemDetail.nullable(),
})

/** What was repaired or noted in rows of an imported file, by kind, with the first examples. */
export const jobNote = z.object({
  outcome: z.enum(['repaired', 'noted']),
  code: z.string(),
  column: z.string().nullable(),
  count: z.number(),
  examples: z.array(jobProblem),
})

/** The first rows, those that were refused before the others; all of them are in the file of the job. */
export const jobAnswer = z.object({
  job: staffJob,
  rows: z.array(jobRow),
  /** The first refused rows of an import; those that are kept are in a file of their own. */
  problems: z.array(jobProblem),
  notes: z.array(jobNote),
  /** All refused rows of the file, and how many of them were kept when they were found. */
  problemCount: z.number(),
  keptProblemCount: z.number(),
})

export const startedJob = z.object({ job: z.number() })
export type StartedJob = z.infer<typeof startedJob>

/** Jobs up to this one have been seen. */
export const seenBody = z.strictObject({ upTo: z.number().int().min(1) })
