/**
 * Erases what is kept of a buyer without an account (GDPR, Art. 17), by the e-mail address of the orders. The orders
 * stay for as long as bookkeeping law asks, with the name and the address that are on their invoices.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CustomerNames } from '../saved-views/names-customer.ts'
import { removeViewsOfCustomer } from '../saved-views/saved-views.server.ts'
import { rememberErased } from '../accounts/erased-address.server.ts'
import { eraseAroundOrders, orderObstacle, type OrderObstacle } from './erase-around-orders.server.ts'
import { formerOrdersOfGuest, ordersOfGuest } from './guest-orders.server.ts'

export type EraseGuest =
  | { ok: true }
  /** `has_account`: the address belongs to a customer, who is erased as such. */
  | { ok: false; code: 'not_found' | 'has_account' | OrderObstacle }

export async function eraseGuest(
  db: Kysely<DB>,
  actor: Actor,
  { email, keys, now }: { email: string; keys: Keyring; now: Date },
): Promise<EraseGuest> {
  return audited(db, actor, async (trx, record): Promise<EraseGuest> => {
    const { rows: buyers } = await sql<CustomerNames & { id: number; number: string; store: StoreCode }>`
      select o.id, o.number, o.store, lower(o.email) as email, snapshot #>> '{customer,firstName}' as "firstName",
        snapshot #>> '{customer,lastName}' as "lastName", snapshot #>> '{customer,companyName}' as "companyName",
        snapshot #>> '{customer,phone}' as phone
      from orders o where ${ordersOfGuest(email)} order by o.id for update`.execute(trx)
    const { rows: former } = await sql<{ store: StoreCode }>`
      select f.store from former_order f where ${formerOrdersOfGuest(email)}`.execute(trx)
    const [first] = [...buyers, ...former]
    if (first === undefined) return { ok: false, code: 'not_found' }
    const { rows: accounts } = await sql`select from account where email = lower(${email})`.execute(trx)
    if (accounts.length > 0) return { ok: false, code: 'has_account' }
    const orderIds = buyers.map(({ id }) => id)
    const obstacle = await orderObstacle(trx, orderIds)
    if (obstacle !== null) return { ok: false, code: obstacle }
    await eraseAroundOrders(trx, { accountId: null, orderIds, email: email.toLowerCase(), now })
    await sql`update checkout set contact = null, address = null, remarks = null
      where account_id is null and order_id is null and lower(contact ->> 'email') = lower(${email})`.execute(
      trx,
    )
    await rememberErased(trx, keys, { email, store: first.store, now })
    for (const buyer of buyers) {
      await removeViewsOfCustomer(trx, record, buyer)
      record({ action: 'guest.erase', object: ['order', buyer.number] })
    }
    if (former.length > 0)
      record({ action: 'guest.erase', object: ['data', 'former-order'], after: { count: former.length } })
    return { ok: true }
  })
}
