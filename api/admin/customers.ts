/** Customers in the back office. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  askCompanyRequest,
  type bookAddress,
  changeAddressBody,
  changeCompanyBody,
  changeCustomerBody,
  type companyFacts,
  customerCompanyParams,
  customerPage,
  customerParams,
  type customerProfile,
  customerRow,
  customersQuery,
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
import type { ProfileField } from '../../domain/accounts/edit-profile.server.ts'
import { audited, type RecordAudit } from '../../domain/audit/audited.server.ts'
import { readCustomerPage } from '../../domain/customers/customer-page.server.ts'
import { customerTable } from '../../domain/customers/customer-table.server.ts'
import { askCompany } from '../../domain/companies/ask-company.server.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { verifyCompany } from '../../domain/companies/verify-company.server.ts'
import {
  companyFactNames,
  correctCompany,
  factsOf,
  type CompanyFacts,
} from '../../domain/companies/correct-company.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { eraseGuest } from '../../domain/personal-data/erase-guest.server.ts'
import {
  exportCustomer,
  type DataSubject,
  type PersonalData,
} from '../../domain/personal-data/export-customer.server.ts'
import { storesOfAccount, storesOfGuest } from '../../domain/personal-data/guest-orders.server.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import { viewAuditEntry } from './audit-view.ts'
import type { AdminServices } from './admin-services.ts'
import { viewOrderRow } from './order-page-view.ts'
import { requestedOrder } from './requested-order.ts'
import { requireStore } from './require-permission.ts'
import { permittedStore } from './requested-store.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

/** Kind of data → its rows. */
const personalData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

const refusedChange = { 403: adminError, 404: adminError, 409: adminError, 422: adminError }

type WireProfile = z.output<typeof customerProfile>

const viewProfile = (profile: Profile): WireProfile => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
  company: profile.companyName ?? '',
  phone: profile.phone,
  street: profile.street,
  postal_code: profile.postalCode,
  city: profile.city,
})

const readWireProfile = (profile: WireProfile): Profile => ({
  firstName: profile.first_name,
  lastName: profile.last_name,
  companyName: profile.company || null,
  phone: profile.phone,
  street: profile.street,
  postalCode: profile.postal_code,
  city: profile.city,
})

/** The fields of the contract by those of the form that the use case judges. */
const wireNames: Record<ProfileField, keyof WireProfile> = {
  firstName: 'first_name',
  lastName: 'last_name',
  companyName: 'company',
  phone: 'phone',
  address: 'street',
  postalCode: 'postal_code',
  city: 'city',
}

type WireAddress = z.output<typeof bookAddress>

const viewAddress = ({ id, kind, isDefault, ...address }: BookAddress) => ({
  id,
  kind,
  is_default: isDefault,
  first_name: address.firstName,
  last_name: address.lastName,
  company: address.companyName ?? '',
  street: address.street,
  postal_code: address.postalCode,
  city: address.city,
})

const readAddress = ({ id, ...address }: WireAddress & { id: number }): BookAddress => ({
  id,
  kind: address.kind,
  isDefault: address.is_default,
  firstName: address.first_name,
  lastName: address.last_name,
  companyName: address.company || null,
  street: address.street,
  postalCode: address.postal_code,
  city: address.city,
})

function readAddressForm(address: WireAddress): AddressForm {
  const { id: _, companyName, street, ...form } = readAddress({ ...address, id: 0 })
  return { ...form, companyName: companyName ?? '', address: street }
}

type WireCompany = z.output<typeof companyFacts>

/** The fields of the contract by those of the domain. */
const companyNames: Record<keyof CompanyFacts, keyof WireCompany> = {
  name: 'name',
  organisationNumber: 'organisation_number',
  vatNumber: 'vat_number',
  street: 'street',
  postalCode: 'postal_code',
  city: 'city',
  invoiceEmail: 'invoice_email',
  electronicAddress: 'electronic_address',
}

const viewCompany = (facts: CompanyFacts): WireCompany =>
  Object.fromEntries(
    companyFactNames.map((name) => [companyNames[name], facts[name]]),
  ) as unknown as WireCompany

const readCompanyFacts = (facts: WireCompany): CompanyFacts =>
  Object.fromEntries(companyFactNames.map((name) => [name, facts[companyNames[name]]])) as CompanyFacts

/** Throws the refusal of a form with the fields by their names in the contract. */
function refuseFields(fields: object, names: Readonly<Record<string, string>>): never {
  throw new AdminRefusal(422, 'invalid_fields', {
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, problem]) => [names[field] ?? field, problem]),
    ),
  })
}

/** What a query string of this table means. */
export const customerTerms = tableTerms({
  permission: 'customer:read',
  query: customersQuery,
  definition: customerTable,
  filtersOf: (query) => ({
    store: query['filter.store'],
    type: query['filter.type'],
    created: query['filter.created'],
  }),
})

