/** A customer's address book: several delivery and invoice addresses, validated by the store's country. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import { stores, type Store } from '../stores/stores.ts'
import { mostAddresses, type AddressKind, type BookAddress, type SavedAddress } from './address-book.ts'
import {
  addressesOf,
  clearDefault,
  deleteAddress,
  insertAddress,
  lockAddressBook,
  updateAddress,
  type BookOwner,
} from './address-repository.server.ts'
import { textProblem, type ContactFieldCode } from './contact-fields.server.ts'

type AddressField = 'firstName' | 'lastName' | 'companyName' | 'address' | 'postalCode' | 'city'

/** The texts of the form; an absent one counts as empty. */
export type AddressForm = Partial<Record<AddressField, string | undefined>> & {
  kind: AddressKind
  isDefault: boolean
}

export type SaveAddress =
  | { ok: true; id: number }
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<AddressField, ContactFieldCode>> }
  | { ok: false; code: 'too_many' }
  | { ok: false; code: 'not_found' }

/** Adds an address, or changes the one with `id`. A new default takes the place of the former one. */
export async function saveAddress(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  owner: BookOwner,
  { id, form }: { id: number | null; form: AddressForm },
): Promise<SaveAddress> {
  return audited(db, actor, async (trx, record): Promise<SaveAddress> => {
    await lockAddressBook(trx, owner.accountId)
    const written = await writeAddress(trx, owner, { id, form, now: new Date(clock()) })
    if (!written.ok) return written
    const { kind, isDefault } = form
    record({
      action: id === null ? 'account.add_address' : 'account.edit_address',
      object: ['account', owner.accountId],
      store: owner.store,
      after: { kind, isDefault },
    })
    return { ok: true, id: written.id }
  })
}

/** As `saveAddress`, for a caller that has locked the address book and records the change. */
export async function writeAddress(
  trx: Kysely<DB>,
  owner: BookOwner,
  { id, form, now }: { id: number | null; form: AddressForm; now: Date },
): Promise<{ ok: true; id: number; address: Omit<BookAddress, 'id'> } | Extract<SaveAddress, { ok: false }>> {
  const read = readAddress(form, stores[owner.store])
  if (!read.ok) return read
  const known = await addressesOf(trx, owner)
  if (id !== null && !known.some((address) => address.id === id)) return { ok: false, code: 'not_found' }
  if (id === null && known.length >= mostAddresses) return { ok: false, code: 'too_many' }
  const { kind, isDefault } = form
  if (isDefault) await clearDefault(trx, owner, kind)
  const address = { ...read.address, kind, isDefault }
  const saved = id ?? (await insertAddress(trx, owner, address, now))
  if (id !== null) await updateAddress(trx, owner, id, address)
  return { ok: true, id: saved, address }
}

/** False where the account has no such address in the store. */
export async function removeAddress(
  db: Kysely<DB>,
  actor: Actor,
  owner: BookOwner,
  id: number,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    if (!(await deleteAddress(trx, owner, id))) return false
    record({ action: 'account.remove_address', object: ['account', owner.accountId], store: owner.store })
    return true
  })
}

function readAddress(
  form: AddressForm,
  store: Store,
): { ok: true; address: SavedAddress } | Extract<SaveAddress, { code: 'invalid_fields' }> {
  const fields: Partial<Record<AddressField, ContactFieldCode>> = {}
  const text = (field: AddressField): string => {
    const value = (form[field] ?? '').trim()
    const problem = textProblem(field, value)
    if (problem !== null) fields[field] = problem
    else if (value === '' && field !== 'companyName') fields[field] = 'required'
    return value
  }
  const typedCode = text('postalCode')
  const postalCode = normalizePostalCode(typedCode, store)
  if (postalCode === null) fields.postalCode ??= 'postal_code'
  const address = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    companyName: text('companyName') || null,
    street: text('address'),
    postalCode: postalCode ?? typedCode,
    city: text('city'),
  }
  return Object.keys(fields).length === 0
    ? { ok: true, address }
    : { ok: false, code: 'invalid_fields', fields }
}
