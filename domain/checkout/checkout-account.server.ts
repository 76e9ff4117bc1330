/**
 * Assigns an open checkout to the customer who is logged in when it is read, so that it is priced with their
 * percentages and its order belongs to their account (ROLE-05). Known contact data is filled in once.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { SavedAddress } from '../accounts/address-book.ts'
import { addressesOf } from '../accounts/address-repository.server.ts'
import { findAccount } from '../accounts/account-repository.server.ts'
import type { Account } from '../accounts/account.ts'
import type { CompanyMember } from '../companies/company.ts'
import { findMember } from '../companies/company-repository.server.ts'
import { lastCustomerNumber } from '../orders/order-repository.server.ts'
import { needsPostNumber } from '../shipping/post-number.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import {
  type CheckoutDetails,
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

const deliveryFields = (address: SavedAddress) => ({
  deliveryFirstName: address.firstName,
  deliveryLastName: address.lastName,
  deliveryCompanyName: address.companyName ?? '',
  deliveryAddress: address.street,
  deliveryPostalCode: address.postalCode,
  deliveryCity: address.city,
})

/** The person's contact data with the company's invoice address and references. */
function companyDetails(
  { email, phone, firstName, lastName }: Account,
  { company }: CompanyMember,
): Partial<CheckoutDetails> {
  const { street, postalCode, city } = company
  const [onlyCentre] = company.costCentres.length === 1 ? company.costCentres : []
  return {
    customerType: 'business',
    contact: { email, phone, firstName, lastName, companyName: company.name },
    ...(street !== '' && { address: { address: street, postalCode, city } }),
    remarks: {
      ...(company.vatNumber !== null && { vatNumber: company.vatNumber }),
      ...(company.electronicAddress !== null && { electronicAddress: company.electronicAddress }),
      ...(onlyCentre !== undefined && { costCentre: onlyCentre }),
    },
  }
}

/**
 * Fills in the account's data: its default addresses in the store, otherwise its own, and the DHL Postnummer of its
 * last order to a Packstation; for a person who buys for a
 * company, the company's invoice address and references. An address for another country's form is omitted.
 */
export async function prefillCheckout(
  db: Kysely<DB>,
  store: StoreCode,
  id: string,
  accountId: number,
): Promise<void> {
  const account = await findAccount(db, accountId)
  if (account === null) return
  const defaults = (await addressesOf(db, { accountId, store })).filter(({ isDefault }) => isDefault)
  const invoice = defaults.find(({ kind }) => kind === 'invoice')
  const delivery = defaults.find(({ kind }) => kind === 'delivery')
  const { type, email, phone } = account
  // The account's own address is of the country where it was opened.
  const { firstName, lastName, companyName } = invoice ?? account
  const own = invoice ?? (account.store === store ? account : null)
  const postNumber = storePolicies[store].shippingMethods.some(needsPostNumber)
    ? await lastCustomerNumber(db, { accountId, store })
    : null
  await updateCheckoutDetails(db, store, id, {
    customerType: type,
    contact: { email, phone, firstName, lastName, ...(companyName !== null && { companyName }) },
    ...((own || delivery) && {
      address: {
        ...(own && { address: own.street, postalCode: own.postalCode, city: own.city }),
        ...(delivery && deliveryFields(delivery)),
      },
    }),
    ...(delivery && { separateDelivery: true }),
    ...(postNumber !== null && { remarks: { postNumber } }),
  })
  const member = await findMember(db, accountId, store)
  if (member !== null) await updateCheckoutDetails(db, store, id, companyDetails(account, member))
}
