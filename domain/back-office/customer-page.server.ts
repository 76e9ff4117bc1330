/** All that staff see of a customer who has an account, in one answer. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { listRows } from '../../db/table-query.server.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { withActorNames, type NamedAuditEntry } from './order-page.server.ts'
import { orderTable, type OrderTableRow } from './order-table.server.ts'

export interface CustomerPage {
  id: number
  /** C100001 */
  number: string
  store: StoreCode
  type: 'private' | 'business'
  name: string
  company: string | null
  email: string
  phone: string
  street: string
  postalCode: string
  city: string
  createdAt: Date
  /** Newest first, at most 10, of the stores whose orders the reader may see. */
  orders: OrderTableRow[]
  /** Newest first, at most 200 entries. */
  timeline: NamedAuditEntry[]
}

/** Null: there is no such account, or its customer was erased. `orderStores`: where the reader may see orders. */
export async function readCustomerPage(
  db: Kysely<DB>,
  id: number,
  orderStores: readonly StoreCode[],
): Promise<CustomerPage | null> {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const sort = { by: 'placed', isDescending: true }
  const view = { stores: orderStores, search: null, filters: { accountId: id }, sort }
  const [orders, entries] = await Promise.all([
    listRows(db, orderTable, view, { after: null, limit: 10 }),
    listAudit(db, { objectKind: 'account', objectId: String(id), limit: 200 }),
  ])
  return {
    id,
    number: account.number,
    store: account.store,
    type: account.type === 'business' ? 'business' : 'private',
    name: `${account.first_name} ${account.last_name}`.trim(),
    company: account.company_name,
    email: account.email,
    phone: account.phone,
    street: account.street,
    postalCode: account.postal_code,
    city: account.city,
    createdAt: account.created_at,
    orders: orders.ok ? orders.rows : [],
    timeline: await withActorNames(db, entries),
  }
}
