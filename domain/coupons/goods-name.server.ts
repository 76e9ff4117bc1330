/**
 * The goods that a coupon applies to, in the language of a store: the names of its categories and products. A group or
 * discount category has no name that shoppers know; it is named by the narrowest category that holds all of its products.
 */
import { LRUCache } from 'lru-cache'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import type { WantedGoods } from './missing.server.ts'

/** "Lamps and Chargers"; null: more names than a sentence takes, or a part of the goods has none. */
export type NameGoods = (store: StoreCode, wanted: WantedGoods) => Promise<string | null>

const mostNames = 3
const rememberedNames = 500
/** A renamed category is named anew within this time; carts ask at every change. */
const rememberedMs = 60_000

export function createGoodsNames(db: Kysely<DB>): NameGoods {
  const known = new LRUCache<string, Promise<string | null>>({ max: rememberedNames, ttl: rememberedMs })
  return (store, wanted) => {
    const key = JSON.stringify([store, wanted])
    const remembered = known.get(key)
    if (remembered) return remembered
    const named = nameGoods(db, store, wanted)
    known.set(key, named)
    named.catch(() => known.delete(key))
    return named
  }
}

async function nameGoods(db: Kysely<DB>, store: StoreCode, wanted: WantedGoods): Promise<string | null> {
  const { products, categories, groups, discountCategories } = wanted
  const parts = [...products, ...categories, ...groups, ...discountCategories].length
  if (parts === 0 || parts > mostParts) return null
  const rows = await readNames(db, store, wanted)
  const names = [...new Set(rows.map(({ name }) => name))]
  // Goods without a name would be left out of the sentence, as if the coupon did not apply to them.
  if (rows.length < parts || names.length > mostNames) return null
  return new Intl.ListFormat(stores[store].iso, { type: 'conjunction' }).format(names)
}

/** Parts of a coupon's goods that are looked up; a coupon on more has too many names anyway. */
const mostParts = 12

/** A row for each part that has a name. */
async function readNames(
  db: Kysely<DB>,
  store: StoreCode,
  { products, categories, groups, discountCategories }: WantedGoods,
): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select name from store_product where store = ${store} and product_id = any(${products})
    union all
    select name from category_text where store = ${store} and category_id = any(${categories})
    union all
    select name from (
      with part as (
        select 'group ' || g as part, p.id
          from unnest(${groups}::integer[]) g join product p on p.group_id = g
        union all
        select 'category ' || d, p.id
          from unnest(${discountCategories}::text[]) d join product p on p.discount_category = d
      ), sold as (
        select part.part, part.id from part
          join store_product s on s.product_id = part.id and s.store = ${store}
      )
      select distinct on (sold.part) sold.part, above.name
        from sold
        join product_category pc on pc.product_id = sold.id
        join category_text t on t.category_id = pc.category_id and t.store = ${store}
        join category_text above on above.store = ${store}
          and (above.path = t.path or starts_with(t.path, above.path || '/'))
        group by sold.part, above.category_id, above.name, above.path
        having count(distinct sold.id) = (select count(*) from sold s where s.part = sold.part)
        order by sold.part, length(above.path) desc, above.path
    ) named`.execute(db)
  return rows
}
