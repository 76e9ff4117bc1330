/** Shows the progress of an import: a bar on a terminal, otherwise a line every few seconds. On stderr. */
import cliProgress, { type Options, type Params } from 'cli-progress'
import type { ImportProgress } from '../catalogue-import/import-products.server.ts'

export interface ShownProgress {
  update(progress: ImportProgress): void
  note(message: string): void
  stop(): void
}

const lineIntervalMs = 5000

/** Starts showing progress; always call `stop`. */
export function showImportProgress(): ShownProgress {
  return process.stderr.isTTY ? progressBar() : progressLines()
}

function progressBar(): ShownProgress {
  const bar = new cliProgress.SingleBar({
    format: (options: Options, { progress, eta }: Params, payload: Partial<ImportProgress>) => {
      const percent = `${Math.floor(progress * 100)} %`.padStart(5)
      const rest = progress < 1 && Number.isFinite(eta) ? `, about ${Math.ceil(eta)} s left` : ''
      return `${cliProgress.Format.BarFormat(progress, options)} ${percent}  ${counts(payload)}${rest}`
    },
    stream: process.stderr,
    hideCursor: true,
    barsize: 24,
    etaBuffer: 50,
  })
  let started = false
  return {
    update(progress) {
      if (!started) bar.start(progress.bytesTotal, 0, progress)
      started = true
      bar.update(progress.bytesRead, progress)
    },
    note: (message) => process.stderr.write(`${message}\n`),
    stop: () => bar.stop(),
  }
}

function progressLines(): ShownProgress {
  let last = performance.now()
  return {
    update(progress) {
      if (performance.now() - last < lineIntervalMs) return
      last = performance.now()
      const percent = Math.floor((progress.bytesRead / Math.max(progress.bytesTotal, 1)) * 100)
      process.stderr.write(`${percent} %, ${counts(progress)}\n`)
    },
    note: (message) => process.stderr.write(`${message}\n`),
    stop: () => {},
  }
}

function counts({ read = 0, refused = 0 }: Partial<ImportProgress>): string {
  return `${read.toLocaleString('en')} rows${refused > 0 ? `, ${refused.toLocaleString('en')} refused` : ''}`
}
