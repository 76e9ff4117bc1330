/** The categories for the operator's CLI, read from PostgreSQL. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

// A type alias, so that it is assignable to the index signature of a printed table.
export type ListedCategory = {
  code: string
  parent: string | null
  /** Null where the store does not have the category. */
  name: string | null
  path: string | null
  /** Products directly in it, of all stores. */
  products: number
}

/** All categories with their names and addresses in a store, ordered by address. */
export async function listCategories(db: Kysely<DB>, store: StoreCode): Promise<ListedCategory[]> {
  const { rows } = await sql<ListedCategory>`
    select c.code, p.code as parent, t.name, t.path,
      (select count(*) from product_category where category_id = c.id)::integer as products
    from category c
    left join category p on p.id = c.parent_id
    left join category_text t on t.category_id = c.id and t.store = ${store}
    order by t.path nulls last, c.code`.execute(db)
  return rows
}
