/** The objects that have fields, by the names that staff and the audit have for them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { FieldObject } from './custom-field.ts'

/** An object with fields. */
export interface FieldOwner {
  object: FieldObject
  id: number
  /** What the audit calls it: a sku, a number, an account's id, a code. */
  name: string
  /** The one that it belongs to; null: to several. */
  store: StoreCode | null
}

export interface FoundOwner {
  owner: FieldOwner
  /** The stores that it is in. */
  stores: readonly StoreCode[]
}

/** Answers one row of the id, the name as the audit has it, and the stores; no stores: all. */
const rowOf = {
  product: (
    sku,
  ) => sql`select p.id, p.sku as name, array(select s.store::text from store_product s where s.product_id = p.id) as stores
    from product p where p.sku = ${sku}`,
  customer: (id) => sql`select id, id::text as name, array[store::text] as stores from account
    where id = ${id}::bigint and erased_at is null`,
  company: (id) =>
    sql`select id, id::text as name, array[store::text] as stores from company where id = ${id}::bigint`,
  order: (number) => sql`select id, number as name, array[store::text] as stores from orders
    where number = upper(${number}::text)`,
  coupon: (code) => sql`select id, code as name, stores from coupon where code = upper(trim(${code}::text))`,
} as const satisfies Record<FieldObject, (name: string) => unknown>

/** Those that are one row of a number. */
const isNumbered: ReadonlySet<FieldObject> = new Set(['customer', 'company'])

/** An object by its name: sku, number, code, or the id of an account or a company. Null: there is none. */
export async function findFieldOwner(
  db: Kysely<DB>,
  object: FieldObject,
  name: string,
): Promise<FoundOwner | null> {
  if (isNumbered.has(object) && !/^\d{1,15}$/.test(name)) return null
  const { rows } = await (
    rowOf[object](name) as ReturnType<typeof sql<{ id: string | number; name: string; stores: StoreCode[] }>>
  ).execute(db)
  const [row] = rows
  if (!row) return null
  const stores = storeCodes.filter((code) => row.stores.includes(code))
  const isOfOne = object === 'customer' || object === 'company' || object === 'order'
  return {
    owner: { object, id: Number(row.id), name: row.name, store: isOfOne ? (stores[0] ?? null) : null },
    stores: stores.length === 0 ? storeCodes : stores,
  }
}

const tableOf = {
  product: 'product',
  customer: 'account',
  company: 'company',
  order: 'orders',
  coupon: 'coupon',
} as const satisfies Record<FieldObject, keyof DB>

/**
 * Keeps an object from being deleted or erased until the transaction ends; false: it was. Erasures lock its row before they
 * erase its values.
 */
export async function keepFieldOwner(
  trx: Kysely<DB>,
  { object, id }: Pick<FieldOwner, 'object' | 'id'>,
): Promise<boolean> {
  const isThere = object === 'customer' ? sql`erased_at is null` : sql`true`
  const { rows } = await sql`
    select 1 from ${sql.table(tableOf[object])} where id = ${id} and ${isThere} for key share`.execute(trx)
  return rows.length > 0
}
