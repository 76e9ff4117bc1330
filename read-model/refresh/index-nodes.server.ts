/**
 * How far the running nodes have read the change log into their indexes. Every node publishes its position,
 * so that a command can report, or wait, until all nodes show its changes.
 */
import type { Query } from '../../db/query.ts'

/** "anix"; the class of the advisory locks that identify live nodes. */
const lockClass = 0x616e6978

const isAlive = `exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
  and l.classid = ${lockClass} and l.objid = n.id
  and l.database = (select oid from pg_database where datname = current_database()))`

/** Acquires a number that no other node has, for as long as the connection behind `query` lives. */
export async function takeNodeNumber(query: Query): Promise<number> {
  const [row] = await query<{ id: number }>("select nextval('index_node_id')::integer as id")
  await query('select pg_advisory_lock($1, $2)', [lockClass, row!.id])
  return row!.id
}

/**
 * Publishes the position of a node, once for each change: publishing is itself a transaction that advances
 * the position.
 */
export function createPublisher() {
  let published: { node: number; position: string } | null = null
  let newestChange = 0n
  return {
    /** The newest transaction whose changes are in the index. */
    noteChange(transaction: string | undefined): void {
      const newest = BigInt(transaction ?? 0)
      if (newest > newestChange) newestChange = newest
    },
    /** Called when another index file is in use: its position is published again. */
    forget(): void {
      published = null
      newestChange = 0n
    },
    /** Nulls: the node has no connection, or no index. */
    async publish(query: Query, node: number | null, position: string | null): Promise<void> {
      if (node === null || position === null) return
      const former = published?.node === node ? published : null
      if (former && (former.position === position || BigInt(former.position) > newestChange)) return
      await writePosition(query, node, position)
      published = { node, position }
    },
  }
}

/**
 * Publishes that everything before `position` is in the index of this node, and deletes nodes that are gone.
 */
async function writePosition(query: Query, node: number, position: string): Promise<void> {
  await query(
    `with gone as (delete from index_node n where n.id <> $1 and not ${isAlive})
     insert into index_node (id, position) values ($1, $2::xid8)
     on conflict (id) do update set position = excluded.position, noted_at = now()`,
    [node, position],
  )
}

/** The newest transaction of the change log; null when there is none. */
export async function newestChange(query: Query): Promise<string | null> {
  const [row] = await query<{ newest: string | null }>(
    'select transaction_id::text as newest from change_log order by transaction_id desc limit 1',
  )
  return row?.newest ?? null
}

export interface NodeProgress {
  /** Running nodes that have an index. */
  nodes: number
  /** Nodes whose index lacks the change. */
  behind: number
}

/**
 * How many nodes have applied everything up to a transaction. Idle nodes read the change log again at once.
 */
export async function nodeProgress(query: Query, transaction: string): Promise<NodeProgress> {
  await query('notify change_log')
  const [row] = await query<NodeProgress>(
    `select count(*)::integer as nodes, (count(*) filter (where n.position <= $1::xid8))::integer as behind
     from index_node n where ${isAlive}`,
    [transaction],
  )
  return row!
}
