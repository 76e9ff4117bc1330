/**
 * The only SQL for lists of products. Every query but that of a shared list names the account: nobody reads
 * or changes another customer's.
 */
import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  mostListLines,
  mostLists,
  restorableMs,
  type ProductList,
  type ProductListLine,
} from './product-list.ts'

export interface ListServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}

/** The customer whose lists are read or changed. */
export interface ListOwner {
  store: StoreCode
  accountId: number
}

/** Which list: its id, or the saved products of the account, which exist without being created. */
export type ListId = number | 'saved'

export interface AddedLine {
  productId: ProductId
  quantity: number
}

type ListRow = Omit<ProductList, 'lines'>

const ownedBy = ({ store, accountId }: ListOwner) =>
  sql`store = ${store} and account_id = ${accountId} and deleted_at is null`

const chosen = (id: ListId) => (id === 'saved' ? sql`name is null` : sql`id = ${id}`)

/** The lists of a customer, the saved products first, then by name. The saved products are always there. */
export async function listsOf(db: Kysely<DB>, owner: ListOwner): Promise<ProductList[]> {
  const { rows } = await sql<ListRow>`
    select id, name, share_token as "shareToken" from product_list where ${ownedBy(owner)}
    order by name is not null, lower(name), id`.execute(db)
  const lines = await linesOf(
    db,
    owner.store,
    rows.map(({ id }) => id),
  )
  const lists = rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] }))
  return lists[0]?.name === null ? lists : [{ id: 0, name: null, shareToken: null, lines: [] }, ...lists]
}

/** The list behind a link; null: unknown token, or no longer shared. */
export async function sharedList(
  { db }: Pick<ListServices, 'db'>,
  { store, token }: { store: StoreCode; token: string },
): Promise<Pick<ProductList, 'name' | 'lines'> | null> {
  const { rows } = await sql<Pick<ListRow, 'id' | 'name'>>`
    select id, name from product_list
    where share_token = ${token} and store = ${store} and deleted_at is null`.execute(db)
  const [list] = rows
  if (list === undefined) return null
  return { name: list.name, lines: (await linesOf(db, store, [list.id])).get(list.id) ?? [] }
}

async function linesOf(
  db: Kysely<DB>,
  store: StoreCode,
  listIds: readonly number[],
): Promise<Map<number, ProductListLine[]>> {
  const { rows } = await sql<ProductListLine & { listId: number }>`
    select l.list_id as "listId", l.product_id as "productId", p.sku, coalesce(s.name, p.sku) as name, l.quantity,
      l.added_at as "addedAt"
    from product_list_line l join product p on p.id = l.product_id
    left join store_product s on s.product_id = l.product_id and s.store = ${store}
    where l.list_id = any(${[...listIds]}) order by l.added_at desc, l.product_id`.execute(db)
  const lines = new Map<number, ProductListLine[]>()
  for (const { listId, ...line } of rows) lines.set(listId, [...(lines.get(listId) ?? []), line])
  return lines
}

/** Locks the account, so that limits hold and the saved products are created once. */
async function lockAccount(trx: Transaction<DB>, { accountId }: ListOwner): Promise<void> {
  await sql`select from account where id = ${accountId} for update`.execute(trx)
}

/** Creates a named list; null where the customer has as many as allowed. */
export async function createList(
  { db, clock }: ListServices,
  actor: Actor,
  owner: ListOwner,
  name: string,
): Promise<number | null> {
  return audited(db, actor, async (trx, record) => {
    await lockAccount(trx, owner)
    if (!(await hasRoom(trx, owner))) return null
    const id = await insertList(trx, owner, { name, now: new Date(clock()) })
    record({ action: 'product_list.create', object: ['product_list', id], store: owner.store })
    return id
  })
}

