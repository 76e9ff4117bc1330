/**
 * Staff correct what a customer's profile says. The audit, which is never erased, names the changed fields; their values
 * before and after are kept in `account_change` and erased with the account.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { stores } from '../stores/stores.ts'
import type { Profile } from './account.ts'
import { insertAccountChange } from './account-change-repository.server.ts'
import { findAccount, updateProfile } from './account-repository.server.ts'
import { lockAddressBook } from './address-repository.server.ts'
import type { ContactFieldCode } from './contact-fields.server.ts'
import { readProfile, type ProfileField, type ProfileForm } from './edit-profile.server.ts'

export type EditCustomer =
  | { ok: true; profile: Profile }
  | { ok: false; code: 'unknown_customer' | 'nothing_changed' }
  /** Only of fields that change: an account may lack what checkout asks for. */
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<ProfileField, ContactFieldCode>> }
  /** Somebody has changed one of these fields since the person read them. */
  | { ok: false; code: 'changed_meanwhile'; current: Profile }

/** `form`: the whole profile; `expected`: the profile that the person saw. */
export async function editCustomer(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  { accountId, form, expected }: { accountId: number; form: ProfileForm; expected: Profile },
): Promise<EditCustomer> {
  return audited(db, actor, async (trx, record): Promise<EditCustomer> => {
    await lockAddressBook(trx, accountId)
    const account = await findAccount(trx, accountId)
    if (account === null) return { ok: false, code: 'unknown_customer' }
    const { profile, fields: problems } = readProfile(form, account.type, stores[account.store])
    const names = Object.keys(profile) as (keyof Profile)[]
    const current = Object.fromEntries(names.map((name) => [name, account[name]])) as unknown as Profile
    const changed = names.filter((name) => profile[name] !== expected[name])
    if (changed.some((name) => expected[name] !== current[name]))
      return { ok: false, code: 'changed_meanwhile', current }
    const wrong = Object.entries(problems).filter(([field]) => changed.includes(profileNameOf(field)))
    if (wrong.length > 0) return { ok: false, code: 'invalid_fields', fields: Object.fromEntries(wrong) }
    if (changed.length === 0) return { ok: false, code: 'nothing_changed' }
    const valuesOf = (from: Profile) => Object.fromEntries(changed.map((name) => [name, from[name]]))
    // A field that the person left alone keeps what is stored now.
    const next: Profile = { ...current, ...valuesOf(profile) }
    await updateProfile(trx, accountId, next)
    const values = { before: valuesOf(current), after: valuesOf(next) }
    const id = await insertAccountChange(trx, accountId, values, new Date(clock()))
    record({
      action: 'account.edit',
      object: ['account', accountId],
      store: account.store,
      after: { changed, change: id },
    })
    return { ok: true, profile: next }
  })
}

/** Forms call the street `address`. */
const profileNameOf = (field: string) => (field === 'address' ? 'street' : field) as keyof Profile
