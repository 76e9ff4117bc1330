import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The checkout this process runs from: the nearest directory above this module that contains `db/migrations`.
 * Bundled code runs from `build/server/`, so paths relative to a source file would be wrong.
 */
export const projectRoot: string = findProjectRoot(import.meta.dirname)

function findProjectRoot(from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'db', 'migrations'))) return directory
    if (directory === dirname(directory)) throw new Error(`No folder above ${from} holds db/migrations.`)
  }
}
