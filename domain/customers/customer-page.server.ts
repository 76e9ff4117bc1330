/** All that staff see of a customer who has an account, in one answer. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { listRows } from '../../db/table-query.server.ts'
import { listAudit, type StoredAuditEntry } from '../audit/audit-repository.server.ts'
import type { Profile } from '../accounts/account.ts'
import {
  formerOrdersOfAccount,
  type ReadFormerOrder,
} from '../former-orders/former-order-repository.server.ts'
import { accountChanges } from '../accounts/account-change-repository.server.ts'
import type { BookAddress } from '../accounts/address-book.ts'
import { addressesOf } from '../accounts/address-repository.server.ts'
import type { CompanyMember } from '../companies/company.ts'
import { membershipsOf } from '../companies/company-repository.server.ts'
import { creditAccounts, type CreditAccount } from '../gift-cards/store-credit.server.ts'
import { mailConsents, type MailConsent } from '../notifications/mail-preferences.server.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'
import { withActorNames, type NamedAuditEntry } from '../audit/actor-names.server.ts'
import { orderTable, type OrderTableRow } from '../orders/order-table.server.ts'

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
  /** The same at a former shop, also those of the address while the customer has not confirmed it. */
  formerOrders: ReadFormerOrder[]
  /** Which mails the customer wants in the store of the account. */
  consents: MailConsent[]
  /** In the stores whose orders the reader may see, where gift cards are, or whose customers the reader may erase. */
  storeCredit: CreditAccount[]
  /** What staff may change. */
  profile: Profile
  /** The address book of each store whose customers the reader may see. */
  addresses: (BookAddress & { store: StoreCode })[]
  /** The companies of the customer, in the stores whose customers the reader may see. */
  companies: CompanyMember[]
  /**
   * Newest first, at most 200 entries; with the values of what staff changed of the customer and the customer's
   * companies.
   */
  timeline: NamedAuditEntry[]
}

const mostFormerOrders = 10

/** Null: there is no such account, or its customer was erased. `grants`: what the reader may see, and where. */
export async function readCustomerPage(
  db: Kysely<DB>,
  id: number,
  grants: Grants,
): Promise<CustomerPage | null> {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const sort = { by: 'placed', isDescending: true }
  const storesOf = (permission: Permission) => grants[permission] ?? []
  const view = { stores: storesOf('order:read'), search: null, filters: { accountId: id }, sort }
  const { store, email } = account
  const readable = storesOf('customer:read')
  const ofCredit = [...new Set([...storesOf('order:read'), ...storesOf('customer:erase')])]
  const [orders, formerOrders, entries, consents, addresses, companies, storeCredit] = await Promise.all([
    listRows(db, orderTable, view, { after: null, limit: 10 }),
    formerOrdersOfAccount(db, {
      accountId: id,
      stores: storesOf('order:read'),
      limit: mostFormerOrders,
      withUnconfirmed: true,
    }),
    listAudit(db, { objectKind: 'account', objectId: String(id), limit: mostEntries }),
    mailConsents(db, { store, email }),
    addressesIn(db, id, readable),
    membershipsOf(db, id, readable),
    creditAccounts(db, id, ofCredit),
  ])
  const timeline = await timelineOf(db, entries, companies)
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
    formerOrders,
    consents,
    profile: {
      firstName: account.first_name,
      lastName: account.last_name,
      companyName: account.company_name,
      phone: account.phone,
      street: account.street,
      postalCode: account.postal_code,
      city: account.city,
    },
    addresses,
    companies,
    storeCredit,
    timeline,
  }
}

const mostEntries = 200

/** The entries of the account and of its companies' facts, with the values that are kept beside accounts. */
async function timelineOf(
  db: Kysely<DB>,
  ofAccount: readonly StoredAuditEntry[],
  companies: readonly CompanyMember[],
): Promise<NamedAuditEntry[]> {
  const ofCompanies = await Promise.all(
    companies.map(({ company }) =>
      listAudit(db, {
        objectKind: 'company',
        objectId: String(company.id),
        action: 'company.edit',
        limit: mostEntries,
      }),
    ),
  )
  const entries = [...ofAccount, ...ofCompanies.flat()]
    .toSorted((one, other) => other.id - one.id)
    .slice(0, mostEntries)
  const changeOf = (entry: StoredAuditEntry) => Number(entry.after?.['change'])
  const changes = await accountChanges(db, entries.map(changeOf).filter(Number.isSafeInteger))
  return withActorNames(
    db,
    entries.map((entry) => ({ ...entry, ...changes.get(changeOf(entry)) })),
  )
}

/** The address book of a customer in each store. */
async function addressesIn(
  db: Kysely<DB>,
  accountId: number,
  stores: readonly StoreCode[],
): Promise<CustomerPage['addresses']> {
  const books = await Promise.all(
    stores.map(async (store) =>
      (await addressesOf(db, { accountId, store })).map((address) => ({ ...address, store })),
    ),
  )
  return books.flat()
}
