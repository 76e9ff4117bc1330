/**
 * Manages the life cycle of an index file: decides on every turn whether to build, catch up, apply time-based
 * changes, or only serve. A file is used as long as it is intact and of this database. Changes it has missed
 * are never skipped: after a failover or a restore, when its position means nothing any more, it serves until a
 * new one is built.
 */
import type { Query } from '../../db/query.ts'
import { mostChanges, positionIsLost, readChanges, type Change } from '../build/change-log.server.ts'
import { databaseIdentity } from '../build/database-identity.server.ts'
import { createBuilds, type IndexBuilds } from '../build/index-builds.server.ts'
import { applyChanges } from './index-changes.server.ts'
import { connectIndex, type IndexConnection } from './index-connection.server.ts'
import { readMeta, writeMeta, type IndexDatabase } from '../schema/index-database.server.ts'
import * as files from '../schema/index-file.server.ts'
import { createPublisher } from './index-nodes.server.ts'
import { nextBoundary, passBoundaries } from './index-refresh.server.ts'
import { createState, emptyState, forgetKept, type IndexState } from '../schema/index-state.server.ts'
import { createSerialTask, type SerialTask } from './serial-task.server.ts'
import { startTask } from '../build/index-process.server.ts'

export interface KeeperOptions {
  dataDir: string
  databaseUrl: string
  log: { info(text: string): void; warn(text: string): void }
  onChange: (tags: string[]) => void
  /** Called when a newly built file replaces another one: what changed in between is not known. */
  onReplace: () => void
  now: () => number
  pollMs: number
}

/**
 * The position is recorded in the file at least this often, so that the index of a shop without changes stays
 * recent.
 */
const notePositionMs = 60_000

