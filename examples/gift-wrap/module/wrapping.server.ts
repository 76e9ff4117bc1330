/** The wrapping that is offered: staff add, change and remove it. */
import { audited, type Actor, type ShopDatabase } from 'anode/module'
import { tables } from './tables.server.ts'

export interface Wrapping {
  sku: string
  note: string | null
  isOffered: boolean
}

type Refused = { ok: false; code: 'sku_taken' | 'unknown_wrapping' }

const columns = ({ sku, note, isOffered }: Wrapping) => ({ sku, note: note ?? '', is_offered: isOffered })

export async function addWrapping(
  db: ShopDatabase,
  actor: Actor,
  wrapping: Wrapping,
): Promise<{ ok: true; key: number } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true; key: number } | Refused> => {
    const added = await tables(trx)
      .insertInto('wrapping')
      .values(columns(wrapping))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return { ok: false, code: 'sku_taken' }
    record({ action: 'gift_wrap.add', object: ['gift_wrap', added.id], after: columns(wrapping) })
    return { ok: true, key: added.id }
  })
}

/** What it was is in the audit, from where staff undo it. */
export async function changeWrapping(
  db: ShopDatabase,
  actor: Actor,
  id: number,
  wrapping: Wrapping,
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const found = await tables(trx)
      .selectFrom('wrapping')
      .select(['id', 'sku', 'note', 'is_offered'])
      .where((eb) => eb.or([eb('id', '=', id), eb('sku', '=', wrapping.sku)]))
      .forUpdate()
      .execute()
    const before = found.find((row) => row.id === id)
    if (!before) return { ok: false, code: 'unknown_wrapping' }
    if (found.length > 1) return { ok: false, code: 'sku_taken' }
    await tables(trx).updateTable('wrapping').set(columns(wrapping)).where('id', '=', id).execute()
    const { sku, note, is_offered } = before
    record({
      action: 'gift_wrap.change',
      object: ['gift_wrap', id],
      before: { sku, note, is_offered },
      after: columns(wrapping),
    })
    return { ok: true }
  })
}

export async function removeWrapping(
  db: ShopDatabase,
  actor: Actor,
  id: number,
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const removed = await tables(trx)
      .deleteFrom('wrapping')
      .where('id', '=', id)
      .returning(['sku', 'note', 'is_offered'])
      .executeTakeFirst()
    if (!removed) return { ok: false, code: 'unknown_wrapping' }
    record({ action: 'gift_wrap.remove', object: ['gift_wrap', id], before: removed })
    return { ok: true }
  })
}

/** Article numbers of the wrapping that shoppers can choose. */
export async function offeredWrapping(db: ShopDatabase): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('wrapping')
    .select('sku')
    .where('is_offered', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ sku }) => sku)
}
