/** The back office's table of the audit. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { ActorKind } from '../audit/actor.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { couponResource } from '../coupons/coupon-resource.server.ts'
import { isOnDays, type DayRange } from '../resources/day-range.server.ts'

export interface AuditTableRow {
  id: number
  at: Date
  actor: ActorKind
  actorId: string | null
  /** Of staff and of API keys. */
  actorName: string | null
  /** The name of the key's person. */
  actorPerson: string | null
  store: StoreCode | null
  action: string
  object: string
  /** The product of a stock or price that is recorded by the product's id. */
  sku: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

export interface AuditFilters {
  /** `order:S100001` */
  object?: string | undefined
  kind?: readonly string[] | undefined
  actor?: readonly ActorKind[] | undefined
  /** Ids of people of staff. */
  staff?: readonly string[] | undefined
  action?: readonly string[] | undefined
  store?: readonly string[] | undefined
  at?: DayRange | undefined
}

/**
 * What a reader of some stores sees of entries without a store. Most concern every store: staff, jobs in several stores,
 * purchase costs. What products have in common is on their pages, which every reader of products may open; a coupon
 * says itself where it is valid.
 */
const isSharedIn = (stores: readonly string[]) => sql`e.object_kind = 'product' and e.action <> 'cost.change'
  or e.object_kind = 'coupon' and exists (
    select from coupon c where c.code = e.object_id and (${couponResource.definition.inStores(stores)}))`

export const auditTable: TableDefinition<AuditTableRow, AuditFilters> = {
  source: sql`audit_entry e`,
  key: { by: sql`e.id`, type: 'bigint' },
  columns: {
    id: sql`e.id`,
    at: sql`e.recorded_at`,
    actor: sql`e.actor_kind`,
    actorId: sql`e.actor_id`,
    actorName: sql`case e.actor_kind
      when 'staff' then (select s.name from staff s where s.id::text = e.actor_id)
      when 'key' then (select k.name from api_key k where k.id::text = e.actor_id) end`,
    actorPerson: sql`case when e.actor_kind = 'key'
      then (select s.name from staff s where s.id::text = e.on_behalf_of) end`,
    store: sql`e.store`,
    action: sql`e.action`,
    object: sql`e.object_kind || ':' || e.object_id`,
    sku: sql`(select p.sku from product p
      where e.object_kind in ('stock', 'price') and p.id::text = e.object_id)`,
    before: sql`e.before`,
    after: sql`e.after`,
    reason: sql`e.reason`,
  },
  filters: {
    object: (object) => {
      const at = object.indexOf(':')
      return sql`e.object_kind = ${object.slice(0, at)} and e.object_id = ${object.slice(at + 1)}`
    },
    kind: (kinds) => sql`e.object_kind = any(${kinds}::text[])`,
    actor: (kinds) => sql`e.actor_kind = any(${kinds}::text[])`,
    // With what their keys did.
    staff: (ids) => sql`(e.actor_kind = 'staff' and e.actor_id = any(${ids}::text[])
      or e.actor_kind = 'key' and e.actor_id = any(array(
        select k.id::text from api_key k where k.staff_id::text = any(${ids}::text[]))))`,
    action: (actions) => sql`e.action = any(${actions}::text[])`,
    store: (stores) => sql`e.store = any(${stores}::text[])`,
    at: (days) => isOnDays(sql`e.recorded_at`, days),
  },
  search: (text) => sql`e.object_id = ${text} or e.object_id = upper(${text}) or e.request_id = ${text}`,
  // Entries are numbered as they are written.
  sorts: { at: { by: sql`e.id`, type: 'bigint' } },
  inStores: (stores) =>
    storeCodes.every((code) => stores.includes(code))
      ? sql`e.store is null or e.store = any(${stores}::text[])`
      : sql`e.store = any(${stores}::text[]) or e.store is null and (${isSharedIn(stores)})`,
}

/** Everybody of staff, also those who have left, by name. */
export async function auditedPeople(db: Kysely<DB>): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}
