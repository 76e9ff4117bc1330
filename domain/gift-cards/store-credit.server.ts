/**
 * Store credit: what an account may pay with in a store. It is a gift card that the account holds, so that it is spent,
 * returned and recorded as one (decision 174).
 */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { erasedDigests } from '../accounts/erased-address.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { addMinor, zeroMinor, type Minor } from '../money/money.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { randomCardCode } from './gift-card-code.server.ts'
import { giftCardEntries, insertGiftCard, type GiftCardEntry } from './gift-card-repository.server.ts'
import { largestImportedCard } from './largest-imported-card.ts'

export interface StoreCredit {
  /** By which checkouts name it. */
  reference: string
  store: StoreCode
  balanceMinor: Minor
}

/**
 * What an account may spend, in all stores or one. None while its address is not confirmed: somebody else may have
 * registered with it.
 */
export async function creditOfAccount(
  db: Kysely<DB>,
  accountId: number,
  store: StoreCode | null = null,
): Promise<StoreCredit[]> {
  const { rows } = await sql<StoreCredit>`
    select g.reference, g.store, g.balance_minor as "balanceMinor" from gift_card g
    join account a on a.id = g.account_id and a.email_verified_at is not null
    where g.account_id = ${accountId} and g.disabled_at is null and g.balance_minor > 0
      and (${store}::text is null or g.store = ${store}::text)
    order by g.id`.execute(db)
  return rows
}

/** Store credit as staff see it, also where nothing is left. */
export interface CreditAccount {
  store: StoreCode
  balanceMinor: Minor
  /** Newest first, at most 50. */
  movements: GiftCardEntry[]
}

const mostMovements = 50

/** The store credit that an account has or had in the stores, whether or not its address is confirmed. */
export async function creditAccounts(
  db: Kysely<DB>,
  accountId: number,
  inStores: readonly StoreCode[],
): Promise<CreditAccount[]> {
  const { rows } = await sql<{ id: number; store: StoreCode; balanceMinor: Minor }>`
    select id, store, balance_minor as "balanceMinor" from gift_card
    where account_id = ${accountId} and disabled_at is null and store = any(${[...inStores]}::text[]) order by id`.execute(
    db,
  )
  return Promise.all(
    rows.map(async ({ id, ...credit }) => {
      const entries = await giftCardEntries(db, id)
      return { ...credit, movements: entries.toReversed().slice(0, mostMovements) }
    }),
  )
}

/** What an account loses when it is erased: its balances in all stores. */
export async function creditLost(
  db: Kysely<DB>,
  accountId: number,
): Promise<{ store: StoreCode; balanceMinor: Minor }[]> {
  const { rows } = await sql<{ store: StoreCode; balanceMinor: Minor }>`
    select store, balance_minor as "balanceMinor" from gift_card
    where account_id = ${accountId} and disabled_at is null and balance_minor > 0 order by id`.execute(db)
  return rows
}

export type ChangedCredit =
  | { ok: true; balanceMinor: Minor; repeated: boolean }
  | { ok: false; code: 'unknown_customer' }
  /** There is less to take away. */
  | { ok: false; code: 'credit_short'; balanceMinor: Minor }
  /** One person may give no more (`largestImportedCard`). */
  | { ok: false; code: 'credit_too_large'; largestMinor: Minor }

export interface CreditChange {
  accountId: number
  store: StoreCode
  /** Above zero it is given, below it is taken away. */
  amountMinor: Minor
  /** Why, as the person states it. */
  reason: string
  /** The same key books once. */
  requestKey: string
  /** Of the code of a first card; null: the account has one. */
  keys: Keyring | null
}

