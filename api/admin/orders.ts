/** Orders in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { orderRow, ordersQuery } from '../../contract/admin/orders.ts'
import { orderTable, type OrderFilters } from '../../domain/orders/order-table.server.ts'
import type { AdminServices } from './admin-services.ts'
import { viewOrderRow } from './order-page-view.ts'
import { tableRoutes, tableTerms } from './table-routes.ts'

/** The filters of the query string, as the table's definition takes them. */
export const orderFilters = (query: z.output<typeof ordersQuery>): OrderFilters => ({
  status: query['filter.status'],
  store: query['filter.store'],
  payment: query['filter.payment'],
  paymentStatus: query['filter.payment_status'],
  placed: query['filter.placed'],
  field: query['filter.field'],
  customerType: query['filter.customer_type'],
  shipped: query['filter.shipped'],
  waitingDays: query['filter.waiting_days'],
  missedCutOffs: query['filter.missed_cut_offs'],
  leavesToday: query['filter.leaves_today'],
  sku: query['filter.sku'],
  email: query['filter.email'],
  accountId: query['filter.account'],
  paymentProblem: query['filter.payment_problem'],
  mailFailed: query['filter.mail_failed'],
  mentioned: query['filter.mentioned'],
  refundRequested: query['filter.refund_requested'],
})

/** What a query string of this table means. */
export const orderTerms = tableTerms({
  permission: 'order:read',
  query: ordersQuery,
  definition: orderTable,
  filtersOf: orderFilters,
})

export const adminOrderRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db }) => {
  tableRoutes(app, db, {
    ...orderTerms,
    url: '/admin/api/orders',
    summary: 'Orders',
    isPersonal: true,
    row: orderRow,
    answerOf: viewOrderRow,
  })
}
