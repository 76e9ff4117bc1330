/**
 * The index's own connection to PostgreSQL: listens for changes and reads them. Lost connections are reopened
 * with increasing delays; meanwhile callers get null and serve their current data.
 */
import pg from 'pg'
import type { Query } from '../../db/query.ts'
import { takeNodeNumber } from './index-nodes.server.ts'

export interface IndexConnection {
  /** Runs statements; null while there is no connection. */
  query(): Promise<Query | null>
  /**
   * Number of this connection among all nodes, held by an advisory lock as long as the connection lives
   * (index-nodes).
   */
  node(): number | null
  /** Which connection `query` uses, counted from 1: another one may be to another server. */
  number(): number
  close(): Promise<void>
}

const shortestPauseMs = 200
const longestPauseMs = 5_000

function queryOf(client: pg.Client): Query {
  return async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[]
}

function newClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
    keepAlive: true,
    application_name: 'anode-index',
  })
}

/** `onNotify` is called when a change is announced, and when a connection has been opened. */
export function connectIndex(
  databaseUrl: string,
  log: { warn(text: string): void },
  onNotify: () => void,
): IndexConnection {
  let client: pg.Client | null = null
  let node: number | null = null
  let opened = 0
  let pauseMs = shortestPauseMs
  let retryAt = 0
  let closed = false

  function lose(lost: pg.Client, reason: string) {
    if (client !== lost) return
    client = null
    retryAt = Date.now() + pauseMs
    if (!closed) log.warn(`The catalogue index lost its database connection: ${reason}`)
  }

  async function connect(): Promise<pg.Client> {
    const fresh = newClient(databaseUrl)
    fresh.on('error', (error) => lose(fresh, error.message))
    fresh.on('end', () => lose(fresh, 'it ended'))
    fresh.on('notification', onNotify)
    try {
      await fresh.connect()
      // What this connection writes, its position, is worthless after a failover: no standby has to confirm it.
      await fresh.query('set synchronous_commit = local')
      // A standby refuses this.
      await fresh.query('listen change_log')
      node = await takeNodeNumber(queryOf(fresh))
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    opened += 1
    return fresh
  }

  return {
    node: () => (client ? node : null),
    number: () => opened,
    async query() {
      if (!client && !closed && Date.now() >= retryAt) {
        try {
          client = await connect()
          pauseMs = shortestPauseMs
        } catch (error) {
          retryAt = Date.now() + pauseMs
          if (pauseMs === shortestPauseMs)
            log.warn(`The catalogue index cannot reach the database: ${(error as Error).message}`)
          pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        }
      }
      const own = client
      if (!own || closed) return null
      return async <Row>(text: string, values?: unknown[]) => {
        try {
          return (await own.query(text, values)).rows as Row[]
        } catch (error) {
          // A statement that never returned leaves the connection unusable.
          if (/timeout/i.test((error as Error).message)) {
            lose(own, (error as Error).message)
            own.end().catch(() => {})
          }
          throw error
        }
      }
    },
    async close() {
      closed = true
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}
