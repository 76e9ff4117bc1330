/**
 * Deletes a customer's account (GDPR, Art. 17). Orders stay, because bookkeeping law asks for them for the
 * years in `domain/stores` (Art. 17(3)(b)), but no longer belong to an account; identity numbers are erased.
 * The row of the account stays without anything personal, for rows of modules that belong to it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { removeViewsOfCustomer } from '../saved-views/saved-views.server.ts'
import { eraseFieldValues } from '../custom-fields/field-values.server.ts'
import type { CustomerNames } from '../saved-views/names-customer.ts'
import { endStoreCredit } from '../gift-cards/store-credit.server.ts'
import { rememberErased } from '../accounts/erased-address.server.ts'
import type { ErasureObstacleName } from '../../modules/modules.ts'
import { eraseAroundOrders, orderObstacle, type OrderObstacle } from './erase-around-orders.server.ts'
import { moduleObstacle } from './module-obstacles.server.ts'

/** What still needs the customer: orders in progress, unpaid invoices, what modules name. */
export type ErasureObstacle = OrderObstacle | ErasureObstacleName

export type EraseCustomer = { ok: true } | { ok: false; code: 'not_found' | ErasureObstacle }

export async function eraseCustomer(
  db: Kysely<DB>,
  actor: Actor,
  { accountId, keys, now }: { accountId: number; keys: Keyring; now: Date },
): Promise<EraseCustomer> {
  return audited(db, actor, async (trx, record): Promise<EraseCustomer> => {
    const account: (CustomerNames & { store: StoreCode }) | undefined = await trx
      .selectFrom('account')
      .select([
        'email',
        'store',
        'first_name as firstName',
        'last_name as lastName',
        'company_name as companyName',
        'phone',
      ])
      .where('id', '=', accountId)
      .where('erased_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (account === undefined) return { ok: false, code: 'not_found' }
    const orders = await trx.selectFrom('orders').select('id').where('account_id', '=', accountId).execute()
    const orderIds = orders.map(({ id }) => id)
    const obstacle = (await orderObstacle(trx, orderIds)) ?? (await moduleObstacle(trx, accountId))
    if (obstacle !== null) return { ok: false, code: obstacle }
    await endStoreCredit(trx, keys, { accountId, email: account.email, now })
    await eraseRows(trx, { accountId, orderIds, email: account.email, now })
    await rememberErased(trx, keys, { email: account.email, store: account.store, now })
    await removeViewsOfCustomer(trx, record, account)
    record({ action: 'account.erase', object: ['account', accountId] })
    return { ok: true }
  })
}

async function eraseRows(
  trx: Kysely<DB>,
  {
    accountId,
    orderIds,
    email,
    now,
  }: { accountId: number; orderIds: readonly number[]; email: string; now: Date },
): Promise<void> {
  await eraseAroundOrders(trx, { accountId, orderIds, email, now })
  await trx
    .updateTable('checkout')
    .set({ account_id: null, contact: null, address: null, remarks: null })
    .where('account_id', '=', accountId)
    .where('order_id', 'is', null)
    .execute()
  await trx.updateTable('checkout').set({ account_id: null }).where('account_id', '=', accountId).execute()
  for (const table of ['account_opening', 'company_invitation', 'company_verification'])
    await sql`delete from ${sql.table(table)} where email = ${email}`.execute(trx)
  const companies = await trx
    .selectFrom('company_member')
    .select('company_id')
    .where('account_id', '=', accountId)
    .execute()
  for (const table of [
    'account_address',
    'account_change',
    'account_cart',
    'account_discount',
    'account_token',
    'account_device',
    'account_email_change',
    'session_family',
    'passkey',
    'passkey_challenge',
    'company_member',
    'saved_cart',
  ])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(trx)
  await eraseFieldsOfCompanies(
    trx,
    companies.map(({ company_id: id }) => id),
  )
  await sql`update account set email = 'erased-' || id || '@erased.invalid', email_verified_at = null,
      password_hash = null, former_password_hash = null, first_name = '', last_name = '', company_name = null, phone = '', street = '',
      postal_code = '', city = '', erased_at = ${now}, updated_at = ${now}
    where id = ${accountId}`.execute(trx)
}

/** What staff have noted of a company that nobody belongs to any more: it may be of the person who had it. */
async function eraseFieldsOfCompanies(trx: Kysely<DB>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select c.id::int as id from company c where c.id = any(${[...ids]}::bigint[])
      and not exists (select from company_member m where m.company_id = c.id) order by c.id for update`.execute(
    trx,
  )
  await eraseFieldValues(
    trx,
    'company',
    rows.map(({ id }) => id),
  )
}
