/** The only SQL for faults in browsers. A group is one row; its number of rows is limited. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ClientError } from './client-error.ts'

/** Most groups in the table; further new ones are not stored. */
export const mostGroups = 2000

/** Days after its last report that a group is kept. */
export const clientErrorDays = 90

export interface ReportedGroup extends ClientError {
  release: string
  reports: number
}

export interface StoredClientError {
  id: number
  store: StoreCode | null
  message: string
  frames: string
  path: string
  first_release: string
  last_release: string
  reports: number
  first_seen_at: Date
  last_seen_at: Date
  closed_at: Date | null
}

/** Adds reports to their group. False: the group is new, and the table is full. */
export async function storeReports(
  db: Kysely<DB>,
  { likeness, release, ...group }: ReportedGroup,
  now: Date,
  { most = mostGroups }: { most?: number } = {},
): Promise<boolean> {
  const fingerprint = createHash('sha256').update(likeness).digest()
  const { rows } = await sql`
    insert into client_error as known (fingerprint, store, message, frames, path, first_release, last_release,
      reports, first_seen_at, last_seen_at)
    select ${fingerprint}, ${group.store}::store_code, ${group.message}::text, ${group.frames}::text,
      ${group.path}::text, ${release}::text, ${release}::text, ${group.reports}::bigint,
      ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from client_error) < ${most} or exists (
      select from client_error where fingerprint = ${fingerprint} and store is not distinct from ${group.store}::store_code)
    on conflict (fingerprint, store) do update set reports = known.reports + excluded.reports,
      last_seen_at = excluded.last_seen_at, last_release = excluded.last_release, frames = excluded.frames,
      path = excluded.path, closed_at = null
    returning 1`.execute(db)
  return rows.length > 0
}

export interface ErrorFilter {
  store?: StoreCode | undefined
  /** Also groups that were closed. */
  closed?: boolean | undefined
  limit: number
}

/** The groups with the latest reports. */
export async function listClientErrors(
  db: Kysely<DB>,
  { store, closed = false, limit }: ErrorFilter,
): Promise<StoredClientError[]> {
  let query = groups(db)
  if (store !== undefined) query = query.where('store', '=', store)
  if (!closed) query = query.where('closed_at', 'is', null)
  return query.orderBy('last_seen_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function findClientError(db: Kysely<DB>, id: number): Promise<StoredClientError | null> {
  return (await groups(db).where('id', '=', id).executeTakeFirst()) ?? null
}

const groups = (db: Kysely<DB>) =>
  db
    .selectFrom('client_error')
    .select([
      'id',
      'store',
      'message',
      'frames',
      'path',
      'first_release',
      'last_release',
      'reports',
      'first_seen_at',
      'last_seen_at',
      'closed_at',
    ])

/** Closes a group; its next report opens it again. Null: there is none; false: it was closed before. */
export async function closeClientError(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean | null> {
  return audited(db, actor, async (trx, record) => {
    const group = await trx
      .selectFrom('client_error')
      .select(['store', 'closed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!group) return null
    if (group.closed_at !== null) return false
    await trx.updateTable('client_error').set({ closed_at: now }).where('id', '=', id).execute()
    record({ action: 'client-error.close', object: ['client-error', id], store: group.store })
    return true
  })
}

/** Deletes the groups that were not reported for 90 days. */
export async function tidyClientErrors(db: Kysely<DB>): Promise<void> {
  await sql`delete from client_error where last_seen_at < now() - ${clientErrorDays} * interval '1 day'`.execute(
    db,
  )
}
