/** The only SQL for accounts, their discount percentages and their one-time tokens. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { CustomerDiscounts } from '../coupons/coupon-line.ts'
import { joinFormerOrders } from '../former-orders/former-order-repository.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Account, Profile } from './account.ts'
import { newToken, tokenHash } from './token.server.ts'

export interface NewAccount extends Partial<Profile> {
  store: StoreCode
  /** Normalised e-mail address. */
  email: string
  passwordHash: string | null
  /** As a former shop hashed it (`isFormerHash`). */
  formerPasswordHash?: string | null
  type?: Account['type']
  /** Discount category → basis points. */
  discounts?: Readonly<Record<string, number>>
}

const columns = sql`id, number, store, email, type, first_name as "firstName", last_name as "lastName",
  company_name as "companyName", phone, street, postal_code as "postalCode", city`

/** Creates an account with its percentages; null where the address already has one. */
export async function createAccount(
  db: Kysely<DB>,
  actor: Actor,
  account: NewAccount,
): Promise<Account | null> {
  return audited(db, actor, async (trx, record) => {
    const created = await insertAccount(trx, account)
    if (created) {
      const { discounts = {}, type = 'private', store } = account
      record({ action: 'account.create', object: ['account', created.id], store, after: { type, discounts } })
    }
    return created
  })
}

/** As `createAccount`, for a caller that records the change. */
export async function insertAccount(db: Kysely<DB>, account: NewAccount): Promise<Account | null> {
  const { store, email, passwordHash, formerPasswordHash = null, type = 'private', discounts = {} } = account
  const text = (value: string | null | undefined): string => value ?? ''
  const { rows } = await sql<Account>`
    with written as (
      insert into account (store, email, password_hash, former_password_hash, type, first_name, last_name, company_name, phone, street,
        postal_code, city)
      values (${store}, ${email}, ${passwordHash}, ${formerPasswordHash}, ${type}, ${text(account.firstName)}, ${text(account.lastName)},
        ${account.companyName ?? null}, ${text(account.phone)}, ${text(account.street)}, ${text(account.postalCode)},
        ${text(account.city)})
      on conflict (email) do nothing returning *
    ), given as (
      insert into account_discount (account_id, discount_category, percentage_basis_points)
      select written.id, entry.key, entry.value::integer
      from written, jsonb_each_text(${JSON.stringify(discounts)}::jsonb) as entry (key, value)
    )
    select ${columns} from written`.execute(db)
  return rows[0] ?? null
}

