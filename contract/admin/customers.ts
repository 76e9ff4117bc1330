/** Customers who have an account, as staff see them. */
import { z } from 'zod'
import { amount } from '../amount.ts'
import { mailTopic } from '../mail-topics.ts'
import { returnStatus, storeCode } from './fields.ts'
import { orderRow, timelineEntry } from './orders.ts'
import { dayRange, listOf, tableQuery } from './table.ts'

const customerType = z.enum(['private', 'business'])

export const customersQuery = tableQuery({
  filters: {
    store: listOf(storeCode),
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

const text = z.string().max(200)
/** An empty text: there is none. */
export const customerProfile = z.strictObject({
  first_name: text,
  last_name: text,
  company: text,
  phone: text,
  street: text,
  postal_code: text,
  city: text,
})
/** `expected`: the profile that the person saw; a change meanwhile is answered 409 with `current`. */
export const changeCustomerBody = z.strictObject({ profile: customerProfile, expected: customerProfile })

export const bookAddress = z.strictObject({
  kind: z.enum(['delivery', 'invoice']),
  /** Filled in at checkout; at most one of a kind. */
  is_default: z.boolean(),
  first_name: text,
  last_name: text,
  /** An empty text: there is none. */
  company: text,
  street: text,
  postal_code: text,
  city: text,
})
const storedAddress = bookAddress.extend({ id: z.number().int() })
export const newAddressBody = z.strictObject({ store: storeCode, address: bookAddress })
/** `expected`: the address that the person saw; a change meanwhile is answered 409 with `current`. */
export const changeAddressBody = z.strictObject({
  store: storeCode,
  address: bookAddress,
  expected: storedAddress,
})
export const removeAddressBody = z.strictObject({ store: storeCode, expected: storedAddress })

/** An empty text: there is none. */
export const companyFacts = z.strictObject({
  name: text,
  organisation_number: text,
  vat_number: text,
  street: text,
  postal_code: text,
  city: text,
  invoice_email: z.string().max(300),
  electronic_address: text,
})
/** `expected`: the facts that the person saw; a change meanwhile is answered 409 with `current`. */
export const changeCompanyBody = z.strictObject({ facts: companyFacts, expected: companyFacts })

/** One customer, with the latest orders and returns, the lists and the agreements that the reader may see. */
export const customerPage = customerRow.omit({ orders: true, last_order_at: true }).extend({
  phone: z.string(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  orders: z.array(orderRow),
  /** At a former shop, the latest. */
  former_orders: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      placed_at: z.iso.datetime(),
      total: amount,
      currency: z.string(),
      /** False: the customer has not confirmed the address of the order, and does not see it. */
      is_confirmed: z.boolean(),
    }),
  ),
  returns: z.array(
    z.object({
      /** S100001-R1 */
      id: z.string(),
      store: z.string(),
      status: returnStatus,
      registered_at: z.iso.datetime(),
      units: z.number(),
    }),
  ),
  /** Which mails the customer wants; `since`: when that was chosen, null where nobody has chosen anything. */
  consents: z.array(
    z.object({ topic: mailTopic, is_wanted: z.boolean(), since: z.iso.datetime().nullable() }),
  ),
  lists: z.array(
    z.object({
      id: z.number(),
      store: z.string(),
      /** Null: the saved products. */
      name: z.string().nullable(),
      is_shared: z.boolean(),
      lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
    }),
  ),
  /** Price agreements that are valid, or will be. */
  agreements: z.array(
    z.object({
      id: z.number(),
      store: z.string(),
      name: z.string(),
      /** Null: with the customer alone. */
      company: z.string().nullable(),
      /** Whether it applies where the price that everybody gets is lower. */
      is_fixed: z.boolean(),
      /** Number of agreed prices. */
      prices: z.number(),
      /** Names of a brand and a category; both null: the whole range. */
      percentages: z.array(
        z.object({ percent: z.number(), brand: z.string().nullable(), category: z.string().nullable() }),
      ),
      valid_from: z.iso.datetime(),
      valid_to: z.iso.datetime().nullable(),
    }),
  ),
  profile: customerProfile,
  /** Of the stores whose customers the reader may see; defaults first. */
  addresses: z.array(storedAddress.extend({ store: z.string() })),
  /** The companies whose people the customer is one of; at most one in a store. */
  companies: z.array(
    z.object({
      id: z.number(),
      store: z.string(),
      role: z.enum(['buyer', 'approver', 'admin']),
      /** Orders above it need the approval of another person; null: none does. */
      approval_above: z.number().nullable(),
      currency: z.string(),
      /** Staff have confirmed that its people act for it. */
      verified: z.boolean(),
      facts: companyFacts,
    }),
  ),
  timeline: z.array(timelineEntry),
})
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const customerParams = z.object({ id })
/** An address of the company that staff found, such as the one in the public register. */
export const askCompanyRequest = z.object({ email: z.string().max(300) })
export const customerCompanyParams = z.object({ id, store: storeCode })
