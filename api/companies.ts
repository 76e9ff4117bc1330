/**
 * The company of the logged-in customer in the store of the call: its data, people, invitations and orders, each for the
 * roles that may see or change it. Nothing of another company is readable: every query starts at the membership.
 */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  companyAnswer,
  companyIdParams,
  companyOrdersAnswer,
  companyPatch,
  invitationRequest,
  joinAnswer,
  joinRequest,
  newCompany,
  personPatch,
  verifyCompanyAnswer,
  verifyCompanyRequest,
  type CompanyAnswer,
} from '../contract/companies.ts'
import { errorAnswer } from '../contract/error.ts'
import { answerForCompany } from '../domain/companies/ask-company.server.ts'
import { hasRole, type CompanyMember, type CompanyRole } from '../domain/companies/company.ts'
import {
  changePerson,
  invitePerson,
  joinCompany,
  withdrawInvitation,
  type CompanyServices,
} from '../domain/companies/company-people.server.ts'
import { findMember, invitationsOf, peopleOf } from '../domain/companies/company-repository.server.ts'
import { editCompany, type CompanyFields } from '../domain/companies/edit-company.server.ts'
import { openCompany } from '../domain/companies/open-company.server.ts'
import { toMajor, toMinor, type Minor } from '../domain/money/money.ts'
import { ordersOfCompany } from '../domain/orders/order-repository.server.ts'
import { shownStatus } from '../domain/orders/order-states.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { textsOf } from '../locales/texts.server.ts'
import { fieldTexts } from './field-texts.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface CompanyRoutesOptions extends CompanyServices {
  sessions: SessionReader
}

/** Maximum number of orders in the list; older ones are found by their number. */
const listLength = 500

const refusals = { 401: errorAnswer, 403: errorAnswer, 404: errorAnswer, 422: errorAnswer }

/**
 * The caller's membership in the store of the call. Throws Faults: 401 without an account's session, 404 where the
 * account belongs to no company there, 403 where its role is below `needed`.
 */
export async function requireMember(
  { db, sessions }: Pick<CompanyRoutesOptions, 'db' | 'sessions'>,
  request: FastifyRequest,
  needed: CompanyRole = 'buyer',
): Promise<CompanyMember> {
  const { accountId } = await requireAccount(sessions, request)
  const member = await findMember(db, accountId, requireStore(request).code)
  if (member === null) throw new Fault('not_found')
  if (!hasRole(member.role, needed)) throw new Fault('forbidden')
  return member
}

const limitOf = (amount: number | null): Minor | null => (amount === null ? null : toMinor(amount))
const shownLimit = (limit: Minor | null): number | null => (limit === null ? null : toMajor(limit))

const words = (store: StoreCode) => textsOf(store).answers

/** The contract's names of the fields that have another one inside. */
const fieldNames: Record<string, string> = {
  organisationNumber: 'organisation_number',
  vatNumber: 'vat_number',
  postalCode: 'postal_code',
  invoiceEmail: 'invoice_email',
  electronicAddress: 'electronic_address',
  costCentres: 'cost_centres',
}

function wrongFields(store: StoreCode, fields: CompanyFields) {
  const { refusal, company } = words(store)
  const errors = Object.entries(fields).map(([name, code]) => [
    fieldNames[name] ?? name,
    code === 'personal_number' ? company.personal_number : fieldTexts(store, { [name]: code })[name],
  ])
  return { message: refusal.invalid_fields, errors: Object.fromEntries(errors) as Record<string, string> }
}

