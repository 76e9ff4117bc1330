/** The page of a customer in the back office, and what is done there; the list of customers is declared. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  askCompanyRequest,
  type bookAddress,
  changeAddressBody,
  changeCompanyBody,
  changeCreditBody,
  changeCustomerBody,
  changedCredit,
  customerCompanyParams,
  customerCreditParams,
  customerPage,
  customerParams,
  type customerProfile,
  newAddressBody,
  removeAddressBody,
} from '../../contract/admin/customers.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer, orderParams } from '../../contract/admin/orders.ts'
import type { Profile } from '../../domain/accounts/account.ts'
import type { BookAddress } from '../../domain/accounts/address-book.ts'
import type { AddressForm } from '../../domain/accounts/edit-address-book.server.ts'
import {
  removeCustomerAddress,
  saveCustomerAddress,
  type SaveCustomerAddress,
} from '../../domain/accounts/edit-customer-addresses.server.ts'
import { editCustomer } from '../../domain/accounts/edit-customer.server.ts'
import { audited, type RecordAudit } from '../../domain/audit/audited.server.ts'
import { readCustomerPage } from '../../domain/customers/customer-page.server.ts'
import { askCompany } from '../../domain/companies/ask-company.server.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { verifyCompany } from '../../domain/companies/verify-company.server.ts'
import { correctCompany, factsOf } from '../../domain/companies/correct-company.server.ts'
import { changeStoreCredit } from '../../domain/gift-cards/store-credit.server.ts'
import { subtractMinor, toMajor, toMinor, zeroMinor } from '../../domain/money/money.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { eraseGuest } from '../../domain/personal-data/erase-guest.server.ts'
import {
  exportCustomer,
  type DataSubject,
  type PersonalData,
} from '../../domain/personal-data/export-customer.server.ts'
import { storesOfAccount, storesOfGuest } from '../../domain/personal-data/guest-orders.server.ts'
import { stores } from '../../domain/stores/stores.ts'
import { AdminRefusal, invalidFields, requireOk } from './admin-refusal.ts'
import { viewAuditEntry } from './audit-view.ts'
import type { AdminServices } from './admin-services.ts'
import { readParts, withParts } from './staff-parts.ts'
import { viewOrderRow } from './order-page-view.ts'
import { requestedOrder } from './requested-order.ts'
import { requestedCustomer } from './requested-customer.ts'
import { requireStore } from './require-permission.ts'
import { permittedStore } from './requested-store.ts'

/** Kind of data → its rows. */
const personalData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

const refusedChange = { 403: adminError, 404: adminError, 409: adminError, 422: adminError }

type WireProfile = z.output<typeof customerProfile>

const viewProfile = ({ companyName, ...profile }: Profile): WireProfile => ({
  ...profile,
  company: companyName ?? '',
})

const readWireProfile = ({ company, ...profile }: WireProfile): Profile => ({
  ...profile,
  companyName: company || null,
})

type WireAddress = z.output<typeof bookAddress>

const viewAddress = ({ companyName, ...address }: BookAddress) => ({ ...address, company: companyName ?? '' })

const readAddress = ({ company, ...address }: WireAddress & { id: number }): BookAddress => ({
  ...address,
  companyName: company || null,
})

const readAddressForm = ({ company, street, ...form }: WireAddress): AddressForm => ({
  ...form,
  companyName: company,
  address: street,
})

