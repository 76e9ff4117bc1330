/** Edits a customer's profile, validated by the rules of checkout (ACCOUNT-02, VALID-03..08, VALID-13). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import type { Store } from '../stores/stores.ts'
import type { Account, Profile } from './account.ts'
import { updateProfile } from './account-repository.server.ts'
import { isPhone, textProblem, type ContactFieldCode } from './contact-fields.server.ts'

/** The texts of the form; an absent one counts as empty. */
export type ProfileForm = Partial<Record<ProfileField, string | undefined>>
export type ProfileField =
  | 'firstName'
  | 'lastName'
  | 'companyName'
  | 'phone'
  | 'address'
  | 'postalCode'
  | 'city'

export type EditProfile =
  | { ok: true; profile: Profile }
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<ProfileField, ContactFieldCode>> }

/**
 * Saves the profile. Names are required; other empty fields are stored as absent. Error codes are the
 * store's.
 */
export async function editProfile(
  { db }: { db: Kysely<DB> },
  actor: Actor,
  input: { account: Account; store: Store; form: ProfileForm },
): Promise<EditProfile> {
  const { account, store, form } = input
  const { profile, fields } = readProfile(form, account.type, store)
  if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_fields', fields }
  await audited(db, actor, async (trx, record) => {
    await updateProfile(trx, account.id, profile)
    // Names of the fields only: their values are personal data.
    const changed = Object.keys(profile).filter(
      (name) => profile[name as keyof Profile] !== account[name as keyof Profile],
    )
    if (changed.length > 0)
      record({
        action: 'account.edit',
        object: ['account', account.id],
        store: store.code,
        after: { changed },
      })
  })
  return { ok: true, profile }
}

/** The profile that a form says, and what is wrong with it by field. */
export function readProfile(
  form: ProfileForm,
  type: Account['type'],
  store: Store,
): { profile: Profile; fields: Partial<Record<ProfileField, ContactFieldCode>> } {
  const fields: Partial<Record<ProfileField, ContactFieldCode>> = {}
  const text = (
    field: ProfileField,
    read?: (value: string) => string | null,
    code: ContactFieldCode = 'required',
  ) => {
    const value = (form[field] ?? '').trim()
    const problem = textProblem(field, value)
    if (problem !== null) fields[field] = problem
    else if (value === '' || !read) return value
    else {
      const cleaned = read(value)
      if (cleaned === null) fields[field] = code
      return cleaned ?? value
    }
    return value
  }
  const profile: Profile = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    companyName: text('companyName') || null,
    phone: text('phone', (value) => (isPhone(value, store) ? value : null), 'phone'),
    street: text('address'),
    postalCode: text('postalCode', (value) => normalizePostalCode(value, store), 'postal_code'),
    city: text('city'),
  }
  if (profile.firstName === '') fields.firstName ??= 'required'
  if (profile.lastName === '') fields.lastName ??= 'required'
  if (type === 'business' && profile.companyName === null) fields.companyName ??= 'required'
  return { profile, fields }
}