export const companyRoutes: FastifyPluginAsyncZod<CompanyRoutesOptions> = async (app, services) => {
  const { db, sessions, clock } = services
  checkStoreQuery(app)
  privateAnswers(app)
  await app.register(peopleRoutes, services)
  await app.register(verificationRoutes, services)

  app.get(
    '/api/company',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The caller’s company in the store; its people for approvers and admins',
        querystring: withStore({}),
        response: { 200: companyAnswer, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request) => viewCompany(services, await requireMember(services, request)),
  )

  app.patch(
    '/api/company',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Changes the company’s invoice address and references; for admins',
        querystring: withStore({}),
        body: companyPatch,
        response: { ...refusals, 200: companyAnswer },
      },
    },
    async (request, reply) => {
      const member = await requireMember(services, request, 'admin')
      const { body } = request
      const changes = {
        street: body.street,
        postalCode: body.postal_code,
        city: body.city,
        invoiceEmail: body.invoice_email,
        electronicAddress: body.electronic_address,
        requiredReferences: body.required_references,
        costCentres: body.cost_centres,
      }
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const edited = await editCompany(services, buyerActor(request, member.accountId), {
        companyId: member.company.id,
        changes: given,
      })
      if (edited.ok) return viewCompany(services, { ...member, company: edited.company })
      return reply.code(422).send(wrongFields(member.company.store, edited.fields))
    },
  )

  app.post(
    '/api/company',
    {
      config: { session: 'account', rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        summary: 'Opens a company, of which the caller becomes the admin',
        querystring: withStore({}),
        body: newCompany,
        response: { 201: companyAnswer, 401: errorAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      const { accountId } = await requireAccount(sessions, request)
      const { organisation_number, vat_number, postal_code, ...texts } = request.body
      const opened = await openCompany(services, buyerActor(request, accountId), {
        store,
        accountId,
        form: {
          ...texts,
          organisationNumber: organisation_number,
          vatNumber: vat_number,
          postalCode: postal_code,
        },
      })
      if (opened.ok) return reply.code(201).send(await viewCompany(services, opened.member))
      if (opened.code === 'invalid_fields') return reply.code(422).send(wrongFields(store, opened.fields))
      return reply.code(409).send({ message: words(store).company[opened.code] })
    },
  )

  app.get(
    '/api/company/orders',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The company’s orders, newest first; for approvers and admins',
        querystring: withStore({}),
        response: { 200: companyOrdersAnswer, 401: errorAnswer, 403: errorAnswer, 404: errorAnswer },
      },
    },
    async (request) => {
      const { company } = await requireMember(services, request, 'approver')
      return (await ordersOfCompany(db, company.id, listLength)).map((order) => ({
        id: order.number,
        store: order.store,
        placed_at: order.placed_at.toISOString(),
        status: shownStatus(order.status),
        total: toMajor(order.total_minor),
        currency: order.currency,
        buyer: order.buyer,
      }))
    },
  )

  app.post(
    '/api/company/join',
    {
      config: { session: 'account', rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        summary: 'Accepts an invitation as the logged-in account, whose address must be the invited one',
        querystring: withStore({}),
        body: joinRequest,
        response: { 200: joinAnswer, 401: errorAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { accountId } = await requireAccount(sessions, request)
      const joined = await joinCompany({ db, clock }, buyerActor(request, accountId), {
        token: request.body.token,
        accountId,
      })
      if (joined.ok) return { company: joined.company.name }
      const status = joined.code === 'has_company' ? 409 : 422
      return reply.code(status).send({ message: words(code).company[joined.code] })
    },
  )
}

/** Without a session: a person who reads the company's mail need not be a customer. */
const verificationRoutes: FastifyPluginAsyncZod<CompanyRoutesOptions> = async (app, { db, clock }) => {
  app.post(
    '/api/company/verify',
    {
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        summary: 'Confirms, by the link that was mailed to a company, that its people act for it',
        querystring: withStore({}),
        body: verifyCompanyRequest,
        response: { 200: verifyCompanyAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { token } = request.body
      const answer = await answerForCompany({ db, clock }, buyerActor(request, null), token)
      if (answer.ok) return { company: answer.company.name }
      const status = answer.code === 'exists' ? 409 : 422
      return reply.code(status).send({ message: words(code).company[answer.code] })
    },
  )
}

/** Invitations and people; for admins. */
const peopleRoutes: FastifyPluginAsyncZod<CompanyRoutesOptions> = async (app, services) => {
  const { db } = services
  app.post(
    '/api/company/invitations',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Mails an invitation; an open one to the same address ends',
        querystring: withStore({}),
        body: invitationRequest,
        response: { ...refusals, 201: z.null(), 409: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId, company } = await requireMember(services, request, 'admin')
      const { email, role, approval_above: limit } = request.body
      const invited = await invitePerson(services, buyerActor(request, accountId), {
        company,
        email,
        membership: { role, approvalAboveMinor: limitOf(limit) },
        network: rateLimitKey(request),
      })
      if (invited.ok) return reply.code(201).send(null)
      if (invited.code === 'too_many_mails') throw new Fault('too_many_requests')
      const { field, company: said } = words(company.store)
      const message = invited.code === 'email' ? field.email : said.is_member
      return reply.code(invited.code === 'email' ? 422 : 409).send({ message, errors: { email: message } })
    },
  )

  app.delete(
    '/api/company/invitations/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Withdraws an open invitation',
        params: companyIdParams,
        querystring: withStore({}),
        response: { ...refusals, 204: z.null() },
      },
    },
    async (request, reply) => {
      const { accountId, company } = await requireMember(services, request, 'admin')
      const { id } = request.params
      if (!(await withdrawInvitation(db, buyerActor(request, accountId), { company, id })))
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )

  const change = async (
    request: FastifyRequest<{ Params: { id: number } }>,
    membership: Parameters<typeof changePerson>[2]['membership'],
  ) => {
    const { accountId, company } = await requireMember(services, request, 'admin')
    const changed = await changePerson(db, buyerActor(request, accountId), {
      company,
      accountId: request.params.id,
      membership,
    })
    if (changed.ok) return
    if (changed.code === 'unknown_person') throw new Fault('not_found')
    throw new Fault('conflict', { detail: words(company.store).company.last_admin })
  }

  app.patch(
    '/api/company/people/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Sets a person’s role and approval limit',
        params: companyIdParams,
        querystring: withStore({}),
        body: personPatch,
        response: { ...refusals, 204: z.null(), 409: errorAnswer },
      },
    },
    async (request, reply) => {
      const { role, approval_above: limit } = request.body
      await change(request, { role, approvalAboveMinor: limitOf(limit) })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/company/people/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Removes a person from the company; the person’s orders stay the company’s',
        params: companyIdParams,
        querystring: withStore({}),
        response: { ...refusals, 204: z.null(), 409: errorAnswer },
      },
    },
    async (request, reply) => {
      await change(request, null)
      return reply.code(204).send(null)
    },
  )
}

