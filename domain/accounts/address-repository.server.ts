/** The only SQL for the addresses that customers keep. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { AddressKind, BookAddress } from './address-book.ts'

export interface BookOwner {
  accountId: number
  store: StoreCode
}

type NewAddress = Omit<BookAddress, 'id'>

/** The addresses of an account in a store: defaults first, then the newest. */
export async function addressesOf(db: Kysely<DB>, { accountId, store }: BookOwner): Promise<BookAddress[]> {
  return db
    .selectFrom('account_address')
    .select([
      'id',
      'kind',
      'first_name as firstName',
      'last_name as lastName',
      'company_name as companyName',
      'street',
      'postal_code as postalCode',
      'city',
      'is_default as isDefault',
    ])
    .where('account_id', '=', accountId)
    .where('store', '=', store)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ kind: AddressKind }>()
    .execute()
}

/** Locks the account's row until the transaction ends: its addresses change one after the other. */
export async function lockAddressBook(trx: Kysely<DB>, accountId: number): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for update`.execute(trx)
}

/** Takes the default from every address of the kind. */
export async function clearDefault(
  trx: Kysely<DB>,
  { accountId, store }: BookOwner,
  kind: AddressKind,
): Promise<void> {
  await trx
    .updateTable('account_address')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('store', '=', store)
    .where('kind', '=', kind)
    .execute()
}

const columnsOf = (address: NewAddress) => ({
  kind: address.kind,
  first_name: address.firstName,
  last_name: address.lastName,
  company_name: address.companyName,
  street: address.street,
  postal_code: address.postalCode,
  city: address.city,
  is_default: address.isDefault,
})

export async function insertAddress(
  trx: Kysely<DB>,
  { accountId, store }: BookOwner,
  address: NewAddress,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('account_address')
    .values({ account_id: accountId, store, created_at: now, ...columnsOf(address) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where the account has no such address in the store. */
export async function updateAddress(
  trx: Kysely<DB>,
  { accountId, store }: BookOwner,
  id: number,
  address: NewAddress,
): Promise<boolean> {
  const row = await trx
    .updateTable('account_address')
    .set(columnsOf(address))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('store', '=', store)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where the account has no such address in the store. */
export async function deleteAddress(
  trx: Kysely<DB>,
  { accountId, store }: BookOwner,
  id: number,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('account_address')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('store', '=', store)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
