/**
 * Whose an open checkout is: of the customer who is logged in when it is looked at, so that it is priced with their
 * percentages and its order lies in their account (ROLE-05). What is known of them is filled in once.
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
 * Finds a checkout and gives it to the account (null: a guest); one that has an order stays whose it was. What one
 * customer's checkout held of them goes to nobody else: who comes next on the same computer finds the goods alone.
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
    // Filled in first: another request of the same page takes a checkout that is the customer's for a complete one.
    if (before !== null || !checkout.contact?.email) await prefillCheckout(db, store, id, accountId)
    await updateCheckoutAccount(db, store, id, accountId)
  }
  return findCheckout(db, store, id)
}

/** Fills in what the account knows. An address of another country's form is left out. */
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
