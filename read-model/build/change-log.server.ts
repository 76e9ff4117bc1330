/**
 * Reads PostgreSQL's change log without missing late commits: the position advances only to the oldest
 * transaction still running, while everything already visible after it is reported at once.
 */
import type { Query } from '../../db/query.ts'

/** Retention of rows; an index that was offline longer is rebuilt. */
const changeLogDays = 7

export interface Change {
  transaction: string
  topic: string
  key: string
}

/** The oldest transaction that may still be in progress. */
export async function horizonOf(query: Query): Promise<string> {
  const [row] = await query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  )
  return row!.horizon
}

/** Maximum number of rows to read; an index further behind is rebuilt. */
export const mostChanges = 250_000

export interface Changes {
  /** Position for the next read. */
  horizon: string
  /** Everything visible from `position` on. Rows before `horizon` are not reported again. */
  changes: Change[]
}

/** Changes committed since a position, in one snapshot; at most `mostChanges` rows. */
export async function readChanges(query: Query, position: string): Promise<Changes> {
  const rows = await query<{ horizon: string; transaction: string | null; topic: string; key: string }>(
    `select s.horizon::text as horizon, c.transaction_id::text as transaction, c.topic, c.key
     from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) s
     left join change_log c on c.transaction_id >= $1::xid8
     order by c.transaction_id limit $2`,
    [position, mostChanges],
  )
  const changes = rows.flatMap(({ transaction, topic, key }) =>
    transaction === null ? [] : [{ transaction, topic, key }],
  )
  return { horizon: rows[0]!.horizon, changes }
}

/**
 * Deletes rows of transactions that this server has not begun. A restored dump holds those of the server it was made
 * from: a change that later gets the same transaction id would be taken for applied.
 */
export async function deleteForeignChanges(query: Query): Promise<void> {
  await query('delete from change_log where transaction_id >= pg_snapshot_xmax(pg_current_snapshot())')
}

const prunedTopic = 'pruned'

/** Whether rows after this position may have been pruned, or the database is older than the position. */
export async function positionIsLost(query: Query, position: string, caughtUpAt: number): Promise<boolean> {
  if (Date.now() - caughtUpAt > (changeLogDays - 1) * 86_400_000) return true
  const [row] = await query<{ lost: boolean }>(
    `select pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8
        or exists (select from change_log where topic = $2 and key::xid8 >= $1::xid8) as lost`,
    [position, prunedTopic],
  )
  return row!.lost
}

/**
 * Deletes rows older than seven days and records up to where; returns how many were deleted. For a nightly
 * job.
 */
export async function pruneChangeLog(
  query: Query,
  olderThan = new Date(Date.now() - changeLogDays * 86_400_000),
): Promise<number> {
  const [row] = await query<{ pruned: number }>(
    `with gone as (
       delete from change_log where recorded_at < $1 and topic <> $2 returning transaction_id
     ), noted as (
       insert into change_log (topic, key)
       select $2, (array_agg(transaction_id order by transaction_id desc))[1]::text from gone having count(*) > 0
       on conflict do nothing
     ), stale as (
       delete from change_log where topic = $2 and exists (select from gone)
     )
     select count(*)::int as pruned from gone`,
    [olderThan, prunedTopic],
  )
  return row!.pruned
}
