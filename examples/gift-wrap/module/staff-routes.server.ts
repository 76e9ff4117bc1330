/** What the order's card and the page of the back office ask for and change. */
import {
  forStaff,
  readOrder,
  requireDone,
  requireStaffStore,
  staffActor,
  staffError,
  staffRefusal,
  type StaffRouteServices,
} from 'anode/module'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { doneAnswer, orderParams, orderWrapping, summaryAnswer, summaryParams } from './staff-contract.ts'
import { markWrapped, waitingWrapping, wrappedOrder } from './wrapped-orders.server.ts'

const refused = { 403: staffError, 404: staffError, 409: staffError }

export const staffRoutes: FastifyPluginAsyncZod<StaffRouteServices> = async (app, services) => {
  const { db, clock } = services

  /** Throws a refusal: 404 where there is no order, 403 where the person may not touch its store. */
  async function requireOrder(request: FastifyRequest, number: string): Promise<void> {
    const order = await readOrder(db, number)
    if (order === null) throw staffRefusal(404, 'unknown_order')
    requireStaffStore(request, order.store)
  }

  app.get(
    '/orders/:number',
    {
      config: forStaff('order:read'),
      schema: {
        summary: 'The wrapping of an order',
        params: orderParams,
        response: { 200: orderWrapping, ...refused },
      },
    },
    async (request) => {
      const { number } = request.params
      await requireOrder(request, number)
      const found = await wrappedOrder(db, number)
      return {
        wrapping: found?.wrapping ?? [],
        wrapped_at: found?.wrapped_at?.toISOString() ?? null,
      }
    },
  )

  app.post(
    '/orders/:number/wrapped',
    {
      config: forStaff('gift-wrap:wrap'),
      schema: {
        summary: 'Say that an order is wrapped',
        params: orderParams,
        response: { 200: doneAnswer, ...refused },
      },
    },
    async (request) => {
      const { number } = request.params
      await requireOrder(request, number)
      requireDone(await markWrapped(db, staffActor(request), number, new Date(clock())))
      return { done: true as const }
    },
  )

  app.get(
    '/summary/:store',
    {
      config: forStaff('gift-wrap:wrap'),
      schema: {
        summary: 'The wrapping that the orders of a store wait for',
        params: summaryParams,
        response: { 200: summaryAnswer, ...refused },
      },
    },
    async (request) => {
      const { store } = request.params
      return { rows: await waitingWrapping(db, store) }
    },
  )
}