/** Staff give an account credit in a store, or take some away. The audit has it with the account. */
export async function changeStoreCredit(
  db: Kysely<DB>,
  actor: Actor,
  { accountId, store, amountMinor, reason, requestKey, keys }: CreditChange,
): Promise<ChangedCredit> {
  return audited(db, actor, async (trx, record): Promise<ChangedCredit> => {
    const { rows: accounts } = await sql`
      select id from account where id = ${accountId} and erased_at is null for update`.execute(trx)
    if (accounts.length === 0) return { ok: false, code: 'unknown_customer' }
    const { rows } = await sql<{ id: number; balanceMinor: Minor; isBooked: boolean }>`
      select g.id, g.balance_minor as "balanceMinor", exists (
        select from gift_card_entry e where e.gift_card_id = g.id and e.request_key = ${requestKey}) as "isBooked"
      from gift_card g where g.account_id = ${accountId} and g.store = ${store} for update of g`.execute(trx)
    const card = rows[0] ?? null
    const before = card?.balanceMinor ?? zeroMinor
    if (card?.isBooked) return { ok: true, balanceMinor: before, repeated: true }
    const balanceMinor = addMinor(before, amountMinor)
    const largestMinor = largestImportedCard(store)
    if (amountMinor > 0 && balanceMinor > largestMinor)
      return { ok: false, code: 'credit_too_large', largestMinor }
    if (balanceMinor < 0) return { ok: false, code: 'credit_short', balanceMinor: before }
    if (card !== null) await addEntry(trx, card.id, amountMinor, requestKey)
    else if (keys !== null) await openCredit(trx, keys, { accountId, store, amountMinor, requestKey })
    else throw new Error('an account without a card has no credit to undo')
    record({
      action: 'account.change_credit',
      object: ['account', accountId],
      store,
      before: { balanceMinor: before },
      after: { balanceMinor, amountMinor },
      reason,
    })
    return { ok: true, balanceMinor, repeated: false }
  })
}

/** What is given counts as issued, so that a card never holds more than was issued. */
async function addEntry(
  trx: Transaction<DB>,
  cardId: number,
  amountMinor: Minor,
  requestKey: string,
): Promise<void> {
  const kind = amountMinor > 0 ? 'issued' : 'withdrawn'
  if (amountMinor > 0)
    await sql`update gift_card set issued_minor = issued_minor + ${amountMinor} where id = ${cardId}`.execute(
      trx,
    )
  await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor, request_key)
    values (${cardId}, ${kind}, ${amountMinor}, ${requestKey})`.execute(trx)
}

/** Gives an account its first credit in a store, as a card whose code is never shown. Returns the code. */
async function openCredit(
  trx: Transaction<DB>,
  keys: Keyring,
  given: { accountId: number; store: StoreCode; amountMinor: Minor; requestKey?: string },
): Promise<string> {
  const code = randomCardCode()
  const card = { ...given, code, currency: stores[given.store].currency }
  if (!(await insertGiftCard(trx, keys, card))) throw new Error('a random code that there is already')
  return code
}

/** `erased_here`: the address had credit here, and its account was deleted. */
export type GivenCredit = 'created' | 'unchanged' | 'unknown_account' | 'erased_here'

/**
 * Gives the account of an address credit in a store. One that has credit there already keeps it as it is: what was spent
 * since is not given again.
 */
export async function giveStoreCredit(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keyring,
  { email, store, amountMinor }: { email: string; store: StoreCode; amountMinor: Minor },
): Promise<GivenCredit> {
  return audited(trx, actor, async (inside, record): Promise<GivenCredit> => {
    const { rows } = await sql<{ id: number; hasCredit: boolean; hadCredit: boolean }>`
      select a.id, exists (select from gift_card g where g.account_id = a.id and g.store = ${store}) as "hasCredit",
        exists (select from gift_card g where g.holder_digest = any(${erasedDigests(keys, email)}::text[])
          and g.store = ${store}) as "hadCredit"
      from account a where a.email = ${email} and a.erased_at is null for update of a`.execute(inside)
    const [account] = rows
    if (!account) return 'unknown_account'
    if (account.hasCredit) return 'unchanged'
    if (account.hadCredit) return 'erased_here'
    const code = await openCredit(inside, keys, { accountId: account.id, store, amountMinor })
    record({
      action: 'gift_card.issue',
      object: ['gift_card', `…${code.slice(-4)}`],
      store,
      after: { amountMinor, accountId: account.id },
    })
    return 'created'
  })
}

/**
 * Ends the credit of an account that is erased: its cards are disabled and belong to nobody, and open checkouts that name
 * them do so no more. The ledger stays. Call it in the transaction that erases, before checkouts lose their account.
 */
export async function endStoreCredit(
  trx: Kysely<DB>,
  keys: Keyring,
  { accountId, email, now }: { accountId: number; email: string; now: Date },
): Promise<void> {
  const [digest = null] = erasedDigests(keys, email)
  await sql`update checkout c set gift_cards = '{}' where c.account_id = ${accountId} and c.order_id is null`.execute(
    trx,
  )
  await sql`update gift_card set account_id = null, holder_digest = ${digest}, disabled_at = coalesce(disabled_at, ${now})
    where account_id = ${accountId}`.execute(trx)
}
