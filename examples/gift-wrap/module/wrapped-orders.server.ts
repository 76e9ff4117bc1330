/** The orders to wrap: they come by events, and staff say when one is wrapped. */
import {
  addOrderNote,
  audited,
  defineField,
  jobActor,
  mailTexts,
  readOrder,
  type Actor,
  type ModuleOrder,
  type ShopDatabase,
  type StoreCode,
  type UseCaseServices,
} from 'anode/module'
import { declarations } from './declarations.ts'
import { tables } from './tables.server.ts'

/** Shown on the order's page, where it is shipped. */
const wanted = defineField(declarations, 'gift_wrap_wanted')

async function wrappingOf(db: ShopDatabase, order: ModuleOrder): Promise<ModuleOrder['lines']> {
  const rows = await tables(db).selectFrom('wrapping').select('sku').execute()
  const known = new Set(rows.map(({ sku }) => sku))
  return order.lines.filter(({ sku }) => known.has(sku))
}

/** What the order confirmation says about wrapping. */
export async function confirmationLines(
  db: ShopDatabase,
  { number, store }: { number: string; store: StoreCode },
): Promise<string[]> {
  const order = await readOrder(db, number)
  const wrapping = order === null ? [] : await wrappingOf(db, order)
  if (wrapping.length === 0) return []
  const { confirmation } = mailTexts<{ confirmation: string }>('gift-wrap', store)
  const names = wrapping.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  return [confirmation.replace('{wrapping}', names)]
}

/**
 * Stores an order that has wrapping, with a note for staff. An event may be delivered twice; the order is stored and noted
 * once.
 */
export async function keepOrder(services: UseCaseServices, number: string): Promise<void> {
  const { db, clock } = services
  const order = await readOrder(db, number)
  if (order === null) return
  const wrapping = await wrappingOf(db, order)
  if (wrapping.length === 0) return
  const actor = jobActor('gift-wrap')
  const { store } = order
  const texts = wrapping.map(({ sku, quantity }) => `${quantity} × ${sku}`)
  await audited(db, actor, async (trx) => {
    const { numInsertedOrUpdatedRows: stored } = await tables(trx)
      .insertInto('wrapped_order')
      .values({ number, store, wrapping: texts, wrapped_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!stored) return
    const { order_note: note } = mailTexts<{ order_note: string }>('gift-wrap', store)
    const text = note.replace('{wrapping}', texts.join(', '))
    await addOrderNote({ ...services, db: trx }, actor, { module: 'gift-wrap', order: number, text })
  })
  await wanted.set(db, actor, { object: number, store, value: true, now: new Date(clock()) })
}

/** An order that has wrapping; undefined: it has none. */
export const wrappedOrder = (db: ShopDatabase, number: string) =>
  tables(db)
    .selectFrom('wrapped_order')
    .select(['wrapping', 'wrapped_at'])
    .where('number', '=', number)
    .executeTakeFirst()

/** How many orders of a store wait for each wrapping, the most first. */
export async function waitingWrapping(
  db: ShopDatabase,
  store: string,
): Promise<{ wrapping: string; orders: number }[]> {
  const waiting = await tables(db)
    .selectFrom('wrapped_order')
    .select('wrapping')
    .where('store', '=', store)
    .where('wrapped_at', 'is', null)
    .execute()
  const all = Map.groupBy(
    waiting.flatMap(({ wrapping }) => wrapping),
    (each) => each,
  )
  return [...all]
    .map(([wrapping, { length: orders }]) => ({ wrapping, orders }))
    .toSorted((a, b) => b.orders - a.orders)
}

/** A cancelled order is not wrapped any more. */
export async function dropOrder(db: ShopDatabase, number: string): Promise<void> {
  await tables(db)
    .deleteFrom('wrapped_order')
    .where('number', '=', number)
    .where('wrapped_at', 'is', null)
    .execute()
}

export async function markWrapped(
  db: ShopDatabase,
  actor: Actor,
  number: string,
  now: Date,
): Promise<{ ok: true } | { ok: false; code: 'already_wrapped' }> {
  return audited(
    db,
    actor,
    async (trx, record): Promise<{ ok: true } | { ok: false; code: 'already_wrapped' }> => {
      const { numUpdatedRows } = await tables(trx)
        .updateTable('wrapped_order')
        .set({ wrapped_at: now })
        .where('number', '=', number)
        .where('wrapped_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return { ok: false, code: 'already_wrapped' }
      record({ action: 'gift_wrap_order.wrap', object: ['gift_wrap_order', number] })
      return { ok: true }
    },
  )
}

/** Takes back that an order was wrapped. */
export async function unmarkWrapped(trx: ShopDatabase, actor: Actor, number: string): Promise<true | string> {
  return audited<true | string>(trx, actor, async (inner, record) => {
    const { numUpdatedRows } = await tables(inner)
      .updateTable('wrapped_order')
      .set({ wrapped_at: null })
      .where('number', '=', number)
      .where('wrapped_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'not_wrapped'
    record({ action: 'gift_wrap_order.unwrap', object: ['gift_wrap_order', number] })
    return true
  })
}
