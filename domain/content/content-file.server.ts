/**
 * A snapshot of the content in a file of the node, so that a node that starts while the database is
 * unavailable can serve its pages. It contains preview keys, so only the shop's user may read it. It can be
 * rebuilt from the database.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Format version: only files with this number are read by this release. */
const format = 2

/** Writes plain values atomically. */
export function writeContentFile(file: string, content: unknown): void {
  const written = `${file}.${process.pid}`
  writeFileSync(written, JSON.stringify({ format, content }), { mode: 0o600 })
  renameSync(written, file)
}

/** The stored values; null where there is no file, or one of another release. */
export function readContentFile(file: string): unknown {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as { format?: number; content?: unknown }
    return read.format === format ? read.content : null
  } catch {
    return null
  }
}
