/**
 * Location of a module's source: processes and threads start from a file, and bundled code has no file of its
 * own.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Searches the parent directories of this module, because bundled code is elsewhere in the checkout. Throws
 * if it is missing.
 */
export function sourceModule(...path: string[]): string {
  const place = join(...path)
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, place))) return join(folder, place)
    if (folder === dirname(folder)) throw new Error(`${place} was not found above ${import.meta.dirname}.`)
  }
}
