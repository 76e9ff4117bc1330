/**
 * Imports a list of devices. It streams and is idempotent: known data stays as it is, an invalid row is
 * rejected and reported, all others are imported.
 */
import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { FeedFault } from '../feed-fault.ts'
import { readFileInWorker, type FileReading } from '../file-parts.server.ts'
import { workerJob } from '../../domain/workers/worker-job.ts'
import { openReport } from '../import-report.server.ts'
import { shortened, type ProblemCode, type RowReport } from '../row-report.ts'
import type { CsvRow } from './csv-rows.server.ts'
import type { run } from './device-list-job.server.ts'
import { deviceFormats, formatOf, readDeviceRow, type DeviceFormat } from './device-rows.ts'
import { deviceSlug, type DeviceRecord } from '../../domain/devices/device.ts'
import { saveDevices } from './device-repository.server.ts'

export interface DeviceImportOptions {
  file: string
  /** Null: detected from the columns. */
  format: DeviceFormat | null
  dryRun: boolean
  /** Directory of the report file. */
  reportDirectory: string
  now: Date
  onReport?: (report: RowReport) => void
}

export interface DeviceImport {
  format: DeviceFormat
  dryRun: boolean
  read: number
  created: number
  changed: number
  unchanged: number
  refused: number
  /** Rows that were imported after a correction; included in the counts above. */
  repaired: number
  seconds: number
  reasons: Partial<Record<ProblemCode, number>>
  /** The report file, or null when every row was imported unchanged. */
  report: string | null
}

const listJob = workerJob<typeof run>({
  module: 'catalogue-import/devices/device-list-job.server.ts',
  seconds: 60,
})

/** Devices per transaction. */
const batchSize = 500

/** Runs an import. Throws FeedFault when the file as a whole cannot be read; committed rows stay. */
export async function importDevices(
  db: Kysely<DB>,
  actor: Actor,
  options: DeviceImportOptions,
): Promise<DeviceImport> {
  const began = performance.now()
  const source = await readFileInWorker(listJob, { file: options.file })
  try {
    return await importRows(db, actor, options, { source, began })
  } finally {
    await source.close()
  }
}

async function importRows(
  db: Kysely<DB>,
  actor: Actor,
  options: DeviceImportOptions,
  {
    source,
    began,
  }: { source: Pick<FileReading<{ columns: string[] }, CsvRow>, 'head' | 'rows'>; began: number },
): Promise<DeviceImport> {
  const { rows } = source
  const format = chosenFormat(source.head.columns, options)
  const report = await openReport(options.reportDirectory, reportName(options))
  const done: DeviceImport = {
    format,
    dryRun: options.dryRun,
    read: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    repaired: 0,
    seconds: 0,
    reasons: {},
    report: null,
  }
  const onRow = (entry: RowReport) => {
    if (entry.outcome !== 'noted') done[entry.outcome] += 1
    done.reasons[entry.code] = (done.reasons[entry.code] ?? 0) + 1
    report.add(entry)
    options.onReport?.(entry)
  }
  const seen = new Map<string, { row: number; says: string }>()
  let batch: DeviceRecord[] = []
  const flush = async () => {
    for (const outcome of await saveDevices(db, actor, batch, options)) done[outcome] += 1
    batch = []
  }
  try {
    for await (const row of rows) {
      done.read += 1
      const device = judge(format, row, seen, onRow)
      if (device !== null && batch.push(device) === batchSize) await flush()
    }
    await flush()
    if (done.read === 0) throw new FeedFault('no_rows', { file: options.file })
  } finally {
    done.report = await report.close()
  }
  return { ...done, seconds: Math.round(performance.now() - began) / 1000 }
}

function chosenFormat(columns: string[], { file, format }: DeviceImportOptions): DeviceFormat {
  if (format !== null) {
    const absent = deviceFormats[format].filter((name) => !columns.includes(name))
    if (absent.length > 0) throw new FeedFault('device_columns', { file, columns: absent.join(', ') })
    return format
  }
  const known = formatOf(columns)
  if (known === null)
    throw new FeedFault('unknown_devices', { file, columns: columns.slice(0, 12).join(', ') })
  return known
}

/** The device of a row, or null if it was rejected. */
function judge(
  format: DeviceFormat,
  { row, read }: CsvRow,
  seen: Map<string, { row: number; says: string }>,
  onRow: (report: RowReport) => void,
): DeviceRecord | null {
  const result = read.ok ? readDeviceRow(format, read.values) : read
  const problem = result.ok ? result.repaired : result.problem
  const report = problem && {
    ...problem,
    ...(problem.value !== undefined && { value: shortened(problem.value) }),
    row,
    // A row of these lists ends with its line.
    line: row,
  }
  if (!result.ok) {
    onRow({ ...report!, outcome: 'refused' })
    return null
  }
  const { device } = result
  const slug = deviceSlug(device)
  const says = JSON.stringify([device.power, device.cellSize, device.quantity, device.parts, device.facts])
  const earlier = seen.get(slug)
  if (earlier !== undefined && earlier.says !== says) {
    onRow({
      outcome: 'refused',
      code: 'contradicts_row',
      column: 'model',
      value: shortened(device.model),
      detail: { code: 'earlier_row', values: { row: earlier.row } },
      id: slug,
      row,
      line: row,
    })
    return null
  }
  if (earlier === undefined) seen.set(slug, { row, says })
  if (report) onRow({ ...report, outcome: 'repaired', id: slug })
  return device
}

function reportName({ now, file, dryRun }: DeviceImportOptions): string {
  const time = now.toISOString().replace(/[:.]/g, '-')
  const name = basename(file)
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 60)
  return [dryRun ? 'dry-run' : 'import', time, 'devices', name].join('-')
}
