/**
 * Keys of payment providers and carriers that staff have set: stored encrypted, used by this process, and never given
 * back to a person (decision 93). No answer, log line or audit entry has a value.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { isStoreCode, type StoreCode } from '../stores/stores.ts'
import { accountProviders, isAccountProvider, type AccountProvider } from './account-provider.ts'
import { endOf, keyProblems, type KeyProblem, type KeyValues } from './provider-keys.server.ts'

/** What people see of a stored account. */
export interface StoredAccount {
  store: StoreCode
  provider: AccountProvider
  /** Each key that is set → its last four characters; null: it is short. */
  ends: Record<string, string | null>
  setAt: Date
  /** `name`: of staff; null of others. */
  setBy: Pick<Actor, 'kind' | 'id'> & { name: string | null; person: null }
  /** Its secret is listed. Otherwise the provider is not offered until the keys are set again. */
  isReadable: boolean
}

/** The account with its keys, for the adapters only. */
export interface OpenedAccount {
  store: StoreCode
  provider: AccountProvider
  values: KeyValues
}

interface Services {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

export interface AccountChange {
  store: StoreCode
  provider: AccountProvider
  /** When the keys were set that the person saw; null: there were none. Absent: whatever is stored. */
  expected?: Date | null | undefined
}

type ChangedMeanwhile = { ok: false; code: 'changed_meanwhile' }

export type SetKeysAnswer =
  | { ok: true; outcome: 'changed' | 'unchanged' }
  | { ok: false; code: 'invalid_keys'; fields: Record<string, KeyProblem> }
  | ChangedMeanwhile

/**
 * Sets keys of one account. Those that are not given stay; null removes one that is optional. Refused where the account
 * would be incomplete.
 */
export async function setProviderKeys(
  { db, keys, clock }: Services,
  actor: Actor,
  account: AccountChange & { values: Readonly<Record<string, string | null>> },
): Promise<SetKeysAnswer> {
  const { store, provider, values } = account
  return audited(db, actor, async (trx, record): Promise<SetKeysAnswer> => {
    // The first keys of an account have no row to lock.
    await lockAccount(trx, account)
    const row = await trx
      .selectFrom('provider_account')
      .select(['keys_encrypted', 'set_at'])
      .where('store', '=', store)
      .where('provider', '=', provider)
      .executeTakeFirst()
    if (!isExpected(account, row?.set_at)) return { ok: false, code: 'changed_meanwhile' }
    const before = (row && openKeys(keys, row.keys_encrypted)) ?? {}
    const after = filled({ ...before, ...values })
    const fields = keyProblems(provider, after)
    if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_keys', fields }
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    const changed = names.filter((name) => before[name] !== after[name])
    if (changed.length === 0) return { ok: true, outcome: 'unchanged' }
    const ends = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, endOf(value)]))
    const written = {
      keys_encrypted: keys.encrypt('provider-key', JSON.stringify(after)),
      ends: JSON.stringify(ends),
      set_at: new Date(clock()),
      set_by_kind: actor.kind,
      set_by_id: actor.id,
    }
    await trx
      .insertInto('provider_account')
      .values({ store, provider, ...written })
      .onConflict((conflict) => conflict.columns(['store', 'provider']).doUpdateSet(written))
      .execute()
    const removed = changed.filter((name) => after[name] === undefined)
    const given = changed.filter((name) => after[name] !== undefined)
    record({
      ...entryOf(account),
      action: given.length === 0 ? 'settings.remove_keys' : 'settings.set_keys',
      ...(removed.length > 0 && { before: { keys: removed } }),
      ...(given.length > 0 && { after: { keys: given } }),
    })
    return { ok: true, outcome: 'changed' }
  })
}

