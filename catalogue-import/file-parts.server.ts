/** The rows of a file as they leave a worker process: in parts, of which the first says what the file is. */
import { FeedFault, type FeedFaultCode } from './feed-fault.ts'
import type { FeedSource } from './feed-source.server.ts'
import { WorkerFailure, type WorkerJob } from '../domain/workers/worker-job.ts'
import { streamFromWorker } from '../domain/workers/worker-pool.server.ts'

export type FilePart<Head, Row> =
  | { kind: 'head'; head: Head; bytesTotal: number }
  | { kind: 'rows'; rows: Row[]; bytesRead: number }
  /** The file as a whole cannot be read, or no further. */
  | { kind: 'fault'; code: FeedFaultCode; values: FeedFault['values'] }

/** A part is passed on when it has as many rows, or rows of as many bytes. */
const mostRows = 250
const mostBytes = 512 * 1024

/** In the worker: the parts of the file that `open` opens. */
export async function* filePartsOf<Head, Row>(
  open: () => Promise<{
    source: Pick<FeedSource, 'bytesTotal' | 'bytesRead'>
    head: Head
    rows: AsyncIterable<Row>
    /** About how much memory a row takes. */
    bytesOf: (row: Row) => number
  }>,
): AsyncGenerator<FilePart<Head, Row>> {
  const rows: Row[] = []
  try {
    const { source, head, rows: all, bytesOf } = await open()
    yield { kind: 'head', head, bytesTotal: source.bytesTotal }
    let bytes = 0
    for await (const row of all) {
      rows.push(row)
      bytes += bytesOf(row)
      if (rows.length < mostRows && bytes < mostBytes) continue
      yield { kind: 'rows', rows: rows.splice(0), bytesRead: source.bytesRead() }
      bytes = 0
    }
    if (rows.length > 0) yield { kind: 'rows', rows: rows.splice(0), bytesRead: source.bytesRead() }
  } catch (error) {
    if (!(error instanceof FeedFault)) throw error
    // What was read before the fault is worth as much as before.
    if (rows.length > 0) yield { kind: 'rows', rows, bytesRead: 0 }
    yield { kind: 'fault', code: error.code, values: error.values }
  }
}

export interface FileReading<Head, Row> {
  head: Head
  bytesTotal: number
  /** Bytes of the file that were read for the rows that were taken, for a progress bar. */
  bytesRead(): number
  /** Can be read once. Throws FeedFault where the file can be read no further. */
  rows: AsyncIterable<Row>
  /** Gives the worker back; needed unless the rows were read to their end. */
  close(): Promise<void>
}

/** Reads a file in a worker process. Throws FeedFault when it cannot be read, also where the worker fails. */
export async function readFileInWorker<Input extends { file: string }, Head, Row>(
  job: WorkerJob<Input, AsyncIterable<FilePart<Head, Row>>>,
  input: NoInfer<Input>,
): Promise<FileReading<Head, Row>> {
  const { file } = input
  const parts = streamFromWorker(job, input)
  const next = async () => {
    const step = await parts.next().catch((error: unknown) => {
      throw error instanceof WorkerFailure ? new FeedFault(error.code, { file }) : error
    })
    if (step.done) return null
    if (step.value.kind === 'fault') {
      await parts.return(undefined)
      throw new FeedFault(step.value.code, step.value.values)
    }
    return step.value
  }
  const first = await next()
  if (first?.kind !== 'head') throw new Error('The first part of a file is its head.')
  let bytesRead = 0
  async function* rows(): AsyncGenerator<Row> {
    try {
      for (let part = await next(); part !== null; part = await next()) {
        if (part.kind !== 'rows') continue
        bytesRead = Math.max(bytesRead, part.bytesRead)
        yield* part.rows
      }
    } finally {
      await parts.return(undefined)
    }
  }
  return {
    head: first.head,
    bytesTotal: first.bytesTotal,
    bytesRead: () => bytesRead,
    rows: rows(),
    close: async () => void (await parts.return(undefined)),
  }
}