export async function findAccount(db: Kysely<DB>, id: number): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${columns} from account where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Whether the owner of the account's address has proved that it is theirs. */
export async function isEmailVerified(db: Kysely<DB>, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface Login {
  id: number
  store: StoreCode
  passwordHash: string | null
  /** Counts only while there is no password of this shop. */
  formerPasswordHash: string | null
}

/** The account of an address (normalised) with its password hashes. */
export async function findLogin(db: Kysely<DB>, email: string): Promise<Login | null> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'store', 'password_hash as passwordHash', 'former_password_hash as formerPasswordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** The same of an address as a person has typed it. */
export async function findTypedLogin(db: Kysely<DB>, typed: string): Promise<Login | null> {
  const email = normalizeEmail(typed)
  return email === null ? null : findLogin(db, email)
}

/** The profile fields that a customer may change. */
export async function updateProfile(db: Kysely<DB>, id: number, profile: Profile): Promise<void> {
  await sql`update account set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      company_name = ${profile.companyName}, phone = ${profile.phone}, street = ${profile.street},
      postal_code = ${profile.postalCode}, city = ${profile.city}, updated_at = now()
    where id = ${id}`.execute(db)
}

export async function updatePassword(db: Kysely<DB>, id: number, passwordHash: string): Promise<void> {
  await sql`update account set password_hash = ${passwordHash}, former_password_hash = null, updated_at = now()
    where id = ${id}`.execute(db)
}

/**
 * A password hash of a former shop that has not been replaced yet: of those, `place` (0 to 1) chooses one, the same for the
 * same place as long as it is there. Null: there is none.
 */
export async function someFormerHash(db: Kysely<DB>, place: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    with range as (
      select min(id) as least, max(id) as most from account where former_password_hash is not null
    )
    select former_password_hash as hash from account, range
    where former_password_hash is not null and id >= least + floor((most - least) * ${place}::float8)
    order by id limit 1`.execute(db)
  return rows[0]?.hash ?? null
}

/**
 * Replaces the password of a former shop by one of this shop; whether it did. Not where a password was set meanwhile, nor in
 * an account that was erased.
 */
export async function replaceFormerPassword(
  db: Kysely<DB>,
  id: number,
  { formerHash, passwordHash }: { formerHash: string; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ password_hash: passwordHash, former_password_hash: null, updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .where('former_password_hash', '=', formerHash)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Gives an account the password of a former shop, unless its owner has proved the address or has set a password; whether
 * it did.
 */
export async function fillFormerPassword(db: Kysely<DB>, id: number, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ former_password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .where('former_password_hash', 'is', null)
    .where('email_verified_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** An account's address and password hash; null where the account does not exist. */
export async function findPasswordOf(
  db: Kysely<DB>,
  id: number,
): Promise<{ email: string; passwordHash: string | null } | null> {
  const row = await db
    .selectFrom('account')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Records that the owner of the account's address has proved it. At the first time everything goes that somebody else may
 * have left in an account that was imported: a passkey, and the password of the former shop.
 */
export async function verifyEmail(db: Kysely<DB>, id: number, now: number): Promise<void> {
  await sql`
    with verified as (
      update account set email_verified_at = ${new Date(now)}, former_password_hash = null
      where id = ${id} and email_verified_at is null returning id
    )
    delete from passkey using verified where passkey.account_id = verified.id`.execute(db)
}

/** Sets the login address; false where another account has it. */
export async function updateEmail(db: Kysely<DB>, id: number, email: string): Promise<boolean> {
  const { rows } = await sql`update account set email = ${email}, updated_at = now()
    where id = ${id} and not exists (select 1 from account other where other.email = ${email} and other.id <> ${id})
    returning id`.execute(db)
  return rows.length === 1
}

/**
 * Gives the account the guest orders that were placed with its address, and those at former shops, if the address is
 * verified. Returns how many joined.
 */
export async function joinGuestOrders(db: Kysely<DB>, actor: Actor, id: number): Promise<number> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ number: string }>`update orders o set account_id = a.id from account a
      where a.id = ${id} and a.email_verified_at is not null and lower(o.email) = a.email and o.account_id is null
      returning o.number`.execute(trx)
    const formerOrders = await joinFormerOrders(trx, id)
    const joined = rows.length + formerOrders.length
    if (joined > 0)
      record({
        action: 'account.join_orders',
        object: ['account', id],
        after: {
          ...(rows.length > 0 && { orders: rows.map(({ number }) => number) }),
          ...(formerOrders.length > 0 && { formerOrders }),
        },
      })
    return joined
  })
}

/** The customer's percentages per discount category (ENTITY-40). */
export async function customerDiscounts(db: Kysely<DB>, accountId: number): Promise<CustomerDiscounts> {
  const { rows } = await sql<{ category: string; points: number }>`/* plan: customer-discounts */
    select discount_category as category, percentage_basis_points as points from account_discount
    where account_id = ${accountId}`.execute(db)
  return Object.fromEntries(rows.map(({ category, points }) => [category, points / 100]))
}

export interface AccountListEntry {
  number: string
  store: StoreCode
  email: string
  orders: number
  discounts: string
  created_at: Date
}

/** All accounts, newest first. */
export async function listAccounts(db: Kysely<DB>): Promise<AccountListEntry[]> {
  const { rows } = await sql<AccountListEntry>`
    select a.number, a.store, a.email, a.created_at,
      (select count(*)::integer from orders o where o.account_id = a.id) as orders,
      coalesce((select string_agg(d.discount_category || ' ' || (d.percentage_basis_points / 100.0)::float || ' %', ', '
        order by d.discount_category) from account_discount d where d.account_id = a.id), '') as discounts
    from account a order by a.id desc`.execute(db)
  return rows
}

export type TokenPurpose = 'login' | 'password'

/** Creates a one-time token for the account. */
export async function issueAccountToken(
  db: Kysely<DB>,
  issue: { accountId: number; purpose: TokenPurpose; now: number; lifeMs: number },
): Promise<{ id: number; token: string }> {
  const token = newToken()
  const { accountId, purpose, now, lifeMs } = issue
  const { id } = await db
    .insertInto('account_token')
    .values({
      account_id: accountId,
      purpose,
      token_hash: tokenHash(token),
      expires_at: new Date(now + lifeMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Issues a login token on behalf of staff. */
export async function issueLoginToken(
  db: Kysely<DB>,
  actor: Actor,
  issue: { accountId: number; now: number; lifeMs: number },
): Promise<{ id: number; token: string }> {
  return audited(db, actor, async (trx, record) => {
    const issued = await issueAccountToken(trx, { ...issue, purpose: 'login' })
    record({ action: 'account.issue_login', object: ['account', issue.accountId] })
    return issued
  })
}

/** Spends a token and returns its account; null where the token is unknown, spent or expired. */
export async function spendAccountToken(
  db: Kysely<DB>,
  purpose: TokenPurpose,
  token: string,
  now: number,
): Promise<number | null> {
  const row = await db
    .updateTable('account_token')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Revokes everything that could still open an account after its password has changed. */
export async function deleteAccountTokens(db: Kysely<DB>, accountId: number): Promise<void> {
  await db.deleteFrom('account_token').where('account_id', '=', accountId).execute()
}
