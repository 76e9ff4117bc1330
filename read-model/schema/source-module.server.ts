/** Where a module's source lies: processes and threads start from a file, and bundled code has none of its own. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Looks in the folders above this one, as bundled code lies elsewhere below the checkout. Throws where it is missing. */
export function sourceModule(...path: string[]): string {
  const place = join(...path)
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, place))) return join(folder, place)
    if (folder === dirname(folder)) throw new Error(`${place} was not found above ${import.meta.dirname}.`)
  }
}
