/**
 * Transactions of use cases. The actor and the audit entries are written in the transaction of the change, so
 * that no change is committed without its entry.
 *
 * Entries about orders are written by the database itself, from the order's history
 * (`db/routines/audit.sql`); the triggers there also record changes of orders, payments, stock, prices and
 * coupons that no actor has declared, for example a statement typed in psql.
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Actor } from './actor.ts'
import type { AuditObjectKind, RecordedAction } from './audit-actions.ts'

/** What was done to one object. No personal data: codes, amounts, and names of the changed fields. */
export interface AuditEntry {
  action: RecordedAction
  /** Kind of the object and its id as staff know it: an order's number, a product's sku. */
  object: readonly [kind: AuditObjectKind, id: string | number]
  store?: StoreCode | null
  /** The fields before and after; absent where there was or is nothing. Equal values are left out of both. */
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  /** Why, as the actor stated it. */
  reason?: string | null
}

/** Adds an entry to the audit of the current transaction. */
export type RecordAudit = (entry: AuditEntry) => void

/** Ends the work with an answer, and rolls back what it has written. */
export type RollBack<Answer> = (answer: Answer) => never

class RolledBack<Answer> extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('rolled back with an answer')
    this.answer = answer
  }
}

/**
 * Runs `work` in a transaction on behalf of the actor; the entries it records are inserted before the commit.
 * Within a transaction of the caller no new one is opened. A use case that changed nothing records nothing.
 *
 * A refusal that is returned is committed, which is right while nothing was written; one that is noticed later ends the
 * work with `rollBack`. Within a transaction of the caller, the caller rolls back on the answer.
 */
export async function audited<Answer>(
  db: Kysely<DB>,
  actor: Actor,
  work: (trx: Transaction<DB>, record: RecordAudit, rollBack: RollBack<Answer>) => Promise<Answer>,
): Promise<Answer> {
  let ended: RolledBack<Answer> | undefined
  const rollBack = (answer: Answer): never => {
    ended = new RolledBack(answer)
    throw ended
  }
  const run = async (trx: Transaction<DB>): Promise<Answer> => {
    const entries: AuditEntry[] = []
    await declareActor(trx, actor)
    const answer = await work(trx, (entry) => void entries.push(entry), rollBack)
    if (entries.length > 0) await insertEntries(trx, entries)
    return answer
  }
  try {
    return await (db.isTransaction ? run(db as Transaction<DB>) : db.transaction().execute(run))
  } catch (error) {
    if (ended !== undefined && error === ended) return ended.answer
    throw error
  }
}

/** Names the actor of the current transaction to the triggers. */
async function declareActor(trx: Transaction<DB>, actor: Actor): Promise<void> {
  await sql`select set_config('anode.actor', ${JSON.stringify(actor)}, true)`.execute(trx)
}

type Change = Pick<AuditEntry, 'before' | 'after'>

function changedFields({ before, after }: Change): Change {
  if (before === undefined || after === undefined) return {}
  const isChanged = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isChanged(name)))
  return { before: changed(before), after: changed(after) }
}

async function insertEntries(trx: Transaction<DB>, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(({ object: [kind, id], ...entry }) => ({
    ...entry,
    ...changedFields(entry),
    kind,
    id: String(id),
  }))
  await sql`select record_audit(${JSON.stringify(rows)}::jsonb)`.execute(trx)
}
