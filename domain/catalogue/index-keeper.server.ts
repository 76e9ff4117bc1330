/**
 * Keeps an index file alive: decides at every turn whether to build, catch up, move what the clock moves, or
 * only serve. One turn at a time; builds run in their own thread beside the turns.
 */
import { statSync } from 'node:fs'
import type { Query } from './catalogue-rows.server.ts'
import { databaseIdentity, positionIsLost, readChanges } from './change-log.server.ts'
import { applyChanges } from './index-changes.server.ts'
import type { IndexConnection } from './index-connection.server.ts'
import { readMeta, writeMeta, type IndexDatabase } from './index-database.server.ts'
import {
  buildingFile,
  indexPlace,
  installIndexFile,
  isDamage,
  openIndexFile,
  removeIndexFile,
  removeLeftovers,
  takeWriterLock,
} from './index-file.server.ts'
import { nextBoundary, passBoundaries } from './index-refresh.server.ts'
import { createState, emptyState, forgetKept, type IndexState } from './index-state.server.ts'
import { startTask, type RunningTask } from './index-worker.server.ts'

export interface IndexLog {
  info(text: string): void
  warn(text: string): void
}

export interface KeeperOptions {
  dataDir: string
  databaseUrl: string
  log: IndexLog
  onChange: (tags: string[]) => void
  now: () => number
  pollMs: number
}

export interface IndexKeeper {
  state: IndexState
  ready: Promise<void>
  refresh(): Promise<void>
  rebuild(): Promise<void>
  reportDamage(): void
  close(): Promise<void>
}

