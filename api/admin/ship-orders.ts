/** Shipping several orders at once, as a job whose labels are printed together. */
import { Buffer } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { jobParams, startedJob } from '../../contract/admin/jobs.ts'
import { ordersQuery } from '../../contract/admin/orders.ts'
import { previewShippingBody, shippingPlan, startShippingBody } from '../../contract/admin/ship-orders.ts'
import { listRows } from '../../db/table-query.server.ts'
import { orderTable } from '../../domain/orders/order-table.server.ts'
import {
  labelsOfJob,
  mostShippedOrders,
  planShipping,
  startShipping,
} from '../../domain/dispatch/ship-orders.server.ts'
import { findOrderByNumber, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { findJob } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { orderFilters } from './orders.ts'
import { permittedStores, requireStore } from './require-permission.ts'
import { readViewQuery, viewOf } from './table-routes.ts'

type Target = z.output<typeof previewShippingBody>['target']

const refused = { 400: adminError, 403: adminError, 404: adminError, 409: adminError }

export const adminShipOrdersRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services

  const requireFew = (count: number) => {
    if (count > mostShippedOrders) throw new AdminRefusal(409, 'too_many_orders', { most: mostShippedOrders })
  }

  const read = async (numbers: readonly string[]): Promise<StoredOrder[]> => {
    const orders: StoredOrder[] = []
    for (const number of new Set(numbers)) {
      const order = await findOrderByNumber(db, number)
      if (order) orders.push(order)
    }
    return orders
  }

  /** The orders; of a view those of the stores in which the person may read and ship. */
  const ordersOf = async (request: FastifyRequest, target: Target): Promise<StoredOrder[]> => {
    if ('orders' in target) {
      requireFew(target.orders.length)
      const orders = await read(target.orders)
      if (orders.length < new Set(target.orders).size) throw new AdminRefusal(404, 'unknown_order')
      for (const { snapshot } of orders) requireStore(request, snapshot.store)
      return orders
    }
    const query = readViewQuery(ordersQuery, target.query)
    const readable = request.staff.grants['order:read'] ?? []
    const stores = permittedStores(request).filter((store) => readable.includes(store))
    const view = viewOf(query, orderFilters(query), stores)
    const page = await listRows(db, orderTable, view, { after: null, limit: mostShippedOrders + 1 })
    if (!page.ok) throw new Error('a first page has no key')
    requireFew(page.rows.length)
    return read(page.rows.map(({ number }) => number))
  }

  const planOf = async (request: FastifyRequest, target: Target) =>
    planShipping(services, request.actor, await ordersOf(request, target))

  app.post(
    '/admin/api/shipments/preview',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'Which of several orders can be shipped, and why others cannot; ships nothing',
        body: previewShippingBody,
        response: { 200: shippingPlan, ...refused },
      },
    },
    async (request) => {
      const rows = await planOf(request, request.body.target)
      return { total: rows.length, ships: rows.filter(({ refusal }) => refusal === null).length, rows }
    },
  )

  app.post(
    '/admin/api/shipments',
    {
      config: { permission: 'order:ship' },
      schema: {
        summary: 'Ship several orders as a job, each with a parcel booked at its carrier',
        body: startShippingBody,
        response: { 200: startedJob, ...refused },
      },
    },
    async (request) => {
      const { target, count } = request.body
      const plan = await planOf(request, target)
      if (plan.length !== count) throw new AdminRefusal(409, 'count_changed', { count: plan.length })
      const answer = await startShipping(services, request.actor, { staffId: request.staff.id, plan })
      requireOk(answer)
      return { job: answer.id }
    },
  )

  app.get(
    '/admin/api/shipments/:id/labels',
    {
      config: { permission: 'order:ship' },
      schema: { summary: 'The labels of the orders that a job has shipped, as one PDF', params: jobParams },
    },
    async (request, reply) => {
      const job = await findJob(db, request.params.id)
      if (job?.kind !== 'order-shipping') throw new AdminRefusal(404, 'unknown_job')
      for (const store of job.stores) requireStore(request, store)
      const labels = await labelsOfJob(services, job)
      if (!labels) throw new AdminRefusal(404, 'unknown_label')
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="labels-${job.id}.pdf"`)
        .send(Buffer.from(labels))
    },
  )
}
