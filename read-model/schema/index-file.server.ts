/**
 * The location of the index file, which process may write it, and whether an existing file is usable. A file
 * that is truncated, of another database, incomplete or of another format counts as absent; it is never
 * repaired.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openIndexDatabase, readMeta, writeMeta, type IndexDatabase } from './index-database.server.ts'
import { schemaHash } from './index-schema.server.ts'

export interface IndexPlace {
  folder: string
  file: string
}

export function indexPlace(dataDir: string): IndexPlace {
  const folder = join(dataDir, 'index')
  mkdirSync(folder, { recursive: true })
  return { folder, file: join(folder, `catalogue-${schemaHash}.sqlite`) }
}

/** Identifies a file, to detect that another one has replaced it at the same path. */
export function fileMark({ file }: IndexPlace): string {
  return String(statSync(file, { throwIfNoEntry: false })?.ino ?? '')
}

/** Name of the file during a build. */
export function buildingFile(place: IndexPlace, number: number): string {
  return join(place.folder, `building-${process.pid}-${number}.sqlite`)
}

const siblings = ['', '-wal', '-shm', '-journal', '.staging', '.staging-journal']

export function removeIndexFile(path: string): void {
  for (const ending of siblings) rmSync(path + ending, { force: true })
}

/** Removes files of earlier processes and formats. Only for the writer. */
export function removeLeftovers(place: IndexPlace): void {
  for (const name of readdirSync(place.folder)) {
    const path = join(place.folder, name)
    if (/^(building|catalogue)-[\w-]+\.sqlite/.test(name) && !path.startsWith(place.file))
      rmSync(path, { force: true })
  }
}

/**
 * Acquires the write lock of this directory, held until `release` or the end of the process, however it ends;
 * null while another process (or another index of this one) holds it.
 */
export function takeWriterLock(place: IndexPlace): { release(): void } | null {
  const path = join(place.folder, 'writer.lock')
  let lock: IndexDatabase | null = null
  try {
    lock = openIndexDatabase(path, { waitMs: 0 })
    lock.exec('begin exclusive')
    const held = lock
    return { release: () => held.close() }
  } catch (error) {
    lock?.close()
    if (isDamage(error)) rmSync(path, { force: true })
    return null
  }
}

/** Opens the file if it is complete and of this format; null otherwise. */
export function openIndexFile(file: string, readOnly: boolean): IndexDatabase | null {
  let db: IndexDatabase | null = null
  try {
    const { size } = statSync(file)
    db = openIndexDatabase(file, { readOnly })
    const pages = db.get<{ page_count: number }>('pragma page_count')!.page_count
    const pageSize = db.get<{ page_size: number }>('pragma page_size')!.page_size
    const walk = readMeta(db, 'complete') === schemaHash && readMeta(db, 'position') !== null
    // Pages may still be in the write-ahead log, so the file itself may be shorter only if there is one.
    if (walk && (size >= pages * pageSize || hasLog(file))) return db
  } catch (error) {
    if (!isMissing(error) && !isSqliteError(error)) throw error
  }
  db?.close()
  return null
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/**
 * Prepares an open file for writing without waiting for the disk. A killed process loses nothing by that; a
 * crashed machine may, so a file that was in use then is not used again: false.
 */
export function claimIndexFile(db: IndexDatabase): boolean {
  const start = machineStart()
  const used = readMeta(db, 'in_use_since')
  if (used && used !== start) return false
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${start === null ? 'normal' : 'off'}`)
  if (start !== null) writeMeta(db, 'in_use_since', start)
  return true
}

/** Closes a claimed file so that it also survives a machine crash. */
export function closeIndexFile(db: IndexDatabase): void {
  try {
    if (db.isOpen()) {
      db.exec('pragma synchronous = full')
      writeMeta(db, 'in_use_since', '')
    }
  } catch (error) {
    if (!isSqliteError(error)) throw error
  } finally {
    db.close()
  }
}

/** Identifies the current boot of the machine; null where the system does not report it. */
function machineStart(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/** Replaces the current file, which must be closed, with a finished build. */
export function installIndexFile(built: string, file: string): void {
  // A write-ahead log left by a reader must not be applied to the new file.
  for (const ending of ['-wal', '-shm', '-journal']) rmSync(file + ending, { force: true })
  renameSync(built, file)
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

export function isSqliteError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ERR_SQLITE_ERROR'
}

/** Whether a query failed because the file is damaged: SQLITE_CORRUPT (11), SQLITE_NOTADB (26). */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode
  return isSqliteError(error) && code !== undefined && [11, 26].includes(code & 0xff)
}
