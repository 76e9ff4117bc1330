/**
 * Checkout: from a cart to a placed order (CHECKOUT rows). Each route parses, calls one use case and formats
 * the result.
 */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { checkoutParams, checkoutView, newCheckout, type NewCheckout } from '../contract/checkout.ts'
import { errorAnswer } from '../contract/error.ts'
import {
  findCheckout,
  insertCheckout,
  updateCheckoutDetails,
  updateCheckoutGiftCards,
  type CampaignData,
  type CheckoutRecord,
} from '../domain/checkout/checkout-repository.server.ts'
import { findCheckoutFor, prefillCheckout } from '../domain/checkout/checkout-account.server.ts'
import { readGiftCards } from '../domain/gift-cards/checkout-gift-cards.server.ts'
import { requestedLines } from './cart-view.ts'
import { detailsOf, detailsPatch } from './checkout-details.ts'
import { checkoutPaymentRoutes } from './checkout-payment.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
import { viewCheckout } from './checkout-view.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { shippingRoutes } from './shipping.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export const checkoutRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  checkStoreQuery(app)
  privateAnswers(app)
  await app.register(checkoutRecordRoutes, services)
  await app.register(checkoutPaymentRoutes, services)
  await app.register(shippingRoutes, services)
}

/** Opening, reading and updating a checkout. */
const checkoutRecordRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  const { db } = services
  /** Per network and node. */
  const max = (request: FastifyRequest) => services.orderLimits[requireStore(request).code].checkoutsPerMinute
  app.post(
    '/api/checkout',
    {
      config: { rateLimit: { max, timeWindow: '1 minute', keyGenerator: rateLimitKey } },
      schema: {
        summary: 'Opens a checkout for a cart',
        querystring: withStore({}),
        body: newCheckout,
        response: { 201: checkoutView, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { items, coupons, campaignData } = request.body
      const lines = requestedLines(services.catalogue, store.code, items)
      const accountId = await services.accountOf(request)
      const cart = { store: store.code, lines, couponCodes: coupons ?? [], accountId }
      const id = await insertCheckout(db, { ...cart, campaignData: campaignOf(campaignData) })
      if (accountId !== null) await prefillCheckout(db, store.code, id, accountId)
      const checkout =
        accountId === null ? { ...emptyCheckout, ...cart, id } : (await findCheckout(db, store.code, id))!
      return reply.code(201).send(await viewCheckout(servicesFor(services, request), store, checkout))
    },
  )

  app.get(
    '/api/checkout/:id',
    {
      schema: {
        summary: 'A checkout at current prices',
        params: checkoutParams,
        querystring: withStore({}),
        response: { 200: checkoutView, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const accountId = await services.accountOf(request)
      const checkout = await findCheckoutFor(db, store.code, request.params.id, accountId)
      if (!checkout)
        return reply.code(404).send({ message: textsOf(store.code).answers.refusal.checkout_not_found })
      return viewCheckout(servicesFor(services, request), store, checkout)
    },
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/checkout/:id',
    schema: {
      summary: 'Saves what the shopper filled in',
      params: checkoutParams,
      querystring: withStore({}),
      body: detailsPatch,
      response: { 200: checkoutView, 404: errorAnswer, 422: errorAnswer },
    },
    handler: async (request, reply) => {
      const store = requireStore(request)
      const { id } = request.params
      // Assigned to the sender before anything is stored; otherwise it would be removed with the previous
      // customer's data.
      const found = await findCheckoutFor(db, store.code, id, await services.accountOf(request))
      const rejected = found ? await keepGiftCards(services, found, request.body.giftCardCodes) : []
      if (found) await updateCheckoutDetails(db, store.code, id, detailsOf(request.body))
      const checkout = found && (await findCheckout(db, store.code, id))
      if (!checkout)
        return reply.code(404).send({ message: textsOf(store.code).answers.refusal.checkout_not_found })
      return viewCheckout(servicesFor(services, request), store, checkout, rejected)
    },
  })
}

/**
 * Applies the given gift cards to an open checkout; returns the rejected ones. If none are given, nothing
 * changes.
 */
async function keepGiftCards(
  services: CheckoutServices,
  {
    id,
    store,
    accountId,
    giftCardReferences,
  }: Pick<CheckoutRecord, 'id' | 'store' | 'accountId' | 'giftCardReferences'>,
  typed: readonly string[] | undefined,
): Promise<{ code: string; reason: string }[]> {
  if (!typed) return []
  const { references, rejected } = await readGiftCards(
    services,
    { store, accountId },
    typed,
    giftCardReferences,
  )
  await updateCheckoutGiftCards(services.db, store, id, references)
  return rejected
}

function campaignOf(sent: NewCheckout['campaignData']): CampaignData | null {
  return sent ? { location: sent.location ?? null, referrer: sent.referrer ?? null } : null
}

const emptyCheckout = {
  version: 1,
  order: null,
  giftCardReferences: [],
  isPrepared: false,
  customerType: null,
  contact: null,
  address: null,
  separateDelivery: false,
  splitDelivery: false,
  remarks: null,
  shippingMethod: null,
  servicePoint: null,
  paymentMethod: null,
}
