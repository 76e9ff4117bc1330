/**
 * Takes over a customer of a former shop. An address without an account gets one without a password, which its owner
 * sets by the ordinary mail. An account that exists keeps everything it has: only what is empty is filled.
 * One of another store is not changed; it gets an address for goods and the consent of this store alone.
 */
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { ImportedConsent } from '../../modules/opt-ins.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { insertAccountChange } from './account-change-repository.server.ts'
import {
  fillFormerPassword,
  findAccount,
  findLogin,
  insertAccount,
  updateProfile,
} from './account-repository.server.ts'
import type { Account, Profile } from './account.ts'
import type { SavedAddress } from './address-book.ts'
import { addressesOf, insertAddress, lockAddressBook } from './address-repository.server.ts'
import { importConsent } from './import-consent.server.ts'

/** What a file says of a customer, validated by the rules of the store; a text is empty where it says nothing. */
export interface ImportedCustomer {
  /** Normalised. */
  email: string
  profile: Profile
  /** Where goods go, if not to the address of the profile. */
  delivery: SavedAddress | null
  /** Null: the file does not say. */
  acceptsNewsletter: boolean | null
  /** When the newsletter was accepted; null: unknown. */
  acceptedAt: Date | null
  /** The password as the former shop hashed it (`isFormerHash`); null: the file does not say. */
  formerPasswordHash: string | null
}

export interface CustomerImport {
  outcome: 'created' | 'changed' | 'unchanged'
  /** Of an account that was there: the fields that were empty before. */
  filled: (keyof Profile | 'delivery' | 'password')[]
  newsletter: ImportedConsent
}

/** Takes the customer over to the store. Nothing is mailed. */
export async function importCustomer(
  db: Kysely<DB>,
  actor: Actor,
  { store, customer, now }: { store: StoreCode; customer: ImportedCustomer; now: Date },
): Promise<CustomerImport> {
  return audited(db, actor, async (trx, record): Promise<CustomerImport> => {
    const { email, profile, formerPasswordHash } = customer
    const created = await insertAccount(trx, {
      ...profile,
      store,
      email,
      passwordHash: null,
      formerPasswordHash,
    })
    const account = created ?? (await lockedAccount(trx, email))
    const isFilled = !created && account.store === store
    const { names, change } = !isFilled
      ? { names: [], change: null }
      : await fillProfile(trx, account, customer, now)
    const delivery = await fillDelivery(trx, account, customer, { store, now })
    const { acceptsNewsletter: accepts, acceptedAt } = customer
    const newsletter =
      accepts === null
        ? 'unchanged'
        : await importConsent(trx, { store, email }, { accepts, acceptedAt, now })
    const password =
      isFilled &&
      formerPasswordHash !== null &&
      (await fillFormerPassword(trx, account.id, formerPasswordHash))
    const filled: CustomerImport['filled'] = [
      ...names,
      ...(delivery && !created ? (['delivery'] as const) : []),
      ...(password ? (['password'] as const) : []),
    ]
    const isConsentNew = newsletter === 'subscribed' || newsletter === 'unsubscribed'
    const outcome = created ? 'created' : filled.length > 0 || isConsentNew ? 'changed' : 'unchanged'
    if (outcome !== 'unchanged')
      record({
        action: 'account.import',
        object: ['account', account.id],
        store,
        after: {
          ...(filled.length > 0 && { changed: filled }),
          ...(change !== null && { change }),
          ...(isConsentNew && { newsletter: newsletter === 'subscribed' }),
        },
      })
    return { outcome, filled, newsletter }
  })
}

/** The account of an address that has one; its fields change one after the other. */
async function lockedAccount(trx: Transaction<DB>, email: string): Promise<Account> {
  const login = await findLogin(trx, email)
  if (login === null) throw new Error('the account was erased meanwhile')
  await lockAddressBook(trx, login.id)
  return (await findAccount(trx, login.id))!
}

/** Parts of an address say something together only. */
const ownAddress = ['street', 'postalCode', 'city'] as const

/** Fills what is empty in the profile; values before and after are kept beside the account (decision 125). */
async function fillProfile(
  trx: Transaction<DB>,
  account: Account,
  { profile }: ImportedCustomer,
  now: Date,
): Promise<{ names: (keyof Profile)[]; change: number | null }> {
  const mayFillAddress = ownAddress.every((name) => account[name] === '')
  const fillable = [
    ...(['firstName', 'lastName', 'companyName', 'phone'] as const).filter((name) => !account[name]),
    ...(mayFillAddress ? ownAddress : []),
  ]
  const names = fillable.filter((name) => Boolean(profile[name]))
  if (names.length === 0) return { names, change: null }
  const valuesOf = (from: Profile) => Object.fromEntries(names.map((name) => [name, from[name]]))
  const current: Profile = {
    firstName: account.firstName,
    lastName: account.lastName,
    companyName: account.companyName,
    phone: account.phone,
    street: account.street,
    postalCode: account.postalCode,
    city: account.city,
  }
  await updateProfile(trx, account.id, { ...current, ...valuesOf(profile) })
  const change = { before: valuesOf(account), after: valuesOf(profile) }
  return { names, change: await insertAccountChange(trx, account.id, change, now) }
}

/** Adds the address for goods to an address book of the store that has none; whether it did. */
async function fillDelivery(
  trx: Transaction<DB>,
  account: Account,
  { profile, delivery }: ImportedCustomer,
  { store, now }: { store: StoreCode; now: Date },
): Promise<boolean> {
  const address = delivery ?? (account.store === store ? null : completeAddress(profile))
  if (address === null) return false
  const owner = { accountId: account.id, store }
  if ((await addressesOf(trx, owner)).some(({ kind }) => kind === 'delivery')) return false
  await insertAddress(trx, owner, { ...address, kind: 'delivery', isDefault: true }, now)
  return true
}

/** The address of the profile, for the address book of a store that is not the account's own. */
function completeAddress(profile: Profile): SavedAddress | null {
  const { firstName, lastName, companyName, street, postalCode, city } = profile
  const required = [firstName, lastName, street, postalCode, city]
  return required.includes('') ? null : { firstName, lastName, companyName, street, postalCode, city }
}
