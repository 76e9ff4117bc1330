/** Customers who have an account, as staff see them. */
import { z } from 'zod'
import { orderRow, timelineEntry } from './orders.ts'
import { dayRange, listOf, tableAnswer, tableQuery } from './table.ts'

const customerType = z.enum(['private', 'business'])

export const customersQuery = tableQuery({
  filters: {
    store: listOf(z.string().regex(/^[a-z]{2}$/)),
    type: listOf(customerType),
    created: dayRange,
  },
  sorts: ['created', 'number'],
  defaultSort: '-created',
  columns: [
    'id',
    'number',
    'store',
    'name',
    'company',
    'email',
    'type',
    'created_at',
    'orders',
    'last_order_at',
  ],
})

export const customerRow = z.object({
  id: z.number(),
  /** C100001 */
  number: z.string(),
  store: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  email: z.string(),
  type: customerType,
  created_at: z.iso.datetime(),
  orders: z.number(),
  last_order_at: z.iso.datetime().nullable(),
})
export const customersAnswer = tableAnswer(customerRow)

/** One customer, with the latest orders that the reader may see. */
export const customerPage = customerRow.omit({ orders: true, last_order_at: true }).extend({
  phone: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  orders: z.array(orderRow),
  timeline: z.array(timelineEntry),
})
export const customerParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
