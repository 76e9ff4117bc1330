/** What staff call the objects that references name. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { CustomField, FieldValues, ReferenceObject } from './custom-field.ts'
import { findFieldOwner } from './field-owners.server.ts'

export interface NamedReference {
  field: string
  scope: string
  /**
   * Its own name, as a sku, where it has no other or the person may not read it. Null: the object no longer exists; only
   * a person who may read those of every store gets this answer.
   */
  name: string | null
}

const readingOf = {
  product: 'product:read',
  customer: 'customer:read',
  order: 'order:read',
  coupon: 'coupon:read',
} as const satisfies Record<ReferenceObject, Permission>

/** The stores whose objects a person may read. */
export const readableStores = (grants: Grants, object: ReferenceObject): readonly StoreCode[] =>
  grants[readingOf[object]] ?? []

/** Orders and coupons are called by their numbers and codes. */
const nameOf = {
  product: (id: number) =>
    sql<{ name: string }>`select name from store_product where product_id = ${id} order by store limit 1`,
  customer: (id: number) => sql<{ name: string }>`
    select coalesce(nullif(company_name, ''), trim(first_name || ' ' || last_name)) as name from account where id = ${id}`,
  order: null,
  coupon: null,
} as const satisfies Record<
  ReferenceObject,
  ((id: number) => ReturnType<typeof sql<{ name: string }>>) | null
>

/** Of the values that are references. */
export async function nameReferences(
  db: Kysely<DB>,
  fields: readonly CustomField[],
  values: FieldValues,
  grants: Grants,
): Promise<NamedReference[]> {
  const named: NamedReference[] = []
  for (const { key, refersTo } of fields)
    if (refersTo !== null)
      for (const [scope, value] of Object.entries(values[key] ?? {}))
        named.push({ field: key, scope, name: await nameReference(db, refersTo, String(value), grants) })
  return named
}

async function nameReference(
  db: Kysely<DB>,
  object: ReferenceObject,
  value: string,
  grants: Grants,
): Promise<string | null> {
  const permitted = readableStores(grants, object)
  const found = await findFieldOwner(db, object, value)
  if (found === null) return storeCodes.every((store) => permitted.includes(store)) ? null : value
  const query = nameOf[object]
  if (query === null || !found.stores.some((store) => permitted.includes(store))) return value
  const { rows } = await query(found.owner.id).execute(db)
  return rows[0]?.name || value
}
