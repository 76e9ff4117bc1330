/** The report file of an import: a line of JSON for every row that was refused or repaired and every field that changed. */
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { ChangeReport, PictureReport, RowReport } from './row-report.ts'

export interface ReportFile {
  add(report: RowReport | ChangeReport | PictureReport): void
  /** Writes everything out; the file's name, or null when there was nothing to report. */
  close(): Promise<string | null>
}

/** The file is made with the first report: an import without a fault leaves none. */
export async function openReport(directory: string, name: string): Promise<ReportFile> {
  await mkdir(directory, { recursive: true })
  const file = join(directory, `${name}.ndjson`)
  let stream: WriteStream | undefined
  return {
    add(report) {
      stream ??= createWriteStream(file, { mode: 0o600 })
      stream.write(`${JSON.stringify(report)}\n`)
    },
    async close() {
      if (!stream) return null
      stream.end()
      await finished(stream)
      return file
    },
  }
}
