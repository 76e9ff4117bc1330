/**
 * Spreadsheets (Office Open XML) of a table's rows. Numbers are numbers, and times are dates in the time of the row's
 * store. A text stays a text: `=1+1` is no formula.
 */
import type { z } from 'zod'
import { WorkerFailure, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run, SpreadsheetColumn } from './spreadsheet-job.ts'

/** Rows of a file, which is built in memory. The screens know the same number (admin/table/export-link.tsx). */
export const mostSpreadsheetRows = 20_000

/** The columns of these names, with the kinds that the row's schema gives them. */
export const columnsOf = (row: z.ZodObject, names: readonly string[]): SpreadsheetColumn[] =>
  names.map((name) => ({ name, kind: kindOf(row.shape[name] as z.ZodType | undefined) }))

function kindOf(schema: z.ZodType | undefined): SpreadsheetColumn['kind'] {
  const { innerType, format } = (schema?.def ?? {}) as { innerType?: z.ZodType; format?: string }
  if (innerType) return kindOf(innerType)
  return format === 'datetime' || format === 'date' ? format : 'plain'
}

const spreadsheetJob = workerJob<typeof run>({ module: 'api/admin/spreadsheet-job.ts', seconds: 120 })

/**
 * A file with one sheet: the names of the columns, then a line for each row. It is written in a worker process; throws
 * WorkerFailure where it takes too much.
 */
export async function spreadsheetOf(
  columns: readonly SpreadsheetColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Buffer> {
  const answer = await runInWorker(spreadsheetJob, { columns, rows })
  if (!answer.ok) throw new WorkerFailure(answer.code, spreadsheetJob.module)
  return answer.value
}
