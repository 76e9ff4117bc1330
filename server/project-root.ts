import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The checkout this process runs from: the nearest folder above this module that holds `db/migrations`.
 * Needed because bundled code lives in `build/server/`, so paths relative to a source file do not hold.
 */
export const projectRoot: string = findProjectRoot(import.meta.dirname)

function findProjectRoot(from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'db', 'migrations'))) return directory
    if (directory === dirname(directory)) throw new Error(`No folder above ${from} holds db/migrations.`)
  }
}
