/**
 * The report file of an import: one line of JSON for every rejected or repaired row and every changed field.
 */
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { detailText } from './problem-details.ts'
import type { ChangeReport, PictureReport, RowReport } from './row-report.ts'

export interface ReportFile {
  add(report: RowReport | ChangeReport | PictureReport): void
  /** Flushes and closes; returns the file's name, or null if there was nothing to report. */
  close(): Promise<string | null>
}

/** A program that reads the file knows the code; the rest is for people. */
function inWords(report: RowReport | ChangeReport | PictureReport): object {
  return 'detail' in report && typeof report.detail === 'object'
    ? { ...report, detail: detailText(report.detail) }
    : report
}

/** The file is created with the first entry: an import without entries creates none, nor does one without directory. */
export async function openReport(directory: string | null, name: string): Promise<ReportFile> {
  if (directory === null) return { add: () => {}, close: async () => null }
  await mkdir(directory, { recursive: true })
  const file = join(directory, `${name}.ndjson`)
  let stream: WriteStream | undefined
  return {
    add(report) {
      stream ??= createWriteStream(file, { mode: 0o600 })
      stream.write(`${JSON.stringify(inWords(report))}\n`)
    },
    async close() {
      if (!stream) return null
      stream.end()
      await finished(stream)
      return file
    },
  }
}
