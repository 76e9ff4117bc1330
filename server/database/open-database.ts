/**
 * Opens the shop's database for a node: the embedded one, or the one of DATABASE_URL. If the external
 * database does not answer and the node has an index file to serve pages from, the node starts anyway.
 * Requests that need the database are then refused as in any outage (503) until it answers, is migrated and
 * has its job queue.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../../api/database-unavailable.ts'
import { indexPlace } from '../../read-model/schema/index-file.server.ts'
import type { Config } from '../config.ts'
import { createDatabase, type Database } from './database.ts'
import { createDatabaseProbe, sharedPing, type DatabaseProbe } from './database-probe.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { createOutageLog } from '../outage-log.ts'
import { requireDatabase } from '../start-conditions.ts'

/** Longest wait for a readiness response. */
const pingTimeoutMs = 800

/** Longest statement for a metric. */
const figuresTimeoutMs = 2_000

/** Connections of a node's back office. */
const backOfficeConnections = 8

export interface ShopDatabase {
  url: string
  ownerUrl: string | undefined
  /** The pool, for preparing the database. */
  db: Database
  /** The same pool for requests; rejects as in an outage until `open` is called. */
  requestDb: Database
  /**
   * Opens a pool of its own for the back office, for requests as `requestDb`. Its statements are planned for their
   * values: a view of a table, or the beginning of a word, decides which index is read.
   */
  openBackOffice(): Database
  /** Whether it did not answer when the node started. */
  isAway: boolean
  /** Admits requests. */
  open(): void
  /** For metrics. */
  figures: DatabaseProbe
  /** Resolves when the database answers and is open; rejects within a second otherwise. */
  ping(): Promise<void>
  /** Records an outage; false: the fault is not an outage. */
  noteOutage(error: unknown, where: string): boolean
}

type Undo = (() => Promise<void>)[]

export async function openDatabase(config: Config, log: Logger, undo: Undo): Promise<ShopDatabase> {
  const { url, ownerUrl, fault } =
    config.databaseUrl === undefined ? await startEmbedded(config, log, undo) : await findOwn(config)
  const probe = createDatabaseProbe(url, { timeoutMs: pingTimeoutMs })
  const figures = createDatabaseProbe(url, { timeoutMs: figuresTimeoutMs })
  const answers = sharedPing(probe)
  const outages = createOutageLog({ log, ping: answers })
  const noteOutage = (error: unknown, where: string) => outages.note(error, where)
  const db = createDatabase(url, { log, noteOutage })
  undo.push(async () => {
    outages.close()
    await Promise.all([probe.close(), figures.close(), db.destroy()])
  })
  let isOpen = false
  const forRequests = (pool: Database) => (fault === null ? pool : refusing(pool, () => !isOpen))
  if (fault !== null) outages.note(fault, 'start')
  return {
    url,
    ownerUrl,
    db,
    requestDb: forRequests(db),
    openBackOffice() {
      const pool = createDatabase(url, { log, noteOutage, keepsPlans: false, max: backOfficeConnections })
      undo.push(() => pool.destroy())
      return forRequests(pool)
    },
    isAway: fault !== null,
    open: () => (isOpen = true),
    figures,
    ping: () => (isOpen ? answers() : Promise.reject(notReady())),
    noteOutage,
  }
}

async function startEmbedded(config: Config, log: Logger, undo: Undo) {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  undo.push(() => postgres.stop())
  return { url: postgres.servingUrl, ownerUrl: postgres.ownerUrl, fault: null }
}

/** `fault`: why the database does not answer, where the node can start without it. */
async function findOwn(config: Config) {
  const { databaseUrl: url = '', databaseOwnerUrl: ownerUrl } = config
  try {
    await requireOwnDatabase(config)
    return { url, ownerUrl, fault: null }
  } catch (error) {
    const canServe = config.roles.web && existsSync(indexPlace(config.dataDir).file)
    if (!canServe || !isDatabaseUnavailable(error)) throw error
    return { url, ownerUrl, fault: error as Error }
  }
}

/** Connects to the PostgreSQL of DATABASE_URL and, where it is given, of DATABASE_OWNER_URL. Throws ConfigError. */
export async function requireOwnDatabase({ databaseUrl = '', databaseOwnerUrl }: Config): Promise<void> {
  await requireDatabase(databaseUrl, 'DATABASE_URL')
  if (databaseOwnerUrl !== undefined) await requireDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL')
}

/** PostgreSQL's error code for a server that is still starting. */
const notReady = () => Object.assign(new Error('the database is not ready yet'), { code: '57P03' })

function refusing(db: Database, isRefused: () => boolean): Database {
  return db.withPlugin({
    transformQuery({ node }) {
      if (isRefused()) throw notReady()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}

/**
 * Retries the work until it succeeds; returns a function that stops the retries. Logs each fault that is not
 * an outage once.
 */
export function retryUntilDone(
  work: () => Promise<void>,
  { log, pauseMs }: { log: Pick<Logger, 'error'>; pauseMs: number },
): () => Promise<void> {
  const ended = new AbortController()
  let logged = ''
  const running = (async () => {
    while (!ended.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        const reason = String(error)
        if (!isDatabaseUnavailable(error) && reason !== logged) {
          log.error({ err: error }, 'the database came back, but the shop cannot use it')
          logged = reason
        }
      }
      await sleep(pauseMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return async () => {
    ended.abort()
    await running
  }
}
