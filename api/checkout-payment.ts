/** Paying a checkout: opening a provider's frame, or placing the order on invoice. */
import { toMinor } from '../domain/money/money.ts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  checkoutParams,
  commitRequest,
  committedAnswer,
  completedAnswer,
  completion,
  openPaymentAnswer,
  openPaymentRequest,
  paymentResult,
  paymentResultRequest,
  refusalAnswer,
} from '../contract/checkout.ts'
import { errorAnswer } from '../contract/error.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { commitPayment } from '../domain/checkout/commit-payment.server.ts'
import { completeCheckout } from '../domain/checkout/complete-checkout.server.ts'
import { redirectPayment } from '../domain/checkout/redirect-payment.server.ts'
import { settleCheckout } from '../domain/checkout/settle-checkout.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { openPayment } from '../domain/checkout/open-payment.server.ts'
import type { QuotedTotal } from '../domain/checkout/quoted-total.server.ts'
import { formMethods, isRedirected, paymentProviderIds } from '../domain/payment-methods/payment-methods.ts'
import { offeredMeans } from '../domain/stores/store.ts'
import { answerRefusal } from './checkout-refusals.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
import { buyerActor } from './request-actor.ts'
import { mayPreview } from './store-preview.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { requireStore, withStore } from './store-query.ts'

export const completing = completion.extend({ paymentMethod: z.enum(formMethods).default('invoice') })

/** The contract's request, limited to the shop's payment methods. */
const opening = openPaymentRequest.extend({
  provider: z.enum(paymentProviderIds),
  means: z.enum(offeredMeans).optional(),
})

const committing = commitRequest.extend({
  provider: z.enum(paymentProviderIds),
  means: z.enum(offeredMeans).optional(),
})

const openedResponses = {
  200: openPaymentAnswer,
  404: errorAnswer,
  409: refusalAnswer,
  422: refusalAnswer,
  429: refusalAnswer,
  503: refusalAnswer,
}

async function actorOf({ accountOf }: CheckoutServices, request: FastifyRequest): Promise<Actor> {
  return buyerActor(request, await accountOf(request))
}

/** The quoted total sent by the client, in minor units. */
export function quotedBy(total: number, due: number | undefined): QuotedTotal {
  return { totalMinor: toMinor(total), payableMinor: due === undefined ? null : toMinor(due) }
}

/** What the shopper has entered, and the quoted total. */
export function placing(body: z.output<typeof completion>) {
  const { shippingMethod, servicePoint, total, amount_due, companyName, identityNumber, ...rest } = body
  const { paymentMethod: _method, ...form } = rest
  return {
    form: { ...form, companyName: companyName ?? '', identityNumber: identityNumber ?? '' },
    shippingMethod,
    servicePoint: servicePoint ?? null,
    quoted: quotedBy(total, amount_due),
  }
}

export const checkoutPaymentRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  app.post(
    '/api/checkout/:id/payment',
    {
      schema: {
        summary: 'Opens a payment with a provider, or returns the open one',
        params: checkoutParams,
        querystring: withStore({}),
        body: opening,
        response: openedResponses,
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const answer = await openPayment(servicesFor(services, request), await actorOf(services, request), {
        store,
        checkoutId: request.params.id,
        provider: request.body.provider,
        customerType: request.body.customerType ?? null,
        means: request.body.means ?? null,
        network: rateLimitKey(request),
        whileClosed: mayPreview(services, store.code, request.headers),
      })
      if (!answer.ok) return answerRefusal(reply, store, answer)
      const { providerOrderId, embed } = answer
      return {
        provider: request.body.provider,
        order_id: providerOrderId,
        locale: store.code,
        embed: { ...embed },
      }
    },
  )

  app.post(
    '/api/checkout/:id/payment/commit',
    {
      schema: {
        summary:
          'Writes the pending order of an open payment that the shopper is about to confirm; idempotent',
        params: checkoutParams,
        querystring: withStore({}),
        body: committing,
        response: { ...openedResponses, 200: committedAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const accountId = await services.accountOf(request)
      const { provider, means = null } = request.body
      const pay = isRedirected(provider) ? redirectPayment : commitPayment
      const answer = await pay(servicesFor(services, request), buyerActor(request, accountId), {
        ...placing(request.body),
        store,
        checkoutId: request.params.id,
        accountId,
        network: rateLimitKey(request),
        whileClosed: mayPreview(services, store.code, request.headers),
        provider,
        means,
      })
      if (!answer.ok) return answerRefusal(reply, store, answer)
      const { number, providerOrderId: payment, redirect } = answer
      return { number, payment, ...(redirect !== undefined && { redirect }) }
    },
  )

  app.post(
    '/api/checkout/:id/payment/result',
    {
      // A payment that was begun before is completed.
      config: { whileClosed: true },
      schema: {
        summary: 'Reads the result of a payment at its provider; idempotent',
        params: checkoutParams,
        querystring: withStore({}),
        body: paymentResultRequest,
        response: { 200: paymentResult, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const settled = await settleCheckout(services, await actorOf(services, request), {
        store,
        checkoutId: request.params.id,
        providerOrderId: request.body.payment ?? null,
      })
      if (!settled.ok)
        return reply.code(404).send({ message: textsOf(store.code).answers.refusal[settled.code] })
      return {
        status: settled.status,
        reason: settled.status === 'failed' ? settled.reason : null,
        confirmation: settled.status === 'paid' ? settled.accessToken : null,
      }
    },
  )

  for (const url of ['/api/checkout/:id/complete', '/api/checkout/:id/order']) {
    app.post(
      url,
      {
        schema: {
          summary: 'Places the order; idempotent: repeating it returns the same order',
          hide: url.endsWith('order'),
          params: checkoutParams,
          querystring: withStore({}),
          body: completing,
          response: {
            200: completedAnswer,
            404: errorAnswer,
            409: refusalAnswer,
            422: refusalAnswer,
            429: refusalAnswer,
            503: refusalAnswer,
          },
        },
      },
      async (request, reply) => {
        const store = requireStore(request)
        const accountId = await services.accountOf(request)
        const actor = buyerActor(request, accountId)
        const answer = await completeCheckout(servicesFor(services, request), actor, {
          store,
          checkoutId: request.params.id,
          accountId,
          network: rateLimitKey(request),
          whileClosed: mayPreview(services, store.code, request.headers),
          ...placing(request.body),
          provider: request.body.paymentMethod,
        })
        if (!answer.ok) return answerRefusal(reply, store, answer)
        const status = answer.status === 'pending' || answer.status === 'held' ? 'pending' : 'paid'
        return { status, number: answer.number, confirmation: answer.accessToken } as const
      },
    )
  }
}
