/**
 * Staff correct the address book of a customer, by the rules of the customer's own page. The audit names the changed
 * fields, their values are kept beside the account (decision 125).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { insertAccountChange } from './account-change-repository.server.ts'
import type { AddressKind, BookAddress } from './address-book.ts'
import { addressesOf, deleteAddress, lockAddressBook, type BookOwner } from './address-repository.server.ts'
import { writeAddress, type AddressForm, type SaveAddress } from './edit-address-book.server.ts'

interface Services {
  db: Kysely<DB>
  clock: () => number
}

type AddressFacts = Omit<BookAddress, 'id'>

/** Somebody has changed the address since the person read it; null: it was removed. */
export interface AddressChangedMeanwhile {
  ok: false
  code: 'changed_meanwhile'
  current: BookAddress | null
}

export type SaveCustomerAddress =
  | Exclude<SaveAddress, { code: 'not_found' }>
  | AddressChangedMeanwhile
  | { ok: false; code: 'nothing_changed' }

/** Adds an address, or replaces `expected`, as the person saw it. */
export async function saveCustomerAddress(
  { db, clock }: Services,
  actor: Actor,
  owner: BookOwner,
  { form, expected }: { form: AddressForm; expected: BookAddress | null },
): Promise<SaveCustomerAddress> {
  const now = new Date(clock())
  return audited(db, actor, async (trx, record, rollBack): Promise<SaveCustomerAddress> => {
    await lockAddressBook(trx, owner.accountId)
    const former = expected === null ? null : await storedAddress(trx, owner, expected.id)
    if (expected !== null && !isSame(former, expected))
      return { ok: false, code: 'changed_meanwhile', current: former }
    const written = await writeAddress(trx, owner, { id: former?.id ?? null, form, now })
    if (!written.ok && written.code === 'not_found')
      return { ok: false, code: 'changed_meanwhile', current: null }
    if (!written.ok) return written
    const address = { ...written.address, id: written.id }
    const changed = changedFields(former, address)
    if (changed.length === 0) return rollBack({ ok: false, code: 'nothing_changed' })
    record({
      action: former === null ? 'account.add_address' : 'account.edit_address',
      object: ['account', owner.accountId],
      store: owner.store,
      after: {
        changed,
        change: await insertAccountChange(trx, owner.accountId, values(former, address), now),
      },
    })
    return { ok: true, id: written.id }
  })
}

/** Removes an address that is still as the person saw it. */
export async function removeCustomerAddress(
  { db, clock }: Services,
  actor: Actor,
  owner: BookOwner,
  expected: BookAddress,
): Promise<{ ok: true } | AddressChangedMeanwhile> {
  const now = new Date(clock())
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | AddressChangedMeanwhile> => {
    await lockAddressBook(trx, owner.accountId)
    const former = await storedAddress(trx, owner, expected.id)
    if (former === null || !isSame(former, expected))
      return { ok: false, code: 'changed_meanwhile', current: former }
    await deleteAddress(trx, owner, former.id)
    record({
      action: 'account.remove_address',
      object: ['account', owner.accountId],
      store: owner.store,
      after: { change: await insertAccountChange(trx, owner.accountId, values(former, null), now) },
    })
    return { ok: true }
  })
}

async function storedAddress(trx: Kysely<DB>, owner: BookOwner, id: number): Promise<BookAddress | null> {
  const known = await addressesOf(trx, owner)
  return known.find((address) => address.id === id) ?? null
}

const fields = [
  'kind',
  'firstName',
  'lastName',
  'companyName',
  'street',
  'postalCode',
  'city',
  'isDefault',
] as const satisfies readonly (keyof AddressFacts)[]

/** The fields that differ; of a new address those that are filled in. */
const changedFields = (before: AddressFacts | null, after: AddressFacts) =>
  fields.filter((field) => (before === null ? Boolean(after[field]) : before[field] !== after[field]))

const isSame = (one: BookAddress | null, other: BookAddress): boolean =>
  one !== null && one.id === other.id && changedFields(one, other).length === 0

/** A whole address, so that the history says which one of the book it was. */
function values(before: AddressFacts | null, after: AddressFacts | null) {
  const kept = (address: AddressFacts | null) =>
    address === null
      ? {}
      : { [nameOf(address.kind)]: Object.fromEntries(fields.map((field) => [field, address[field]])) }
  return { before: kept(before), after: kept(after) }
}

const nameOf = (kind: AddressKind) => `${kind}Address` as const
