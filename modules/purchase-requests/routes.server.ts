/** Purchase requests of a company: asked from the checkout, decided by approvers. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkoutParams, refusalAnswer } from '../../contract/checkout.ts'
import { errorAnswer } from '../../contract/error.ts'
import {
  approvalAnswer,
  approvalRequest,
  purchaseRequestParams,
  declineRequest,
  purchaseRequestAnswer,
  purchaseRequestsAnswer,
} from './contract.ts'
import { hasRole } from '../../domain/companies/company.ts'
import { toMajor } from '../../domain/money/money.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { approvePurchase, declinePurchase, withdrawPurchase } from './decide-purchase.server.ts'
import { requestsOf } from './purchase-request-repository.server.ts'
import { requestPurchase } from './request-purchase.server.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { completing, placing, quotedBy } from '../../api/checkout-payment.ts'
import { answerRefusal } from '../../api/checkout-refusals.ts'
import { servicesFor } from '../../api/checkout-services.ts'
import { requireMember } from '../../api/companies.ts'
import { Fault } from '../../api/errors.ts'
import { privateAnswers } from '../../api/private-answers.ts'
import { rateLimitKey } from '../../api/rate-limit-key.ts'
import { mayPreview } from '../../api/store-preview.ts'
import { buyerActor } from '../../api/request-actor.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

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

type RefusalCode =
  | 'approval_not_needed'
  | 'no_approver'
  | 'own_request'
  | 'above_own_limit'
  | 'not_waiting'
  | 'reason'

const refusalText = (store: StoreCode, code: RefusalCode): string =>
  textsOf(store).strings[`purchase_request.${code}`]

export const purchaseRequestRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
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
        whileClosed: mayPreview(services, store.code, request.headers),
      })
      if (asked.ok) return reply.code(201).send({ id: asked.id })
      if (asked.code === 'approval_not_needed' || asked.code === 'no_approver')
        throw new Fault('conflict', { detail: refusalText(store.code, asked.code) })
      return answerRefusal(reply, store, asked)
    },
  )

  app.get(
    '/api/company/requests',
    {
      config: { session: 'account', whileClosed: true },
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
          whileClosed: mayPreview(services, store.code, request.headers),
        },
      )
      if (approved.ok) return { order: approved.number }
      if (approved.code === 'unknown_request') throw new Fault('not_found')
      if (
        approved.code === 'own_request' ||
        approved.code === 'above_own_limit' ||
        approved.code === 'not_waiting'
      )
        throw new Fault('conflict', { detail: refusalText(store.code, approved.code) })
      return answerRefusal(reply, store, approved)
    },
  )

  app.post(
    '/api/company/requests/:id/decline',
    {
      config: { session: 'account', whileClosed: true },
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
      const message = refusalText(code, declined.code)
      if (declined.code === 'reason')
        return reply.code(422).send({ message, code: 'reason', errors: { reason: message } })
      throw new Fault('conflict', { detail: message })
    },
  )

  app.post(
    '/api/company/requests/:id/withdraw',
    {
      config: { session: 'account', whileClosed: true },
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
      throw new Fault('conflict', { detail: refusalText(member.company.store, withdrawn.code) })
    },
  )
}
