/**
 * The content as it was read last, in a file of the node, so that a node that starts while the database is away shows
 * its pages. It holds preview keys and is for the shop's user alone. Losing it costs nothing while the database answers.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** What stands in the file under this number can be read by this release. */
const format = 1

/** Writes plain values whole or not at all. */
export function writeContentFile(file: string, content: unknown): void {
  const written = `${file}.${process.pid}`
  writeFileSync(written, JSON.stringify({ format, content }), { mode: 0o600 })
  renameSync(written, file)
}

/** What was written; null where there is no file, or one of another release. */
export function readContentFile(file: string): unknown {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as { format?: number; content?: unknown }
    return read.format === format ? read.content : null
  } catch {
    return null
  }
}