export class IndexKeeper {
  readonly state: IndexState
  readonly #options: KeeperOptions
  readonly #place: files.IndexPlace
  readonly #ready = Promise.withResolvers<void>()
  readonly #connection: IndexConnection
  readonly #builds: IndexBuilds
  readonly #turns: SerialTask
  readonly #publisher = createPublisher()
  #lock: { release(): void } | null
  /** Position from which the change log is to be read; null: no usable file is open. */
  #position: string | null = null
  #notedAt = 0
  /** Transactions already applied although the position has not passed them. */
  #applied = new Set<string>()
  /** The open file lacks changes that only a rebuild adds: its position must not be advanced. */
  #behind = false
  #wanted = false
  /** Number of the connection to whose server the open file was compared; null: to none. */
  #verified: number | null = null
  #checked = false
  #seenFile = ''
  #closed = false

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#place = files.indexPlace(options.dataDir)
    this.state = emptyState(options.now)
    this.#lock = files.takeWriterLock(this.#place)
    const pump = () => void this.#turns.now()
    this.#connection = connectIndex(options.databaseUrl, options.log, pump)
    this.#builds = createBuilds({ ...options, place: this.#place, onEnd: pump })
    this.#turns = createSerialTask(
      () => this.#safeTurn(),
      () => this.#pauseMs(),
    )
    this.#openPresent()
    pump()
  }

  /** Resolves when the index is up to date with the database. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Applies everything committed before the call. */
  async refresh(): Promise<void> {
    await this.#turns.now()
  }

  async rebuild(): Promise<void> {
    if (!this.#lock) {
      const query = await this.#connection.query()
      await query?.("insert into change_log (topic, key) values ('index', 'rebuild'); notify change_log")
      return
    }
    const before = this.#builds.started()
    this.#wanted = true
    this.#builds.hurry()
    while (!this.#closed && (this.#wanted || this.#builds.started() === before || this.#builds.busy())) {
      await this.#turns.now()
      await this.#builds.ended()
    }
  }

  /** Called when a page of the file could not be read. */
  reportDamage(): void {
    if (this.#wanted || this.#builds.busy() || this.#closed) return
    this.#options.log.warn('The catalogue index file is damaged; it is rebuilt.')
    this.#wanted = true
    void this.#turns.now()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#builds.stop()
    await this.#connection.close()
    await this.#turns.stop()
    if (this.#lock && this.#position !== null) files.closeIndexFile(this.state.db)
    else this.state.db.close()
    this.#lock?.release()
  }

  async #safeTurn(): Promise<void> {
    try {
      await this.#turn()
    } catch (error) {
      if (this.#closed) return
      // The tables may be of a restored database.
      this.#verified = null
      if (files.isDamage(error)) this.reportDamage()
      else this.#options.log.warn(`The catalogue index could not be refreshed: ${(error as Error).message}`)
    }
  }

  async #turn(): Promise<void> {
    if (!this.#lock && this.#follow()) return
    this.#takeBuild()
    if (this.#position !== null) this.#passTime()
    const query = await this.#connection.query()
    if (!query || this.#closed) return
    await this.#verify(query)
    await this.#catchUp(query)
    if (!this.#behind) await this.#publisher.publish(query, this.#connection.node(), this.#position)
    if (this.#position === null || this.#wanted) {
      if (!this.#builds.busy()) {
        this.#builds.start()
        if (this.#builds.busy()) this.#wanted = false
      }
    } else if (!this.#behind) {
      this.#ready.resolve()
    }
    if (this.#position !== null && !this.#checked && !this.#builds.busy()) this.#checkFile()
  }

  #pauseMs(): number {
    const { pollMs, now } = this.#options
    if (this.#position === null || !this.state.db.isOpen()) return pollMs
    const boundary = nextBoundary(this.state.db)
    return Math.max(10, Math.min(pollMs, boundary === null ? pollMs : boundary - now()))
  }

  #use(db: IndexDatabase): void {
    const old = this.state.db
    const { version } = this.state
    Object.assign(this.state, createState(db, this.#options.now), { version: version + 1 })
    if (old !== db) old.close()
    this.#position = readMeta(db, 'position')
    this.#applied = new Set()
    this.#publisher.forget()
    this.#behind = false
    // The process that built or wrote it may have read another server.
    this.#verified = null
    this.#seenFile = files.fileMark(this.#place)
  }

  #useNothing(): void {
    this.#use(emptyState(this.#options.now).db)
  }

  #openPresent(): void {
    if (this.#lock) files.removeLeftovers(this.#place)
    const db = files.openIndexFile(this.#place.file, this.#lock === null)
    try {
      if (db && (this.#lock === null || files.claimIndexFile(db))) return this.#use(db)
      db?.close()
    } catch (error) {
      db?.close()
      if (!files.isSqliteError(error)) throw error
      this.#useNothing()
    }
    if (this.#lock) files.removeIndexFile(this.#place.file)
  }

  /** Swaps in a finished build; the changes since its snapshot follow in the same turn. */
  #takeBuild(): void {
    const built = this.#builds.take()
    if (built && 'failed' in built) this.#wanted = true
    if (!built || 'failed' in built) return
    this.state.db.close()
    try {
      files.installIndexFile(built.file, this.#place.file)
    } finally {
      this.#openPresent()
      // A closed file must not be queried; without a position the next turn starts a build.
      if (!this.state.db.isOpen()) this.#useNothing()
    }
    this.#checked = true
    this.#options.onReplace()
  }

  /**
   * Compares the open file with the server of this connection. A file of another database is dropped at once;
   * one of another history of this database, or too far behind, serves until it is replaced.
   */
  async #verify(query: Query): Promise<void> {
    const connection = this.#connection.number()
    if (this.#verified === connection) return
    if (this.#position !== null) {
      const { database, history } = await databaseIdentity(query)
      if (readMeta(this.state.db, 'database') !== database) {
        this.#options.log.info('The catalogue index belongs to another database; it is rebuilt.')
        this.#useNothing()
        this.#options.onReplace()
      } else if (readMeta(this.state.db, 'history') !== history) {
        this.#replace(
          'The database was restored or failed over to a standby; the catalogue index is rebuilt.',
        )
      } else if (await this.#isTooOld(query, this.#position)) {
        this.#replace('The catalogue index is older than the change log; it is rebuilt.')
      }
    }
    this.#verified = connection
  }

  /** Serves the open file as it is until a new one is built: its position must not be used. */
  #replace(reason: string): void {
    if (this.#behind) return
    this.#options.log.info(reason)
    this.#applied = new Set()
    this.#wanted = this.#behind = true
  }

  async #isTooOld(query: Query, position: string): Promise<boolean> {
    return positionIsLost(query, position, Number(readMeta(this.state.db, 'caught_up_at') ?? 0))
  }

  async #catchUp(query: Query): Promise<void> {
    if (this.#position === null || this.#behind) return
    const { horizon, changes } = await readChanges(query, this.#position)
    const fresh = changes.filter((change) => !this.#applied.has(change.transaction))
    if (fresh.length > 0) {
      const isApplied = changes.length < mostChanges && (await this.#apply(query, fresh))
      if (!isApplied) {
        this.#wanted = this.#behind = true
        return
      }
      for (const change of fresh) this.#applied.add(change.transaction)
      this.#publisher.noteChange(fresh.at(-1)?.transaction)
    }
    this.#position = horizon
    if (this.#applied.size > 0) {
      const oldest = BigInt(horizon)
      this.#applied = new Set([...this.#applied].filter((transaction) => BigInt(transaction) >= oldest))
    }
    if (fresh.length > 0 || Date.now() - this.#notedAt > notePositionMs) this.#notePosition(horizon)
  }

  async #apply(query: Query, changes: readonly Change[]): Promise<boolean> {
    const emit = (tags: Iterable<string>) => this.#options.onChange([...tags])
    const outcome = await applyChanges(this.state, query, changes, emit)
    return outcome.ok
  }

  #notePosition(position: string): void {
    this.#notedAt = Date.now()
    const { db } = this.state
    db.transaction(() => {
      writeMeta(db, 'position', position)
      writeMeta(db, 'caught_up_at', String(this.#notedAt))
    })
  }

  #passTime(): void {
    for (let more = true; more;) {
      const passed = passBoundaries(this.state, this.#options.now())
      more = passed.more
      if (passed.tags.size === 0) continue
      forgetKept(this.state)
      this.#options.onChange([...passed.tags])
    }
  }

  /**
   * While another process writes: reopens its file when it is replaced, and takes over when the process is
   * gone.
   */
  #follow(): boolean {
    this.#lock = files.takeWriterLock(this.#place)
    if (this.#lock) {
      this.#openPresent()
      return false
    }
    const before = this.#position
    if (files.fileMark(this.#place) !== this.#seenFile || before === null) this.#openPresent()
    if (this.#position === null) return true
    const written = readMeta(this.state.db, 'position')
    if (written !== before) {
      const db = files.openIndexFile(this.#place.file, true)
      if (db) this.#use(db)
      this.#options.onChange(['catalogue'])
    }
    this.#ready.resolve()
    return true
  }

  /** Once per start: checks that every page of an existing file is readable. */
  #checkFile(): void {
    this.#checked = true
    startTask({ kind: 'check', path: this.#place.file }).result.then(
      (result) => {
        if ('whole' in result && !result.whole) this.reportDamage()
      },
      () => {},
    )
  }
}
