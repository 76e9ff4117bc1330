/** Feeds that staff upload and export. The body of an upload is the file itself. */
import { z } from 'zod'
import { storeCode } from './fields.ts'
import { jobProblem, problemsQuery } from './jobs.ts'

export const importParams = z.object({ store: storeCode })

export const checkQuery = z.strictObject({
  /** Of a workbook; by default the first one with known columns. */
  sheet: z.string().max(100).optional(),
  /** Columns that the file may clear in any number of products, joined by commas. */
  clear: z
    .string()
    .max(1000)
    .regex(/^[a-z_,]*$/)
    .optional(),
  /** Of a file of stock: the location that counts; absent: all of them. */
  location: z.string().max(200).optional(),
})

export const importCheckQuery = checkQuery.extend(problemsQuery.shape)

export const importQuery = checkQuery.extend({
  /** Name of the file, for people. */
  name: z.string().max(200).optional(),
})

const count = z.number()

/** What an import of the file would do. */
export const importCheck = z.object({
  /** `products`, `redirects`, `stock`, `customers`, `orders` or `gift-cards`. */
  holds: z.string(),
  format: z.string(),
  /** How a file of rows and columns was read; null: it is none. */
  table: z
    .object({
      /** Of a text. */
      encoding: z.string().nullable(),
      separator: z.string().nullable(),
      /** Of a workbook. */
      sheet: z.string().nullable(),
      sheets: z.array(z.string()),
      preset: z.string(),
      column_count: count,
      /** Columns that are not read, at most 100. */
      unused_columns: z.array(z.string()),
    })
    .nullable(),
  /** Of an archive, the file that was read. */
  entry: z.string().nullable(),
  /** Of a file of stock, its locations. */
  locations: z.array(z.string()),
  read: count,
  created: count,
  changed: count,
  unchanged: count,
  refused: count,
  repaired: count,
  columns: z.array(z.object({ column: z.string(), changed: count, cleared: count })),
  /** Columns that the file would clear too much: the import is refused unless `clear` names them. */
  clears: z.array(z.object({ column: z.string(), filled: count, cleared: count })),
  /** The first 1000. */
  changes: z.array(
    z.object({
      row: count,
      sku: z.string().nullable(),
      column: z.string(),
      before: z.string(),
      after: z.string(),
    }),
  ),
  /** The first 1000. */
  problems: z.array(jobProblem),
  /** All of them. */
  problem_count: count,
  /** These problems as a CSV file for a spreadsheet; null: there are none. */
  problems_csv: z.string().nullable(),
})
export type ImportCheck = z.infer<typeof importCheck>
