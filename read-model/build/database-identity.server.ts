/**
 * Identifies the database that an index was built from, and the history that its transaction ids belong to. After a
 * promotion of a standby, or a restore, the server gives out transaction ids again: a position in the change log says
 * nothing there, although the database is the same.
 */
import type { Query } from '../../db/query.ts'

export interface DatabaseIdentity {
  /** Cluster and database: a copy, or the same dump in another cluster, has another value. */
  database: string
  /** The history of its transaction ids; another one after each promotion, restore or truncation of the change log. */
  history: string
}

/** PostgreSQL's error codes of a function that this server refuses: no privilege, not supported, not there. */
const refusals = new Set(['42501', '0A000', '42883'])

/** PostgreSQL's error code of a statement that a standby refuses. */
const readOnlyTransaction = '25006'

/**
 * Reads the identity. Not inside a transaction: a function that a managed database refuses would abort it. Throws with
 * the code 25006 when the server is a standby. The identity of a server that is none cannot change while the
 * connection lives, except that the change log may be replaced.
 */
export async function databaseIdentity(query: Query): Promise<DatabaseIdentity> {
  const [place] = await query<{ isStandby: boolean; database: string; file: string }>(
    `select pg_is_in_recovery() as "isStandby", pg_relation_filenode('change_log')::text as file,
       (select oid from pg_database where datname = current_database())::text as database`,
  )
  if (place!.isStandby)
    throw Object.assign(new Error('the server is a standby; the change log is read from the primary'), {
      code: readOnlyTransaction,
    })
  const system = await readUnlessRefused(
    query,
    'select system_identifier::text as value from pg_control_system()',
  )
  return {
    database: `${system ?? 'unknown'}/${place!.database}`,
    history: await historyId(query, `${await timeline(query)}/${place!.file}`),
  }
}

/**
 * The timeline on which the server writes now: the first eight hexadecimal digits of a WAL file's name.
 * `pg_control_checkpoint()` still reports the former timeline until the first checkpoint after a promotion. Where a
 * managed database refuses these functions, the time when the server started is used: a promoted server was started at
 * another time, and a mere restart then costs a rebuild.
 */
async function timeline(query: Query): Promise<string> {
  const file = await readUnlessRefused(query, 'select pg_walfile_name(pg_current_wal_lsn()) as value')
  if (file !== null) return `timeline ${Number.parseInt(file.slice(0, 8), 16)}`
  const [row] = await query<{ epoch: string }>(
    'select extract(epoch from pg_postmaster_start_time())::text as epoch',
  )
  return `started ${row!.epoch}`
}

/** The id that the first reader gave to a history. */
async function historyId(query: Query, key: string): Promise<string> {
  const find = 'select id::text from change_log_history where key = $1'
  const [known] = await query<{ id: string }>(find, [key])
  if (known) return known.id
  await query('insert into change_log_history (key) values ($1) on conflict do nothing', [key])
  const [given] = await query<{ id: string }>(find, [key])
  return given!.id
}

async function readUnlessRefused(query: Query, text: string): Promise<string | null> {
  try {
    const [row] = await query<{ value: string }>(text)
    return row!.value
  } catch (error) {
    if (refusals.has((error as { code?: string }).code ?? '')) return null
    throw error
  }
}
