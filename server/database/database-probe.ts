/**
 * A separate connection for queries about the shop's state (readiness, metrics). A query that exceeds its
 * limit is abandoned together with its connection, so a hanging database delays the caller no longer than
 * that, and never uses a connection of the shop's pool.
 */
import pg from 'pg'
import { standbyFault } from '../require-primary.ts'

export interface DatabaseProbe {
  /**
   * Rows of a statement; rejects when they do not arrive within the limit, connecting included. One at a
   * time.
   */
  query<Row extends object>(text: string): Promise<Row[]>
  close(): Promise<void>
}

export function createDatabaseProbe(url: string, options: { timeoutMs: number }): DatabaseProbe {
  const { timeoutMs } = options
  let client: pg.Client | null = null
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  function abandon(own: pg.Client) {
    if (client === own) client = null
    streamOf(own).destroy()
  }

  async function open(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'anode-probe',
      statement_timeout: timeoutMs,
      keepAlive: true,
    })
    fresh.on('error', () => abandon(fresh))
    fresh.on('end', () => abandon(fresh))
    client = fresh
    await fresh.connect()
    return fresh
  }

  async function ask<Row extends object>(text: string): Promise<Row[]> {
    if (closed) throw new Error('The probe is closed.')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        if (client) abandon(client)
        reject(Object.assign(new Error('The database does not answer in time.'), { code: 'ETIMEDOUT' }))
      }, timeoutMs)
    })
    const answer = (async () => (await (client ?? (await open())).query<Row>(text)).rows)()
    // After a timeout nothing awaits this promise.
    answer.catch(() => {})
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      // A statement that PostgreSQL rejects leaves its connection usable.
      if (client && !(error instanceof pg.DatabaseError)) abandon(client)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    query<Row extends object>(text: string) {
      const answer = last.then(() => ask<Row>(text))
      last = answer.catch(() => {})
      return answer
    },
    async close() {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}

function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}

/**
 * Resolves when PostgreSQL answers and accepts writes, within a second; concurrent callers share the result.
 */
export function sharedPing(probe: DatabaseProbe): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= probe
      .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
      .then(([row]) => {
        if (row!.isStandby) throw standbyFault()
      })
      .finally(() => (running = null))
    return running
  }
}
