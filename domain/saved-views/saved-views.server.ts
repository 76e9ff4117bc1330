/** Views of tables that staff keep for themselves or share. The only SQL of `saved_view`. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import { viewNamesCustomer, type CustomerNames } from './names-customer.ts'

export interface SavedView {
  id: number
  staffId: number
  /** Name of the person it belongs to. */
  owner: string
  table: string
  name: string
  /** Query string of the page, without `?`. */
  query: string
  isShared: boolean
}

/** A person's own views of a table and those that others share, by name. */
export async function savedViews(
  db: Kysely<DB>,
  { staffId, table }: { staffId: number; table: string },
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`select v.id, v.staff_id as "staffId", s.name as owner,
      v.table_name as table, v.name, v.query, v.is_shared as "isShared"
    from saved_view v join staff s on s.id = v.staff_id
    where v.table_name = ${table} and (v.staff_id = ${staffId} or v.is_shared)
    order by lower(v.name), v.id`.execute(db)
  return rows
}

/** Saves a view; the person's own one of the same name is replaced. */
export async function saveView(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  view: Pick<SavedView, 'staffId' | 'table' | 'name' | 'query' | 'isShared'>,
): Promise<{ id: number }> {
  const { staffId, table, name, isShared } = view
  const parameters = new URLSearchParams(view.query)
  // A view begins at its first page.
  parameters.delete('after')
  const query = parameters.toString()
  return audited(db, actor, async (trx, record) => {
    const { id } = await trx
      .insertInto('saved_view')
      .values({
        staff_id: staffId,
        table_name: table,
        name,
        query,
        is_shared: isShared,
        created_at: new Date(clock()),
      })
      .onConflict((conflict) =>
        conflict.columns(['staff_id', 'table_name', 'name']).doUpdateSet({ query, is_shared: isShared }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    // Only the names of its filters: a value, and the name of a view, may name a customer, which the audit would keep
    // after an erasure.
    const filters = [...new Set(parameters.keys())]
    record({ action: 'view.save', object: ['view', id], after: { table, filters, isShared } })
    return { id }
  })
}

/** Removes a person's own view; false: there is none. */
export async function removeView(
  db: Kysely<DB>,
  actor: Actor,
  { id, staffId }: { id: number; staffId: number },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx
      .deleteFrom('saved_view')
      .where('id', '=', id)
      .where('staff_id', '=', staffId)
      .returning('table_name')
      .executeTakeFirst()
    if (!removed) return false
    record({ action: 'view.remove', object: ['view', id], before: { table: removed.table_name } })
    return true
  })
}

/**
 * Removes every view, of whomever, that looks for a customer by a filter, the search or its name. A view without that
 * filter would be another one, which finds everything. The audit does not say what they said.
 */
export async function removeViewsOfCustomer(
  trx: Kysely<DB>,
  record: RecordAudit,
  customer: CustomerNames,
): Promise<void> {
  const { rows } = await sql<Pick<SavedView, 'id' | 'table' | 'name' | 'query'>>`
    select id, table_name as table, name, query from saved_view order by id for update`.execute(trx)
  const removed = rows.filter((view) => viewNamesCustomer(view, customer))
  if (removed.length > 0)
    await trx
      .deleteFrom('saved_view')
      .where(
        'id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute()
  for (const { id, table } of removed)
    record({ action: 'view.remove', object: ['view', id], before: { table }, reason: 'account_erased' })
}
