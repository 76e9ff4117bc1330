/** Mentions of staff in notes about orders: what a person was asked to look at, until they have opened the order. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { roleNames, roles } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface Mention {
  /** Of the note. */
  id: number
  orderNumber: string
  author: string
  body: string
  writtenAt: Date
  isSeen: boolean
}

const mostShown = 20

/** The latest mentions of a person in orders of these stores, newest first. */
export async function mentionsOf(
  db: Kysely<DB>,
  { staffId, stores }: { staffId: number; stores: readonly StoreCode[] },
): Promise<Mention[]> {
  if (stores.length === 0) return []
  const rows = await db
    .selectFrom('order_note_mention as m')
    .innerJoin('order_note as n', 'n.id', 'm.note_id')
    .innerJoin('orders as o', 'o.id', 'n.order_id')
    .innerJoin('staff as s', 's.id', 'n.staff_id')
    .select([
      'n.id',
      'o.number as orderNumber',
      's.name as author',
      'n.body',
      'n.written_at as writtenAt',
      'm.seen_at as seenAt',
    ])
    .where('m.staff_id', '=', staffId)
    .where('o.store', 'in', [...stores])
    .orderBy('n.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ seenAt, ...row }) => ({ ...row, isSeen: seenAt !== null }))
}

/** Notes that a person has seen their mentions in an order. */
export async function markMentionsSeen(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  { staffId, orderId }: { staffId: number; orderId: number },
): Promise<void> {
  await sql`update order_note_mention m set seen_at = ${new Date(clock())} from order_note n
    where n.id = m.note_id and n.order_id = ${orderId} and m.staff_id = ${staffId} and m.seen_at is null`.execute(
    db,
  )
}

/** The roles whose holders can open an order. */
const readingRoles = roleNames.filter((role) => roles[role].includes('order:read'))

/** The staff who may read the orders of a store, by name: whom a note can mention. */
export async function colleaguesIn(
  db: Kysely<DB>,
  store: StoreCode,
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.name'])
    .where('s.deactivated_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('staff_role as r')
          .select('r.role')
          .whereRef('r.staff_id', '=', 's.id')
          .where('r.store', '=', store)
          .where('r.role', 'in', readingRoles),
      ),
    )
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
}
