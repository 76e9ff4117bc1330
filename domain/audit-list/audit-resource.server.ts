/** The audit as staff read it: who changed what, and what of it they may undo. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { actorKinds, type ActorKind } from '../audit/actor.ts'
import { couponResource } from '../coupons/coupon-resource.server.ts'
import {
  choice,
  computed,
  defineResource,
  id,
  moment,
  flag,
  ofReader,
  record,
  store,
  text,
  type Tone,
} from '../resources/resource.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { withNames } from './named-fields.ts'

const actors = Object.fromEntries(actorKinds.map((kind) => [kind, 'neutral'])) as Record<ActorKind, Tone>

/**
 * What a reader of some stores sees of entries without a store. Most concern every store: staff, jobs in several stores,
 * purchase costs. What products have in common is on their pages, which every reader of products may open; a coupon
 * says itself where it is valid.
 */
const isSharedIn = (stores: readonly string[]) => sql`e.object_kind = 'product' and e.action <> 'cost.change'
  or e.object_kind = 'coupon' and exists (
    select from coupon c where c.code = e.object_id and (${couponResource.definition.inStores(stores)}))`

/** An entry as the statement answers it. */
interface Entry {
  action: string
  object: string
  store: StoreCode | null
  storedBefore: Record<string, unknown> | null
  storedAfter: Record<string, unknown> | null
}

export const auditResource = defineResource({
  name: 'audit',
  section: null,
  permission: 'audit:read',
  auditObject: null,
  source: sql`audit_entry e`,
  key: 'id',
  title: 'object',
  defaultSort: '-at',
  isPersonal: false,
  hasIntro: false,
  rowPage: 'none',
  columns: { storedBefore: sql`e.before`, storedAfter: sql`e.after` },
  fields: {
    id: id(sql`e.id`, { shown: 'never' }),
    // Entries are numbered as they are written.
    at: moment(sql`e.recorded_at`, { filter: true, sort: true, sortedBy: sql`e.id`, sortedAs: 'bigint' }),
    actor: choice(sql`e.actor_kind`, actors, { filter: true, words: 'actor.' }),
    actorId: text(sql`e.actor_id`, { isNullable: true, shown: 'never' }),
    // Of staff and of API keys.
    actorName: text(
      sql`case e.actor_kind
        when 'staff' then (select s.name from staff s where s.id::text = e.actor_id)
        when 'key' then (select k.name from api_key k where k.id::text = e.actor_id) end`,
      { isNullable: true, shown: 'never' },
    ),
    // The name of the key's person.
    actorPerson: text(
      sql`case when e.actor_kind = 'key' then (select s.name from staff s where s.id::text = e.on_behalf_of) end`,
      { isNullable: true, shown: 'never' },
    ),
    action: text(sql`e.action`),
    object: text(sql`e.object_kind || ':' || e.object_id`),
    // The product of a stock or price that is recorded by the product's id.
    sku: text(
      sql`(select p.sku from product p where e.object_kind in ('stock', 'price') and p.id::text = e.object_id)`,
      { isNullable: true, shown: 'never' },
    ),
    store: store(sql`e.store`, { isNullable: true }),
    // The changed fields.
    before: computed(
      (by) => record(by, { isNullable: true, shown: 'never' }),
      ({ storedBefore }: Entry) => withNames(storedBefore),
    ),
    after: computed(
      (by) => record(by, { isNullable: true }),
      ({ storedAfter }: Entry) => withNames(storedAfter),
    ),
    reason: text(sql`e.reason`, { isNullable: true }),
    // Whether changes of this kind can be undone, and the person may.
    canUndo: ofReader(flag, { shown: 'never' }),
  },
  filters: {
    // People of staff by their ids, with what their keys did.
    staff: {
      kind: 'names',
      pattern: /^\d{1,10}$/,
      condition: (ids) => sql`(e.actor_kind = 'staff' and e.actor_id = any(${ids}::text[])
        or e.actor_kind = 'key' and e.actor_id = any(array(
          select k.id::text from api_key k where k.staff_id::text = any(${ids}::text[]))))`,
    },
    kind: {
      kind: 'names',
      pattern: /^[a-z_-]{1,40}$/,
      condition: (kinds) => sql`e.object_kind = any(${kinds}::text[])`,
    },
    action: {
      kind: 'names',
      pattern: /^[a-z_-]+\.[a-zA-Z_-]+$/,
      condition: (actions) => sql`e.action = any(${actions}::text[])`,
    },
    // One object: `order:S100001`, `product:AA-4`.
    object: {
      kind: 'text',
      most: 150,
      pattern: /^[a-z_-]+:.{1,100}$/,
      condition: (object) => {
        const at = object.indexOf(':')
        return sql`e.object_kind = ${object.slice(0, at)} and e.object_id = ${object.slice(at + 1)}`
      },
    },
    // Entries of these stores; those without a store are of none.
    store: { kind: 'stores', condition: (stores) => sql`e.store = any(${stores}::text[])` },
  },
  search: (words) => sql`e.object_id = ${words} or e.object_id = upper(${words}) or e.request_id = ${words}`,
  inStores: (stores) =>
    storeCodes.every((code) => stores.includes(code))
      ? sql`(e.store is null or e.store = any(${stores}::text[]))`
      : sql`(e.store = any(${stores}::text[]) or e.store is null and (${isSharedIn(stores)}))`,
  forReader: async ({ mayUndo }, grants, entry: Entry) => {
    const { action, store: of, storedBefore: before, storedAfter: after } = entry
    const [objectKind = '', objectId = ''] = entry.object.split(/:(.*)/s)
    const change = { action, store: of, objectKind, objectId, before, after }
    return { canUndo: await mayUndo(grants, change) }
  },
})

/** Everybody of staff, also those who have left, by name. */
export async function auditedPeople(db: Kysely<DB>): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}
