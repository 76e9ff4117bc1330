/**
 * The connection pool for PostgreSQL, with the shop's type parsers and time limits. Counts and money arrive
 * as numbers without losing precision: an int8 beyond 2^53 is a fault.
 */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../db/schema.generated.ts'
import type { Log } from '../log.ts'
import { keepPlans } from './prepared-plans.ts'
import { requirePrimary } from '../require-primary.ts'

export type Database = Kysely<DB>

export interface DatabaseOptions {
  log: Pick<Log, 'warn'>
  /** Connections of the pool; 20 by default, for a server of 100 shared by several nodes. */
  max?: number
  /** Longest statement; 15 s by default, 0 (no limit) for jobs. */
  statementTimeoutMs?: number
  applicationName?: string
  /** Whether statements keep one plan for all values (`prepared-plans.ts`); off in the back office and in benchmarks. */
  keepsPlans?: boolean
  /** Called with the fault of a lost connection; true: it is not logged here. */
  noteOutage?(error: unknown, where: string): boolean
}

/** Opens a pool; the first query connects. Close it with `db.destroy()`. */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // For a database that no longer answers at all, where the server's own limit has no effect.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + 5_000 }),
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    pipeline: true,
    application_name: options.applicationName ?? 'anode',
    types: { getTypeParser },
    // After a failover the address may lead to a server that has become, or still is, a standby.
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits it; its types do not say so.
    onConnect: requirePrimary,
  })
  // Without a listener, losing an idle connection ends the process.
  pool.on('error', (error) => {
    if (!options.noteOutage?.(error, 'database pool'))
      options.log.warn(`A database connection was lost: ${error.message}`)
  })
  // So does losing a checked-out connection between two of its queries; with a listener its next query fails
  // instead.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.keepsPlans ?? true) pool.on('connect', keepPlans)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Database, pg.Pool>()

/** Connections of a pool, and requests that wait for one. */
export interface PoolStatus {
  busy: number
  idle: number
  waiting: number
}

/** Current use of a pool that `createDatabase` made. */
export function poolStatus(db: Database): PoolStatus {
  const pool = pools.get(db)
  if (!pool) throw new Error('This database was not opened by createDatabase.')
  const { totalCount, idleCount, waitingCount } = pool
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

const { INT8, DATE } = pg.types.builtins
const int8Array: number = 1016

/**
 * Types of columns: int8 is a safe number, `date` is `YYYY-MM-DD` (a day has no time zone), numeric is a
 * string, timestamptz is a Date, jsonb is parsed. Also for a plain `pg.Client` (`types: { getTypeParser }`).
 */
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return parseSafeInteger
  if (oid === int8Array)
    return (text: string) => (pg.types.getTypeParser(int8Array)(text) as string[]).map(safeOrNull)
  if (oid === DATE) return (text: string) => text
  return pg.types.getTypeParser(oid)
}) as typeof pg.types.getTypeParser

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Error(`The database holds ${text}, which a number cannot hold exactly.`)
  return value
}

function safeOrNull(text: string | null): number | null {
  return text === null ? null : parseSafeInteger(text)
}
