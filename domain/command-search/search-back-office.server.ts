/**
 * The search of the back office: exact names and beginnings, and names of products by any part; each kind by an index of
 * its own.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { beginningWith, containing } from '../../db/like-pattern.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import { buyerMatches, orderNumberBegins } from '../orders/order-table.server.ts'
import { customerMatches } from '../customers/customer-resource.server.ts'

export type SearchKind = 'order' | 'customer' | 'product' | 'invoice' | 'coupon' | 'return' | 'former_order'

export interface SearchHit {
  kind: SearchKind
  /** Number, sku or code. */
  id: string
  store: string | null
  title: string
  detail: string
}

/** Hits of one kind. */
const mostHits = 6

/** The newest orders are read first: a word that many orders have is among them, and its index would list them all. */
const newestOrders = 300

/** Orders of a rarer word of which the newest are shown. */
const mostCandidates = 200

/** The index of product names has groups of three letters. */
const fewestLettersOfName = 3

/** Hits that a module adds, of one kind. */
export interface SearchPart {
  permission: Permission
  /** At most so many of these stores. `text`: as it was typed, without spaces around it. */
  query: (stores: readonly string[], text: string, most: number) => RawBuilder<SearchHit>
}

/** Reads in the stores where the person may read each kind. */
export async function searchBackOffice(
  db: Kysely<DB>,
  grants: Grants,
  text: string,
  parts: readonly SearchPart[] = [],
): Promise<SearchHit[]> {
  const upper = text.trim().toUpperCase()
  const lower = text.trim().toLowerCase()
  const number = /^\d{1,9}$/.test(upper) ? Number(upper) : null
  const find = async (
    permission: Permission,
    statement: (stores: readonly string[]) => RawBuilder<SearchHit>,
  ): Promise<SearchHit[]> => {
    const stores = grants[permission] ?? []
    return stores.length === 0 ? [] : (await statement(stores).execute(db)).rows
  }
  const found = await Promise.all([
    find(
      'order:read',
      (
        stores,
      ) => sql<SearchHit>`select ${orderHit} from orders o where o.store = any(${stores}::text[]) and ${orderNumberBegins(text)}
      order by o.number limit ${mostHits}`,
    ),
    ordersOfBuyer(db, grants['order:read'] ?? [], text.trim()),
    find(
      'order:read',
      (stores) => sql<SearchHit>`select 'order' as kind, o.number as id, o.store, o.number as title,
        coalesce(s.tracking_number, '') as detail
      from shipment s join orders o on o.id = s.order_id
      where s.tracking_number = ${text} and o.store = any(${stores}::text[]) limit ${mostHits}`,
    ),
    ...parts.map(({ permission, query }) =>
      find(permission, (stores) => query(stores, text.trim(), mostHits)),
    ),
    find(
      'customer:read',
      (stores) => sql<SearchHit>`select 'customer' as kind, a.id::text as id, a.store,
        coalesce(nullif(a.company_name, ''), trim(a.first_name || ' ' || a.last_name)) as title,
        concat_ws(' · ', a.number, a.email) as detail
      from account a where a.erased_at is null and a.store = any(${stores}::text[])
        and (${customerMatches(text)}) order by a.id desc limit ${mostHits}`,
    ),
    find(
      'product:read',
      (stores) => sql<SearchHit>`select distinct on (p.id) 'product' as kind, p.sku::text as id, s.store,
        s.name as title, concat_ws(' · ', p.sku, p.gtin) as detail
      from product p join store_product s on s.product_id = p.id and s.store = any(${stores}::text[])
      where p.id in (select id from product where lower(sku) like ${beginningWith(lower)}
        union all select id from product where gtin = ${text}
        union all (select product_id from store_product where ${lower.length >= fewestLettersOfName}
          and lower(name) like ${containing(lower)} and store = any(${stores}::text[])
          group by product_id limit ${mostHits})
        limit ${mostHits})
      order by p.id, strpos(lower(s.name), ${lower}) = 0, s.store limit ${mostHits}`,
    ),
    find(
      'order:read',
      (stores) => sql<SearchHit>`select 'invoice' as kind, i.number::text as id, i.store,
        i.kind || ' ' || i.number as title, o.number as detail
      from invoice i join orders o on o.id = i.order_id
      where i.number = ${number} and i.store = any(${stores}::text[]) order by i.store limit ${mostHits}`,
    ),
    find(
      'order:read',
      (stores) => sql<SearchHit>`select 'former_order' as kind, f.id::text as id, f.store, f.number as title,
        coalesce(f.email, '') as detail
      from former_order f where f.store = any(${stores}::text[])
        and (upper(f.number) like ${beginningWith(numberOf(text))}
          or upper(f.number) like ${beginningWith(`#${numberOf(text)}`)})
      order by f.placed_at desc limit ${mostHits}`,
    ),
    find(
      'coupon:read',
      (stores) => sql<SearchHit>`select 'coupon' as kind, c.code as id, null::text as store, c.code as title,
        case when c.disabled_at is null then '' else 'disabled' end as detail
      from coupon c where c.code like ${beginningWith(upper)} and (c.stores = '{}' or c.stores && ${stores}::text[])
      order by c.code = ${upper} desc, c.code
      limit ${mostHits}`,
    ),
  ])
  const seen = new Set<string>()
  // The object whose whole number was typed comes first.
  const isMeant = ({ title }: SearchHit) => numberOf(title) === numberOf(text)
  const hits = found.flat().toSorted((one, other) => Number(isMeant(other)) - Number(isMeant(one)))
  return hits.filter(({ kind, id, store }) => {
    const key = `${kind} ${store} ${id}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** As numbers are compared: Shopify writes its orders as `#1043`. */
const numberOf = (text: string) => text.trim().toUpperCase().replace(/^#/, '')

/** The columns of an order `o`. */
const orderHit = sql`'order' as kind, o.number as id, o.store, o.number as title,
  concat_ws(' · ', o.status, o.email) as detail`
const newestFirst = sql`order by o.placed_at desc, o.id desc limit ${mostHits}`

/** Orders of a buyer or recipient, newest first: by the beginning of an e-mail address, otherwise by words. */
async function ordersOfBuyer(db: Kysely<DB>, stores: readonly string[], text: string): Promise<SearchHit[]> {
  if (stores.length === 0) return []
  const inStores = sql`o.store = any(${stores}::text[])`
  if (text.includes('@')) {
    const ofAddress = await sql<SearchHit>`select ${orderHit} from (
        select id from orders o where lower(o.email) like ${beginningWith(text.toLowerCase())} and ${inStores}
        limit ${mostCandidates}
      ) as found join orders o using (id) ${newestFirst}`.execute(db)
    return ofAddress.rows
  }
  const amongNewest = await sql<SearchHit>`select ${orderHit} from (
      select o.id from (
        select id, snapshot from orders o where ${inStores} order by placed_at desc, id desc limit ${newestOrders}
      ) as o where ${buyerMatches(text)}
    ) as found join orders o using (id) ${newestFirst}`.execute(db)
  if (amongNewest.rows.length === mostHits) return amongNewest.rows
  const amongAll = await sql<SearchHit>`select ${orderHit} from (
      select o.id from orders o where ${buyerMatches(text)} and ${inStores} limit ${mostCandidates}
    ) as found join orders o using (id) ${newestFirst}`.execute(db)
  return amongAll.rows
}
