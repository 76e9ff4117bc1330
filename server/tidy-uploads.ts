/** The folder for files that are received, checked and removed again. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** In DATA_DIR. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')

/**
 * Creates the folder, and removes what a process that was killed left in it. Only for a node that starts: no other one
 * uses its DATA_DIR.
 */
export function tidyUploads(dataDir: string): void {
  const folder = uploadsFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