export function createIndexKeeper(
  options: KeeperOptions,
  connect: (onNotify: () => void) => IndexConnection,
): IndexKeeper {
  const { log, now } = options
  const place = indexPlace(options.dataDir)
  const state = emptyState(now)
  const ready = Promise.withResolvers<void>()
  let lock = takeWriterLock(place)
  /** From where the change log is to be read; null: no usable file is open. */
  let position: string | null = null
  let writtenAt = 0
  /** Transactions already applied though not yet behind the position. */
  let applied = new Set<string>()
  let verified = false
  /** The open file misses changes that only a rebuild will bring: its position must not be written forth. */
  let behind = false
  let checked = false
  let building: { task: RunningTask; file: string; done: boolean; failed: boolean } | null = null
  let builds = 0
  let wanted = false
  let retryBuildAt = 0
  let seenFile = ''
  let closed = false

  function use(db: IndexDatabase) {
    const old = state.db
    const { version } = state
    Object.assign(state, createState(db, now), { version: version + 1 })
    if (old !== db) old.close()
    position = readMeta(db, 'position')
    applied = new Set()
    behind = false
    seenFile = fileMark()
  }

  function fileMark(): string {
    const stat = statSync(place.file, { throwIfNoEntry: false })
    return stat ? `${stat.ino}` : ''
  }

  function openPresent() {
    if (lock) removeLeftovers(place)
    const db = openIndexFile(place.file, lock === null)
    if (db) {
      if (lock) db.exec('pragma journal_mode = wal; pragma synchronous = normal')
      use(db)
    } else if (lock) {
      removeIndexFile(place.file)
    }
  }

  function startBuild() {
    wanted = false
    const file = buildingFile(place, ++builds)
    const task = startTask({ kind: 'build', databaseUrl: options.databaseUrl, path: file, now: now() })
    const own = { task, file, done: false, failed: false }
    building = own
    const began = Date.now()
    task.result.then(
      (result) => {
        own.done = true
        const products = 'products' in result ? result.products : 0
        log.info(
          `Built the catalogue index: ${products} products in ${((Date.now() - began) / 1000).toFixed(1)} s.`,
        )
        pump()
      },
      (error: Error) => {
        own.done = own.failed = true
        if (!closed) log.warn(`Building the catalogue index failed: ${error.message}`)
        pump()
      },
    )
  }

  /** Takes a finished build into use; the change log since its snapshot follows in the same turn. */
  function finishBuild() {
    if (!building?.done) return
    const { file, failed } = building
    building = null
    if (failed) {
      removeIndexFile(file)
      wanted = true
      retryBuildAt = Date.now() + 2_000
      return
    }
    state.db.close()
    installIndexFile(file, place.file)
    openPresent()
    checked = true
    options.onChange(['catalogue'])
  }

  /** A file of another database, or one that slept too long, is not used any more. */
  async function verify(query: Query) {
    if (verified) return
    if (position !== null && readMeta(state.db, 'database') !== (await databaseIdentity(query))) {
      log.info('The catalogue index belongs to another database and is built anew.')
      use(emptyState(now).db)
      position = null
    }
    if (position !== null) {
      const caughtUpAt = Number(readMeta(state.db, 'caught_up_at') ?? 0)
      if (await positionIsLost(query, position, caughtUpAt)) {
        log.info('The catalogue index is older than the change log and is built anew.')
        wanted = true
        position = null
      }
    }
    verified = true
  }

  async function catchUp(query: Query) {
    if (position === null) return
    const { horizon, changes } = await readChanges(query, position)
    const fresh = changes.filter((change) => !applied.has(change.transaction))
    if (fresh.length > 0) {
      const outcome = await applyChanges(state, query, fresh, (tags) => {
        const list = [...tags]
        if (list.length > 0) options.onChange(list)
      })
      if (!outcome.ok) wanted = behind = true
      for (const change of fresh) applied.add(change.transaction)
    }
    position = horizon
    if (applied.size > 0) {
      const oldest = BigInt(horizon)
      applied = new Set([...applied].filter((transaction) => BigInt(transaction) >= oldest))
    }
    if (!behind && (fresh.length > 0 || Date.now() - writtenAt > 60_000)) {
      writtenAt = Date.now()
      state.db.transaction(() => {
        writeMeta(state.db, 'position', horizon)
        writeMeta(state.db, 'caught_up_at', String(writtenAt))
      })
    }
  }

  function passTime() {
    for (let more = true; more;) {
      const passed = passBoundaries(state, now())
      more = passed.more
      if (passed.tags.size === 0) continue
      forgetKept(state)
      options.onChange([...passed.tags])
    }
  }

  /** Where another process writes: follow its file, and take over when it is gone. */
  function follow(): boolean {
    lock ??= takeWriterLock(place)
    if (lock) {
      openPresent()
      return false
    }
    if (fileMark() !== seenFile || position === null) openPresent()
    const current = position === null ? null : readMeta(state.db, 'position')
    if (current !== position) {
      use(openIndexFile(place.file, true) ?? emptyState(now).db)
      options.onChange(['catalogue'])
    }
    if (position !== null) ready.resolve()
    return true
  }

  async function turn(): Promise<void> {
    if (!lock && follow()) return
    finishBuild()
    if (position !== null) passTime()
    const query = await connection.query()
    if (!query || closed) {
      // Whoever answers next may be another database.
      verified = false
      return
    }
    await verify(query)
    await catchUp(query)
    if ((position === null || wanted) && !building && Date.now() >= retryBuildAt) startBuild()
    if (position !== null && !wanted) ready.resolve()
    if (position !== null && !checked && !building) checkFile()
  }

  /** Once per start: is every page of an old file readable? */
  function checkFile() {
    checked = true
    startTask({ kind: 'check', path: place.file }).result.then(
      (result) => {
        if ('whole' in result && !result.whole) reportDamage()
      },
      () => {},
    )
  }

  function reportDamage() {
    if (wanted || building || closed) return
    log.warn('The catalogue index file is damaged and is built anew.')
    wanted = true
    pump()
  }

  let running: Promise<void> | null = null
  let again = false
  let timer: ReturnType<typeof setTimeout> | null = null

  /** Runs a turn now, or once more after the one that runs. */
  function pump(): Promise<void> {
    if (closed) return Promise.resolve()
    if (running) {
      again = true
      return running
    }
    if (timer) clearTimeout(timer)
    running = (async () => {
      do {
        again = false
        await turn().catch((error: Error) => {
          if (closed) return
          if (isDamage(error)) reportDamage()
          else log.warn(`The catalogue index could not be refreshed: ${error.message}`)
        })
      } while (again && !closed)
    })().finally(() => {
      running = null
      schedule()
    })
    return running
  }

  function schedule() {
    if (closed) return
    const boundary = position === null || !state.db.isOpen() ? null : nextBoundary(state.db)
    const untilBoundary = boundary === null ? options.pollMs : boundary - now()
    timer = setTimeout(pump, Math.max(10, Math.min(options.pollMs, untilBoundary)))
    timer.unref()
  }

  const connection = connect(() => void pump())
  openPresent()
  void pump()

  return {
    state,
    ready: ready.promise,
    // A turn that runs already may have read the log before the caller's commit.
    refresh: async () => {
      if (running) await pump()
      await pump()
    },
    async rebuild() {
      if (!lock) {
        const query = await connection.query()
        await query?.("insert into change_log (topic, key) values ('index', 'rebuild'); notify change_log")
        return
      }
      const number = builds
      wanted = true
      retryBuildAt = 0
      while (!closed && (builds === number || building)) {
        await pump()
        await building?.task.result.catch(() => {})
      }
    },
    reportDamage,
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      const under = building
      building = null
      await under?.task.stop()
      await connection.close()
      await running
      if (under) removeIndexFile(under.file)
      state.db.close()
      lock?.release()
    },
  }
}