export const adminCustomerRoutes: FastifyPluginAsyncZod<AdminServices> = async (
  app,
  { db, clock, jobs, keys },
) => {
  tableRoutes(app, db, {
    ...customerTerms,
    url: '/admin/api/customers',
    summary: 'Customers who have an account',
    isPersonal: true,
    row: customerRow,
    answerOf: ({ createdAt, lastOrderAt, ...row }) => ({
      ...row,
      created_at: createdAt.toISOString(),
      last_order_at: lastOrderAt && lastOrderAt.toISOString(),
    }),
  })

  async function accountOf(request: FastifyRequest): Promise<{ id: number; store: StoreCode }> {
    const { id } = request.params as z.output<typeof customerParams>
    const found = await db
      .selectFrom('account')
      .select(['id', 'store'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new AdminRefusal(404, 'unknown_customer')
    requireStore(request, found.store)
    return found
  }

  /** An account whose data of all stores are concerned: the person needs the permission in every one of them. */
  async function wholeAccountOf(request: FastifyRequest) {
    const found = await accountOf(request)
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
        summary: 'A customer with orders, returns, consents, lists, price agreements and the timeline',
        params: customerParams,
        response: { 200: customerPage, 403: adminError, 404: adminError },
      },
    },
    async (request) => {
      const { id } = await accountOf(request)
      const page = await readCustomerPage({ db, clock }, id, request.staff.grants)
      if (!page) throw new AdminRefusal(404, 'unknown_customer')
      const {
        postalCode,
        createdAt,
        orders,
        formerOrders,
        returns,
        consents,
        lists,
        agreements,
        profile,
        addresses,
        companies,
        timeline,
        ...facts
      } = page
      return {
        ...facts,
        postal_code: postalCode,
        created_at: createdAt.toISOString(),
        orders: orders.map(viewOrderRow),
        former_orders: formerOrders.map((order) => ({
          id: order.id,
          number: order.number,
          placed_at: order.placedAt.toISOString(),
          total: toMajor(order.totalMinor),
          currency: order.currency,
          is_confirmed: order.isConfirmed,
        })),
        returns: returns.map(({ id: number, store, status, registeredAt, items }) => ({
          id: number,
          store,
          status,
          registered_at: registeredAt.toISOString(),
          units: items.reduce((sum, { quantity }) => sum + quantity, 0),
        })),
        consents: consents.map(({ topic, isWanted, since }) => ({
          topic,
          is_wanted: isWanted,
          since: since && since.toISOString(),
        })),
        lists: lists.map(({ id: listId, store, name, shareToken, lines }) => ({
          id: listId,
          store,
          name,
          is_shared: shareToken !== null,
          lines: lines.map(({ sku, name: product, quantity }) => ({ sku, name: product, quantity })),
        })),
        agreements: agreements.map(({ isFixed, percentages, validFrom, validTo, ...agreement }) => ({
          ...agreement,
          is_fixed: isFixed,
          percentages: percentages.map(({ basisPoints, brand, category }) => ({
            percent: basisPoints / 100,
            brand,
            category,
          })),
          valid_from: validFrom.toISOString(),
          valid_to: validTo && validTo.toISOString(),
        })),
        profile: viewProfile(profile),
        addresses: addresses.map((address) => ({ ...viewAddress(address), store: address.store })),
        companies: companies.map(({ role, approvalAboveMinor, company }) => ({
          id: company.id,
          store: company.store,
          role,
          approval_above: approvalAboveMinor && toMajor(approvalAboveMinor),
          currency: stores[company.store].currency,
          verified: company.isVerified,
          facts: viewCompany(factsOf(company)),
        })),
        timeline: timeline.map(viewAuditEntry),
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
      const { id } = await accountOf(request)
      const { profile, expected } = request.body
      const { street: address, ...form } = readWireProfile(profile)
      const answer = await editCustomer({ db, clock }, request.actor, {
        accountId: id,
        form: { ...form, companyName: form.companyName ?? '', address },
        expected: readWireProfile(expected),
      })
      if (!answer.ok && answer.code === 'invalid_fields') refuseFields(answer.fields, wireNames)
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: viewProfile(answer.current) })
      requireOk(answer)
      return { done: true as const }
    },
  )

  /** The address book of a customer in a store in which the person may change it. */
  async function bookOf(request: FastifyRequest, store: string) {
    const { id } = await accountOf(request)
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
    if (answer.code === 'invalid_fields') refuseFields(answer.fields, wireNames)
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
        facts: readCompanyFacts(request.body.facts),
        expected: readCompanyFacts(request.body.expected),
      })
      if (!answer.ok && answer.code === 'invalid_fields') refuseFields(answer.fields, companyNames)
      if (!answer.ok && answer.code === 'changed_meanwhile')
        throw new AdminRefusal(409, answer.code, { current: viewCompany(answer.current) })
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
        refuseFields({ email: answer.code }, {})
      requireOk(answer)
      return { done: true as const }
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