async function hasRoom(trx: Transaction<DB>, owner: ListOwner): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from product_list where ${ownedBy(owner)} and name is not null`.execute(
    trx,
  )
  return rows[0]!.count < mostLists
}

async function insertList(
  trx: Transaction<DB>,
  { store, accountId }: ListOwner,
  { name, now }: { name: string | null; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('product_list')
    .values({ store, account_id: accountId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Renames a named list; false where the customer has no such one. */
export async function renameList(
  { db }: Pick<ListServices, 'db'>,
  actor: Actor,
  owner: ListOwner,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql`update product_list set name = ${name}
      where ${ownedBy(owner)} and id = ${id} and name is not null returning id`.execute(trx)
    if (rows.length > 0)
      record({ action: 'product_list.rename', object: ['product_list', id], store: owner.store })
    return rows.length > 0
  })
}

/** Deletes a named list, which ends its sharing; false where the customer has no such one. */
export async function deleteList(
  { db, clock }: ListServices,
  actor: Actor,
  owner: ListOwner,
  id: number,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql`
      update product_list set deleted_at = ${new Date(clock())}, share_token = null, shared_at = null
      where ${ownedBy(owner)} and id = ${id} and name is not null returning id`.execute(trx)
    if (rows.length > 0)
      record({ action: 'product_list.delete', object: ['product_list', id], store: owner.store })
    return rows.length > 0
  })
}

/** Undoes a deletion within a day; the list is not shared then. False: unknown, too late, or too many lists. */
export async function restoreList(
  { db, clock }: ListServices,
  actor: Actor,
  owner: ListOwner,
  id: number,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    await lockAccount(trx, owner)
    if (!(await hasRoom(trx, owner))) return false
    const { rows } = await sql`update product_list set deleted_at = null
      where store = ${owner.store} and account_id = ${owner.accountId} and id = ${id}
        and deleted_at > ${new Date(clock() - restorableMs)} returning id`.execute(trx)
    if (rows.length > 0)
      record({ action: 'product_list.restore', object: ['product_list', id], store: owner.store })
    return rows.length > 0
  })
}

/** Deletes lists that can no longer be restored. */
export async function tidyLists(db: Kysely<DB>): Promise<void> {
  await sql`delete from product_list where deleted_at < now() - ${restorableMs}::float8 * interval '1 millisecond'`.execute(
    db,
  )
}

export type ChangeLines = { ok: true } | { ok: false; code: 'not_found' | 'full' }

/**
 * Adds products to a list. One that is there already keeps the larger quantity, so that adding again, as at
 * a repeated login, changes nothing. Refused as a whole where the list would get too long.
 */
export async function addListLines(
  { db, clock }: ListServices,
  actor: Actor,
  owner: ListOwner,
  { id, lines }: { id: ListId; lines: readonly AddedLine[] },
): Promise<ChangeLines> {
  return audited(db, actor, async (trx, record): Promise<ChangeLines> => {
    await lockAccount(trx, owner)
    const now = new Date(clock())
    const listId = await findList(trx, owner, id)
    if (listId === null && id !== 'saved') return { ok: false, code: 'not_found' }
    if (lines.length === 0) return { ok: true }
    const present = listId === null ? [] : await productsIn(trx, listId)
    if (new Set([...present, ...lines.map(({ productId }) => productId)]).size > mostListLines)
      return { ok: false, code: 'full' }
    const list = listId ?? (await insertList(trx, owner, { name: null, now }))
    // Where a product is named twice, the first quantity counts.
    const added = [...lines].reverse()
    const quantities = new Map(added.map(({ productId, quantity }) => [productId, quantity]))
    const { rows } = await sql`
      insert into product_list_line (list_id, product_id, quantity, added_at)
      select ${list}, product, quantity, ${now}
      from unnest(${[...quantities.keys()]}::integer[], ${[...quantities.values()]}::integer[]) as added (product, quantity)
      on conflict (list_id, product_id) do update set quantity = excluded.quantity
      where product_list_line.quantity < excluded.quantity returning product_id`.execute(trx)
    if (rows.length > 0)
      record({
        action: 'product_list.add',
        object: ['product_list', list],
        store: owner.store,
        after: { lines: rows.length },
      })
    return { ok: true }
  })
}

async function findList(trx: Transaction<DB>, owner: ListOwner, id: ListId): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from product_list where ${ownedBy(owner)} and ${chosen(id)}`.execute(trx)
  return rows[0]?.id ?? null
}

async function productsIn(trx: Transaction<DB>, listId: number): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product_id as "productId" from product_list_line where list_id = ${listId}`.execute(trx)
  return rows.map(({ productId }) => productId)
}

/** Removes a product from a list; false where the list does not have it. */
export async function removeListLine(
  { db }: Pick<ListServices, 'db'>,
  actor: Actor,
  owner: ListOwner,
  { id, sku }: { id: ListId; sku: string },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const listId = await findList(trx, owner, id)
    if (listId === null) return false
    const { rows } = await sql`
      delete from product_list_line using product p
      where list_id = ${listId} and p.id = product_id and p.sku = ${sku} returning 1`.execute(trx)
    if (rows.length > 0)
      record({
        action: 'product_list.remove',
        object: ['product_list', listId],
        store: owner.store,
        after: { lines: rows.length },
      })
    return rows.length > 0
  })
}

/**
 * Makes a list readable by everybody who has its link; returns the token of the link, the former one where
 * it is shared already. Null: the customer has no such list.
 */
export async function shareList(
  { db, clock }: ListServices,
  actor: Actor,
  owner: ListOwner,
  id: ListId,
): Promise<string | null> {
  return audited(db, actor, async (trx, record) => {
    const token = randomBytes(16).toString('base64url')
    const { rows } = await sql<{ id: number; shareToken: string | null }>`
      update product_list set share_token = coalesce(share_token, ${token}),
        shared_at = coalesce(shared_at, ${new Date(clock())})
      where ${ownedBy(owner)} and ${chosen(id)} returning id, share_token as "shareToken"`.execute(trx)
    const [list] = rows
    if (list === undefined) return null
    if (list.shareToken === token)
      record({ action: 'product_list.share', object: ['product_list', list.id], store: owner.store })
    return list.shareToken
  })
}

/** Ends the sharing of a list: its link leads nowhere then, also when the list is shared again. */
export async function unshareList(
  { db }: Pick<ListServices, 'db'>,
  actor: Actor,
  owner: ListOwner,
  id: ListId,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ id: number }>`
      update product_list set share_token = null, shared_at = null
      where ${ownedBy(owner)} and ${chosen(id)} and share_token is not null returning id`.execute(trx)
    const [list] = rows
    if (list !== undefined)
      record({ action: 'product_list.unshare', object: ['product_list', list.id], store: owner.store })
    return list !== undefined
  })
}
