/** Orders of buyers without an account, whom only their e-mail address distinguishes, and the stores of buyers. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The condition for the orders `o` of a guest: those of the address that belong to no account. */
export const ordersOfGuest = (email: string): RawBuilder<unknown> =>
  sql`(o.account_id is null and lower(o.email) = lower(${email}))`

/** The same of orders `f` at former shops. */
export const formerOrdersOfGuest = (email: string): RawBuilder<unknown> =>
  sql`(f.account_id is null and f.email = lower(${email}))`

/** The stores in which a guest has ordered, also at a former shop; none: no order of the address is without an account. */
export async function storesOfGuest(db: Kysely<DB>, email: string): Promise<StoreCode[]> {
  const { rows } = await sql<{
    store: StoreCode
  }>`select o.store from orders o where ${ordersOfGuest(email)}
    union select f.store from former_order f where ${formerOrdersOfGuest(email)}`.execute(db)
  return rows.map(({ store }) => store)
}

/** The stores that have orders of an account, or what modules keep of it: it may buy in all of them. */
export async function storesOfAccount(db: Kysely<DB>, accountId: number): Promise<StoreCode[]> {
  const queries = [
    sql<{ store: StoreCode }>`
      select store from orders where account_id = ${accountId}
      union select store from former_order where account_id = ${accountId}`,
    ...personalDataOfModules.flatMap(({ stores }) => (stores ? [stores(accountId)] : [])),
  ]
  const found = new Set<StoreCode>()
  for (const query of queries) for (const { store } of (await query.execute(db)).rows) found.add(store)
  return [...found]
}
