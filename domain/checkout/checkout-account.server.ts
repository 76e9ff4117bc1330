/**
 * Assigns an open checkout to the customer who is logged in when it is read, so that it is priced with their
 * percentages and its order belongs to their account (ROLE-05). Known contact data is filled in once.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findAccount } from '../accounts/account-repository.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import {
  findCheckout,
  releaseCheckout,
  updateCheckoutAccount,
  updateCheckoutDetails,
  type CheckoutRecord,
} from './checkout-repository.server.ts'

/**
 * Finds a checkout and assigns it to the account (null: a guest); one with an order keeps its owner. When the
 * owner changes, the former customer's data is removed: the next person on the same computer sees only the
 * cart.
 */
export async function findCheckoutFor(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  accountId: number | null,
): Promise<CheckoutRecord | null> {
  const checkout = await findCheckout(db, store, id)
  if (checkout === null || checkout.order !== null || checkout.accountId === accountId) return checkout
  const { accountId: before } = checkout
  if (before !== null) await releaseCheckout(db, store, id, before)
  if (accountId !== null) {
    // Filled in before the owner is set: a concurrent request of the same page would otherwise read a
    // checkout of the customer that is still empty.
    if (before !== null || !checkout.contact?.email) await prefillCheckout(db, store, id, accountId)
    await updateCheckoutAccount(db, store, id, accountId)
  }
  return findCheckout(db, store, id)
}

/** Fills in the account's data. An address for another country's form is omitted. */
export async function prefillCheckout(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  accountId: number,
): Promise<void> {
  const account = await findAccount(db, accountId)
  if (account === null) return
  const { type, email, phone, firstName, lastName, companyName, street, postalCode, city } = account
  await updateCheckoutDetails(db, store, id, {
    customerType: type,
    contact: { email, phone, firstName, lastName, ...(companyName !== null && { companyName }) },
    ...(account.store === store && { address: { address: street, postalCode, city } }),
  })
}