/** Removes an account with its keys. */
export async function removeProviderKeys(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  account: AccountChange,
): Promise<{ ok: true } | { ok: false; code: 'unknown_account' } | ChangedMeanwhile> {
  return audited(db, actor, async (trx, record) => {
    await lockAccount(trx, account)
    const row = await trx
      .selectFrom('provider_account')
      .select('set_at')
      .where('store', '=', account.store)
      .where('provider', '=', account.provider)
      .executeTakeFirst()
    if (!isExpected(account, row?.set_at)) return { ok: false, code: 'changed_meanwhile' } as const
    const removed = await trx
      .deleteFrom('provider_account')
      .where('store', '=', account.store)
      .where('provider', '=', account.provider)
      .returning('ends')
      .executeTakeFirst()
    if (!removed) return { ok: false, code: 'unknown_account' } as const
    record({
      ...entryOf(account),
      action: 'settings.remove_keys',
      before: { keys: Object.keys(removed.ends as object) },
    })
    return { ok: true } as const
  })
}

/** The stored accounts of one store, without their keys. */
export async function storedAccounts(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  store: StoreCode,
): Promise<StoredAccount[]> {
  const rows = await db.selectFrom('provider_account').selectAll().where('store', '=', store).execute()
  const people = rows.flatMap(({ set_by_kind: kind, set_by_id: id }) =>
    kind === 'staff' && id ? [Number(id)] : [],
  )
  const staff =
    people.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', people).execute()
  return accountProviders.flatMap((provider) => {
    const row = rows.find((each) => each.provider === provider)
    if (!row) return []
    return [
      {
        store,
        provider,
        ends: row.ends as StoredAccount['ends'],
        setAt: row.set_at,
        setBy: {
          kind: row.set_by_kind as Actor['kind'],
          id: row.set_by_id,
          name: staff.find(({ id }) => String(id) === row.set_by_id)?.name ?? null,
          // Keys set none.
          person: null,
        },
        isReadable: openKeys(keys, row.keys_encrypted) !== null,
      },
    ]
  })
}

/** All stored accounts with their keys; those whose secret is not listed any more are left out. */
export async function openProviderAccounts({
  db,
  keys,
}: Pick<Services, 'db' | 'keys'>): Promise<OpenedAccount[]> {
  const rows = await db
    .selectFrom('provider_account')
    .select(['store', 'provider', 'keys_encrypted'])
    .execute()
  return rows.flatMap(({ store, provider, keys_encrypted: encrypted }) => {
    const values = openKeys(keys, encrypted)
    return values && isStoreCode(store) && isAccountProvider(provider) ? [{ store, provider, values }] : []
  })
}

/** Encrypts the keys under previous secrets with the current one. Returns of how many accounts. Idempotent. */
export async function rewriteProviderKeys({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  const rows = await db
    .selectFrom('provider_account')
    .select(['store', 'provider', 'keys_encrypted'])
    .where('keys_encrypted', 'not like', `${keys.id.replaceAll('_', String.raw`\_`)}.%`)
    .execute()
  let rewritten = 0
  for (const { store, provider, keys_encrypted: encrypted } of rows) {
    const values = openKeys(keys, encrypted)
    if (values === null) continue
    // A row that was changed meanwhile has the current key already.
    const { numUpdatedRows } = await db
      .updateTable('provider_account')
      .set({ keys_encrypted: keys.encrypt('provider-key', JSON.stringify(values)) })
      .where('store', '=', store)
      .where('provider', '=', provider)
      .where('keys_encrypted', '=', encrypted)
      .executeTakeFirstOrThrow()
    rewritten += Number(numUpdatedRows)
  }
  return rewritten
}

const lockAccount = (trx: Kysely<DB>, { store, provider }: { store: StoreCode; provider: AccountProvider }) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`provider keys ${store} ${provider}`}, 0))`.execute(trx)

const isExpected = ({ expected }: AccountChange, setAt: Date | undefined) =>
  expected === undefined || expected?.getTime() === setAt?.getTime()

const entryOf = ({ store, provider }: { store: StoreCode; provider: AccountProvider }) => ({
  object: ['settings', `keys_${provider}`] as const,
  store,
})

function openKeys(keys: Keyring, encrypted: string): KeyValues | null {
  const text = keys.decrypt('provider-key', encrypted)
  return text === null ? null : (JSON.parse(text) as KeyValues)
}

function filled(values: Readonly<Record<string, string | null>>): KeyValues {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}