export const adminCustomerRoutes: FastifyPluginAsyncZod<AdminServices> = async (
  app,
  { db, clock, jobs, keys, staffParts },
) => {
  /** An account whose data of all stores are concerned: the person needs the permission in every one of them. */
  async function wholeAccountOf(request: FastifyRequest) {
    const found = await requestedCustomer(db, request)
    for (const store of await storesOfAccount(db, found.id)) requireStore(request, store)
    return found
  }

  /**
   * The buyer of an order without an account. All that the shop has of the address is about it, so the person needs the
   * permission in every store in which it has ordered.
   */
  async function guestOf(request: FastifyRequest) {
    const { number, snapshot } = await requestedOrder(db, request)
    const { email } = snapshot.customer
    const stores = await storesOfGuest(db, email)
    if (stores.length === 0) throw new AdminRefusal(409, 'has_account')
    for (const store of stores) requireStore(request, store)
    return { number, store: snapshot.store, email }
  }

  /** The data of a person; the audit says who took them. */
  async function exportOf(
    request: FastifyRequest,
    subject: DataSubject,
    entry: Parameters<RecordAudit>[0],
  ): Promise<PersonalData> {
    const data = await exportCustomer(db, subject)
    await audited(db, request.actor, async (_trx, record) => record(entry))
    return data
  }

  app.get(
    '/admin/api/customers/:id',
    {
      config: { permission: 'customer:read' },
      schema: {
        summary: 'A customer with orders, returns, consents and the timeline',
        params: customerParams,
        response: { 200: withParts(customerPage, staffParts.customer), 403: adminError, 404: adminError },
      },
    },
    async (request) => {
      const { id } = await requestedCustomer(db, request)
      const page = await readCustomerPage(db, id, request.staff.grants)
      if (!page) throw new AdminRefusal(404, 'unknown_customer')
      const {
        postalCode,
        createdAt,
        orders,
        formerOrders,
        consents,
        profile,
        addresses,
        companies,
        storeCredit,
        timeline,
        ...facts
      } = page
      return {
        ...facts,
        postalCode,
        createdAt: createdAt.toISOString(),
        orders: orders.map(viewOrderRow),
        formerOrders: formerOrders.map((order) => ({
          id: order.id,
          number: order.number,
          placedAt: order.placedAt.toISOString(),
          total: toMajor(order.totalMinor),
          currency: order.currency,
          isConfirmed: order.isConfirmed,
        })),
        consents: consents.map(({ topic, isWanted, since }) => ({
          topic,
          isWanted,
          since: since && since.toISOString(),
        })),
        profile: viewProfile(profile),
        addresses: addresses.map((address) => ({ ...viewAddress(address), store: address.store })),
        companies: companies.map(({ role, approvalAboveMinor, company }) => ({
          id: company.id,
          store: company.store,
          role,
          approvalAbove: approvalAboveMinor && toMajor(approvalAboveMinor),
          currency: stores[company.store].currency,
          verified: company.isVerified,
          facts: factsOf(company),
        })),
        storeCredit: storeCredit.map(({ store, balanceMinor, movements }) => ({
          store,
          balance: toMajor(balanceMinor),
          currency: stores[store].currency,
          movements: movements.map(({ kind, amountMinor, orderNumber, recordedAt }) => ({
            kind,
            amount: toMajor(amountMinor),
            order: orderNumber,
            at: recordedAt.toISOString(),
          })),
        })),
        timeline: timeline.map(viewAuditEntry),
        ...(await readParts(staffParts.customer, db, id, request.staff.grants)),
      }
    },
  )

  app.put(
    '/admin/api/customers/:id',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Change the name, telephone number and address of a customer',
        params: customerParams,
        body: changeCustomerBody,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const { id } = await requestedCustomer(db, request)
      const { profile, expected } = request.body
      const { street: address, ...form } = readWireProfile(profile)
      const answer = await editCustomer({ db, clock }, request.actor, {
        accountId: id,
        form: { ...form, companyName: form.companyName ?? '', address },
        expected: readWireProfile(expected),
      })
      if (!answer.ok && answer.code === 'invalid_fields') throw invalidFields(answer.fields)
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: viewProfile(answer.current) })
      requireOk(answer)
      return { done: true as const }
    },
  )

  /** The address book of a customer in a store in which the person may change it. */
  async function bookOf(request: FastifyRequest, store: string) {
    const { id } = await requestedCustomer(db, request)
    return { accountId: id, store: permittedStore(request, store) }
  }

  /** The company that a customer acts for in a store. */
  async function companyOf(request: FastifyRequest, ofStore: string) {
    const { accountId, store } = await bookOf(request, ofStore)
    const member = await findMember(db, accountId, store)
    if (member === null) throw new AdminRefusal(404, 'unknown_company')
    return member.company
  }

  function requireSaved(
    answer: SaveCustomerAddress | Awaited<ReturnType<typeof removeCustomerAddress>>,
  ): asserts answer is Extract<typeof answer, { ok: true }> {
    if (answer.ok) return
    if (answer.code === 'invalid_fields') throw invalidFields(answer.fields)
    if (answer.code === 'changed_meanwhile')
      throw new AdminRefusal(409, answer.code, { current: answer.current && viewAddress(answer.current) })
    throw new AdminRefusal(409, answer.code === 'too_many' ? 'too_many_addresses' : answer.code)
  }

  app.post(
    '/admin/api/customers/:id/addresses',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Add an address to the address book of a customer',
        params: customerParams,
        body: newAddressBody,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const owner = await bookOf(request, request.body.store)
      const form = readAddressForm(request.body.address)
      requireSaved(await saveCustomerAddress({ db, clock }, request.actor, owner, { form, expected: null }))
      return { done: true as const }
    },
  )

  app.put(
    '/admin/api/customers/:id/addresses',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Change an address of a customer, or make it the default',
        params: customerParams,
        body: changeAddressBody,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const { store, address, expected } = request.body
      const owner = await bookOf(request, store)
      const change = { form: readAddressForm(address), expected: readAddress(expected) }
      requireSaved(await saveCustomerAddress({ db, clock }, request.actor, owner, change))
      return { done: true as const }
    },
  )

  app.delete(
    '/admin/api/customers/:id/addresses',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Remove an address of a customer',
        params: customerParams,
        body: removeAddressBody,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const { store, expected } = request.body
      const owner = await bookOf(request, store)
      requireSaved(await removeCustomerAddress({ db, clock }, request.actor, owner, readAddress(expected)))
      return { done: true as const }
    },
  )

  app.put(
    '/admin/api/customers/:id/companies/:store',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Change the facts of the company that a customer belongs to in a store',
        params: customerCompanyParams,
        body: changeCompanyBody,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const member = await bookOf(request, request.params.store)
      const answer = await correctCompany({ db, clock }, request.actor, member, {
        facts: request.body.facts,
        expected: request.body.expected,
      })
      if (!answer.ok && answer.code === 'invalid_fields') throw invalidFields(answer.fields)
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: answer.current })
      requireOk(answer)
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/customers/:id/companies/:store/verify',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Confirm that the people of a company that a customer opened act for it',
        params: customerCompanyParams,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const { id } = await companyOf(request, request.params.store)
      requireOk(await verifyCompany({ db, clock }, request.actor, id))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/customers/:id/companies/:store/ask',
    {
      config: { permission: 'customer:edit' },
      schema: {
        summary: 'Mail a company that a customer opened a link by which it confirms that they act for it',
        params: customerCompanyParams,
        body: askCompanyRequest,
        response: { 200: doneAnswer, ...refusedChange },
      },
    },
    async (request) => {
      const { id: companyId } = await companyOf(request, request.params.store)
      const { email } = request.body
      const answer = await askCompany({ db, clock, jobs }, request.actor, { companyId, email })
      if (!answer.ok && (answer.code === 'email' || answer.code === 'address_of_person'))
        throw invalidFields({ email: answer.code })
      requireOk(answer)
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/customers/:id/store-credit/:store',
    {
      config: { permission: 'order:refund', stepUp: true },
      schema: {
        summary: 'Give a customer store credit, or take some away; idempotent by key',
        params: customerCreditParams,
        body: changeCreditBody,
        response: { 200: changedCredit, ...refusedChange },
      },
    },
    async (request) => {
      const { id } = await requestedCustomer(db, request)
      const store = permittedStore(request, request.params.store)
      const { change, amount, reason, idempotencyKey } = request.body
      const amountMinor = toMinor(amount)
      const answer = await changeStoreCredit(db, request.actor, {
        accountId: id,
        store,
        amountMinor: change === 'give' ? amountMinor : subtractMinor(zeroMinor, amountMinor),
        reason,
        requestKey: idempotencyKey,
        keys,
      })
      if (!answer.ok && answer.code === 'credit_short')
        throw new AdminRefusal(409, answer.code, { balance: toMajor(answer.balanceMinor), store })
      if (!answer.ok && answer.code === 'credit_too_large')
        throw new AdminRefusal(422, answer.code, { largest: toMajor(answer.largestMinor), store })
      requireOk(answer)
      const { balanceMinor, repeated } = answer
      return { balance: toMajor(balanceMinor), currency: stores[store].currency, repeated }
    },
  )

  app.post(
    '/admin/api/customers/:id/export',
    {
      config: { permission: 'customer:export', stepUp: true },
      schema: {
        summary: 'All personal data of a customer (GDPR Art. 15 and 20)',
        params: customerParams,
        response: { 200: personalData, 403: adminError, 404: adminError },
      },
    },
    async (request, reply) => {
      const { id, store } = await wholeAccountOf(request)
      reply.header('content-disposition', `attachment; filename="customer-${id}.json"`)
      return exportOf(
        request,
        { accountId: id },
        { action: 'account.export', object: ['account', id], store },
      )
    },
  )

  app.post(
    '/admin/api/customers/:id/erase',
    {
      config: { permission: 'customer:erase', stepUp: true },
      schema: {
        summary: 'Erase a customer; what the law keeps stays (GDPR Art. 17)',
        params: customerParams,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { id } = await wholeAccountOf(request)
      requireOk(await eraseCustomer(db, request.actor, { accountId: id, keys, now: new Date(clock()) }))
      return { done: true as const }
    },
  )

  app.post(
    '/admin/api/orders/:number/buyer/export',
    {
      config: { permission: 'customer:export', stepUp: true },
      schema: {
        summary: 'All personal data of the buyer of an order without an account (GDPR Art. 15 and 20)',
        params: orderParams,
        response: { 200: personalData, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request, reply) => {
      const { number, store, email } = await guestOf(request)
      reply.header('content-disposition', `attachment; filename="buyer-${number}.json"`)
      return exportOf(
        request,
        { guestEmail: email },
        { action: 'guest.export', object: ['order', number], store },
      )
    },
  )

  app.post(
    '/admin/api/orders/:number/buyer/erase',
    {
      config: { permission: 'customer:erase', stepUp: true },
      schema: {
        summary: 'Erase what is kept of a buyer without an account beside the orders (GDPR Art. 17)',
        params: orderParams,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { email } = await guestOf(request)
      requireOk(await eraseGuest(db, request.actor, { email, keys, now: new Date(clock()) }))
      return { done: true as const }
    },
  )
}