async function viewCompany(
  { db, clock }: Pick<CompanyRoutesOptions, 'db' | 'clock'>,
  { accountId, company, role, approvalAboveMinor }: CompanyMember,
): Promise<CompanyAnswer> {
  const [people, invitations] = await Promise.all([
    hasRole(role, 'approver') ? peopleOf(db, company.id) : [],
    hasRole(role, 'admin') ? invitationsOf(db, company.id, clock()) : [],
  ])
  return {
    name: company.name,
    verified: company.isVerified,
    organisation_number: company.organisationNumber,
    vat_number: company.vatNumber,
    street: company.street,
    postal_code: company.postalCode,
    city: company.city,
    invoice_email: company.invoiceEmail,
    electronic_address: company.electronicAddress,
    required_references: [...company.requiredReferences],
    cost_centres: [...company.costCentres],
    role,
    approval_above: shownLimit(approvalAboveMinor),
    people: people.map((person) => ({
      id: person.accountId,
      name: `${person.firstName} ${person.lastName}`.trim(),
      email: person.email,
      role: person.role,
      approval_above: shownLimit(person.approvalAboveMinor),
      self: person.accountId === accountId,
    })),
    invitations: invitations.map(({ id, email, role, approvalAboveMinor: limit, expiresAt }) => ({
      id,
      email,
      role,
      approval_above: shownLimit(limit),
      expires_at: expiresAt.toISOString(),
    })),
  }
}
