/**
 * Where the index file lies, who may write it, and whether what lies there can be used. A file that is
 * truncated, foreign, unfinished or of another format counts as absent; it is never repaired.
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

/** Tells one file in this place from the next that is put there. */
export function fileMark({ file }: IndexPlace): string {
  return String(statSync(file, { throwIfNoEntry: false })?.ino ?? '')
}

/** Name under which a build writes until it is done. */
export function buildingFile(place: IndexPlace, number: number): string {
  return join(place.folder, `building-${process.pid}-${number}.sqlite`)
}

const siblings = ['', '-wal', '-shm', '-journal', '.staging', '.staging-journal']

export function removeIndexFile(path: string): void {
  for (const ending of siblings) rmSync(path + ending, { force: true })
}

/** Removes what earlier processes and formats left behind. Only for the writer. */
export function removeLeftovers(place: IndexPlace): void {
  for (const name of readdirSync(place.folder)) {
    const path = join(place.folder, name)
    if (/^(building|catalogue)-[\w-]+\.sqlite/.test(name) && !path.startsWith(place.file))
      rmSync(path, { force: true })
  }
}

/**
 * Takes the right to write in this folder, held until `release` or the end of the process, however it ends;
 * null while another process (or another index of this one) has it.
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

/** Opens the file where it is whole and of this format; null otherwise. */
export function openIndexFile(file: string, readOnly: boolean): IndexDatabase | null {
  let db: IndexDatabase | null = null
  try {
    const { size } = statSync(file)
    db = openIndexDatabase(file, { readOnly })
    const pages = db.get<{ page_count: number }>('pragma page_count')!.page_count
    const pageSize = db.get<{ page_size: number }>('pragma page_size')!.page_size
    const walk = readMeta(db, 'complete') === schemaHash && readMeta(db, 'position') !== null
    // Pages may still stand in the log of writes, so the file itself can be shorter only with one.
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
 * machine that went down may, so a file that was in use then is not used again: false.
 */
export function claimIndexFile(db: IndexDatabase): boolean {
  const start = machineStart()
  const used = readMeta(db, 'in_use_since')
  if (used && used !== start) return false
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${start === null ? 'normal' : 'off'}`)
  if (start !== null) writeMeta(db, 'in_use_since', start)
  return true
}

/** Closes a claimed file so that it survives the machine too. */
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

/** Names the present start of the machine; null where the system does not tell. */
function machineStart(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/** Puts a finished build in the place of the present file, which must be closed. */
export function installIndexFile(built: string, file: string): void {
  // A log of writes left by a reader must never be taken for the new file's.
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
