/** Notes of staff and of modules about an order. The only SQL of `order_note`. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { colleaguesIn } from './mentions.server.ts'

export interface OrderNote {
  id: number
  /** Name of the person or the module that wrote it. */
  author: string
  body: string
  /** Names of the staff who are mentioned. */
  mentions: string[]
  /** Staff who are mentioned and have not seen it. */
  unseenBy: number[]
  writtenAt: Date
}

/** Oldest first. */
export async function orderNotes(db: Kysely<DB>, orderId: number): Promise<OrderNote[]> {
  const rows = await db
    .selectFrom('order_note as n')
    .leftJoin('staff as s', 's.id', 'n.staff_id')
    .select((eb) => [
      'n.id',
      eb.fn.coalesce('s.name', 'n.module', eb.val('')).as('author'),
      'n.body',
      'n.mentions',
      'n.written_at as writtenAt',
    ])
    .where('n.order_id', '=', orderId)
    .orderBy('n.id')
    .execute()
  const ids = [...new Set(rows.flatMap(({ mentions }) => mentions))]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(people.map(({ id, name }) => [Number(id), name]))
  const unseen = await db
    .selectFrom('order_note_mention as m')
    .innerJoin('order_note as n', 'n.id', 'm.note_id')
    .select(['m.note_id as noteId', 'm.staff_id as staffId'])
    .where('n.order_id', '=', orderId)
    .where('m.seen_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    ...row,
    mentions: row.mentions.flatMap((id) => names.get(Number(id)) ?? []),
    unseenBy: unseen.filter(({ noteId }) => noteId === row.id).map(({ staffId }) => staffId),
  }))
}

/**
 * Adds a note. `mentions`: ids of staff; those who cannot open the order are left out, because they would never see it.
 * Its text is not repeated in the audit.
 */
export async function addOrderNote(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  note: {
    order: { id: number; number: string; store: StoreCode }
    /** The person or the module that writes it. */
    author: { staffId: number } | { module: string }
    body: string
    mentions: readonly number[]
  },
): Promise<{ id: number }> {
  const { order, author, body, mentions } = note
  return audited(db, actor, async (trx, record) => {
    const known =
      mentions.length === 0
        ? []
        : (await colleaguesIn(trx, order.store)).filter(({ id }) => mentions.includes(id))
    const { id } = await trx
      .insertInto('order_note')
      .values({
        order_id: order.id,
        staff_id: 'staffId' in author ? author.staffId : null,
        module: 'module' in author ? author.module : null,
        body,
        mentions: known.map((person) => person.id),
        written_at: new Date(clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (known.length > 0)
      await trx
        .insertInto('order_note_mention')
        .values(known.map((person) => ({ note_id: id, staff_id: person.id })))
        .execute()
    record({ action: 'order.note', object: ['order', order.number], store: order.store, after: { note: id } })
    return { id }
  })
}
