/** The only SQL for saved carts. Every query names the account: nobody reads or changes another customer's. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface SavedCartLine {
  sku: string
  name: string
  quantity: number
}

export interface SavedCart {
  id: number
  name: string
  /** Whether the people of the company see it too. */
  isShared: boolean
  /** Whether it is the account's own; only its owner changes it. */
  isOwn: boolean
  /** Who saved it. */
  owner: string
  lines: SavedCartLine[]
  updatedAt: Date
}

/** Most carts that a customer keeps. */
export const mostSavedCarts = 100

interface Reader {
  store: StoreCode
  accountId: number
  /** The company of the account in the store; null: none. */
  companyId: number | null
}

/** The account's carts and those that its company shares, by name. */
export async function savedCartsOf(
  db: Kysely<DB>,
  { store, accountId, companyId }: Reader,
): Promise<SavedCart[]> {
  const { rows } = await sql<SavedCart>`
    select c.id, c.name, c.company_id is not null as "isShared", c.account_id = ${accountId} as "isOwn",
      trim(a.first_name || ' ' || a.last_name) as owner, c.lines, c.updated_at as "updatedAt"
    from saved_cart c join account a on a.id = c.account_id
    where c.store = ${store} and (c.account_id = ${accountId} or c.company_id = ${companyId}::integer)
    order by lower(c.name), c.id`.execute(db)
  return rows
}

/** Saves a cart; null where the account has as many as it may. `isShared`: with the company, if there is one. */
export async function saveCart(
  db: Kysely<DB>,
  actor: Actor,
  { store, accountId, companyId }: Reader,
  cart: { name: string; isShared: boolean; lines: readonly SavedCartLine[] },
): Promise<number | null> {
  return audited(db, actor, async (trx, record) => {
    await sql`select from account where id = ${accountId} for update`.execute(trx)
    const { count } = await trx
      .selectFrom('saved_cart')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostSavedCarts) return null
    const { id } = await trx
      .insertInto('saved_cart')
      .values({
        store,
        account_id: accountId,
        company_id: cart.isShared ? companyId : null,
        name: cart.name,
        lines: JSON.stringify(cart.lines),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    record({ action: 'saved_cart.create', object: ['saved_cart', id], store })
    return id
  })
}

/** Renames or shares an own cart; false where the account has no such one. */
export async function changeSavedCart(
  db: Kysely<DB>,
  actor: Actor,
  { store, accountId, companyId }: Reader,
  { id, name, isShared }: { id: number; name: string; isShared: boolean },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const row = await trx
      .updateTable('saved_cart')
      .set({ name, company_id: isShared ? companyId : null, updated_at: new Date() })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('store', '=', store)
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) record({ action: 'saved_cart.edit', object: ['saved_cart', id], store })
    return row !== undefined
  })
}

/** Deletes an own cart; false where the account has no such one. */
export async function deleteSavedCart(
  db: Kysely<DB>,
  actor: Actor,
  { store, accountId }: Pick<Reader, 'store' | 'accountId'>,
  id: number,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('saved_cart')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('store', '=', store)
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) record({ action: 'saved_cart.delete', object: ['saved_cart', id], store })
    return row !== undefined
  })
}
