/**
 * The data directory of a node. It is tested for writing before anything else is done in it, so that the
 * error names DATA_DIR and not the first file that happens to be written.
 */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './config-error.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOENT: 'the file system takes no folder there',
  EEXIST: 'something of that name is no folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the name is too long',
}

/**
 * Creates the directory (an absolute path) where it is missing and writes a test file. Throws ConfigError.
 */
export function openDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    const probe = join(dataDir, `.written-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new ConfigError(`DATA_DIR cannot be used: ${dataDir}: ${reasons[code] ?? message}.`, {
      cause: error,
    })
  }
}

/**
 * Creates one level at a time: `mkdirSync` with `recursive` never returns where a file system refuses with
 * ENOENT (/proc).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'EEXIST' })
    return
  }
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // A concurrent first start created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(folder)) throw error
  }
}
