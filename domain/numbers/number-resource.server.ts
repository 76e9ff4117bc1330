/** The numbers that the next order and the next invoice of each store get, as staff see and continue them. */
import { sql } from 'kysely'
import { defineResource, form, integer, integerInput, store, text } from '../resources/resource.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { continueNumbers, largestNextNumber, smallestNextOrder } from './continue-numbers.server.ts'

const nextOrder = integerInput({ least: smallestNextOrder, most: largestNextNumber })
const nextInvoice = integerInput({ least: 1, most: largestNextNumber })

export const numberResource = defineResource({
  name: 'numbers',
  section: { after: '/settings', icon: 'tag', keys: 'g 5' },
  permission: 'settings:read',
  auditObject: 'numbers',
  source: sql`store s join invoice_counter c on c.store = s.code join next_order_numbers() n on n.store = s.code`,
  key: 'code',
  title: 'sample',
  defaultSort: 'sample',
  isPersonal: false,
  fields: {
    code: text(sql`s.code`, { shown: 'never' }),
    sample: text(sql`s.order_number_prefix || n.next_order`, { sort: true }),
    store: store(sql`s.code`),
    nextOrder: integer(sql`n.next_order::integer`, { shown: 'page' }),
    nextInvoice: integer(sql`c.last_number + 1`),
  },
  form: form<{ store: StoreCode }>()({
    permission: 'settings:edit',
    inputs: { nextOrder, nextInvoice },
    change: async ({ db }, actor, { row, values }) =>
      continueNumbers(db, actor, row.store, { order: values.nextOrder, invoice: values.nextInvoice }),
  }),
})
