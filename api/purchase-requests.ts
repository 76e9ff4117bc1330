/** Purchase requests of a company: asked from the checkout, decided by approvers. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkoutParams, refusalAnswer } from '../contract/checkout.ts'
import {
  approvalAnswer,
  approvalRequest,
  purchaseRequestParams,
  declineRequest,
  purchaseRequestAnswer,
  purchaseRequestsAnswer,
} from '../contract/companies.ts'
import { errorAnswer } from '../contract/error.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import { hasRole } from '../domain/companies/company.ts'
import { toMajor } from '../domain/money/money.ts'
import {
  approvePurchase,
  declinePurchase,
  withdrawPurchase,
} from '../domain/purchase-requests/decide-purchase.server.ts'
import { requestsOf } from '../domain/purchase-requests/purchase-request-repository.server.ts'
import { requestPurchase } from '../domain/purchase-requests/request-purchase.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { completing, placing, quotedBy } from './checkout-payment.ts'
import { answerRefusal } from './checkout-refusals.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
import { requireMember } from './companies.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import type { SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export type PurchaseRequestRoutesOptions = CheckoutServices & {
  jobs: JobQueue
  sessions: SessionReader
}

/** Maximum number of requests in a list. */
const listLength = 200

const refusals = {
  401: errorAnswer,
  403: errorAnswer,
  404: errorAnswer,
  409: refusalAnswer,
  422: refusalAnswer,
  503: refusalAnswer,
}

export const purchaseRequestRoutes: FastifyPluginAsyncZod<PurchaseRequestRoutesOptions> = async (
  app,
  services,
) => {
  const { db, clock } = services
  checkStoreQuery(app)
  privateAnswers(app)

  app.post(
    '/api/checkout/:id/request-approval',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Asks another person of the company to approve the purchase instead of ordering it',
        params: checkoutParams,
        querystring: withStore({}),
        body: completing,
        response: { ...refusals, 201: purchaseRequestAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { accountId } = await requireMember(services, request)
      const asked = await requestPurchase(servicesFor(services, request), buyerActor(request, accountId), {
        ...placing(request.body),
        store,
        checkoutId: request.params.id,
        accountId,
        network: rateLimitKey(request),
      })
      if (asked.ok) return reply.code(201).send({ id: asked.id })
      if (asked.code === 'approval_not_needed' || asked.code === 'no_approver')
        throw new Fault('conflict', { detail: textsOf(store.code).answers.company[asked.code] })
      return answerRefusal(reply, store, asked)
    },
  )

  app.get(
    '/api/company/requests',
    {
      config: { session: 'account' },
      schema: {
        summary:
          'Purchase requests, newest first: the company’s for approvers and admins, own ones for buyers',
        querystring: withStore({}),
        response: { 200: purchaseRequestsAnswer, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request) => {
      const { accountId, company, role } = await requireMember(services, request)
      const decides = hasRole(role, 'approver')
      const found = await requestsOf(db, {
        companyId: company.id,
        accountId: decides ? null : accountId,
        now: clock(),
        limit: listLength,
      })
      return found.map((each) => ({
        id: each.id,
        buyer: each.buyer,
        total: toMajor(each.totalMinor),
        approval_above: each.approvalAboveMinor === null ? null : toMajor(each.approvalAboveMinor),
        lines: each.lines.map(({ sku, name, quantity, totalMinor }) => ({
          sku,
          name,
          quantity,
          total: toMajor(totalMinor),
        })),
        status: each.status,
        requested_at: each.requestedAt.toISOString(),
        expires_at: each.expiresAt.toISOString(),
        reason: each.reason,
        order: each.orderNumber,
        own: each.accountId === accountId,
        can_decide: decides && each.status === 'waiting' && each.accountId !== accountId,
      }))
    },
  )

  app.post(
    '/api/company/requests/:id/approve',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Approves a request and places its order on the company’s invoice; not an own one',
        params: purchaseRequestParams,
        querystring: withStore({}),
        body: approvalRequest,
        response: { ...refusals, 200: approvalAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const member = await requireMember(services, request, 'approver')
      const approved = await approvePurchase(
        servicesFor(services, request),
        buyerActor(request, member.accountId),
        {
          member,
          id: request.params.id,
          quotedTotalMinor: quotedBy(request.body.total, undefined).totalMinor,
        },
      )
      if (approved.ok) return { order: approved.number }
      if (approved.code === 'unknown_request') throw new Fault('not_found')
      if (
        approved.code === 'own_request' ||
        approved.code === 'above_own_limit' ||
        approved.code === 'not_waiting'
      )
        throw new Fault('conflict', { detail: textsOf(store.code).answers.company[approved.code] })
      return answerRefusal(reply, store, approved)
    },
  )

  app.post(
    '/api/company/requests/:id/decline',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Declines a request with a reason; not an own one',
        params: purchaseRequestParams,
        querystring: withStore({}),
        body: declineRequest,
        response: { ...refusals, 204: z.null() },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const member = await requireMember(services, request, 'approver')
      const declined = await declinePurchase(services, buyerActor(request, member.accountId), {
        member,
        id: request.params.id,
        reason: request.body.reason,
      })
      if (declined.ok) return reply.code(204).send(null)
      if (declined.code === 'unknown_request') throw new Fault('not_found')
      const message = textsOf(code).answers.company[declined.code]
      if (declined.code === 'reason')
        return reply.code(422).send({ message, code: 'reason', errors: { reason: message } })
      throw new Fault('conflict', { detail: message })
    },
  )

  app.post(
    '/api/company/requests/:id/withdraw',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Takes an own request back',
        params: purchaseRequestParams,
        querystring: withStore({}),
        response: { ...refusals, 204: z.null() },
      },
    },
    async (request, reply) => {
      const member = await requireMember(services, request)
      const { id } = request.params
      const withdrawn = await withdrawPurchase(services, buyerActor(request, member.accountId), {
        member,
        id,
      })
      if (withdrawn.ok) return reply.code(204).send(null)
      if (withdrawn.code === 'unknown_request') throw new Fault('not_found')
      throw new Fault('conflict', {
        detail: textsOf(member.company.store).answers.company[withdrawn.code],
      })
    },
  )
}
