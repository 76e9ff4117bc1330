/** Customers who have an account, as staff see them. */
import { z } from 'zod'
import { amount, givenAmount } from '../amount.ts'
import { mailTopic } from '../mail-topics.ts'
import { storeCode } from './fields.ts'
import { orderRow, timelineEntry } from './orders.ts'

const text = z.string().max(200)
/** An empty text: there is none. */
export const customerProfile = z.strictObject({
  firstName: text,
  lastName: text,
  company: text,
  phone: text,
  street: text,
  postalCode: text,
  city: text,
})
/** `expected`: the profile that the person saw; a change meanwhile is answered 409 with `current`. */
export const changeCustomerBody = z.strictObject({ profile: customerProfile, expected: customerProfile })

export const bookAddress = z.strictObject({
  kind: z.enum(['delivery', 'invoice']),
  /** Filled in at checkout; at most one of a kind. */
  isDefault: z.boolean(),
  firstName: text,
  lastName: text,
  /** An empty text: there is none. */
  company: text,
  street: text,
  postalCode: text,
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
  organisationNumber: text,
  vatNumber: text,
  street: text,
  postalCode: text,
  city: text,
  invoiceEmail: z.string().max(300),
  electronicAddress: text,
})
/** `expected`: the facts that the person saw; a change meanwhile is answered 409 with `current`. */
export const changeCompanyBody = z.strictObject({ facts: companyFacts, expected: companyFacts })

/** Fields that modules add to the page of a customer; each adds its own. */
export interface CustomerPageParts {}

/** One customer, with the latest orders. */
export const customerPage = z.object({
  id: z.number(),
  /** C100001 */
  number: z.string(),
  store: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  email: z.string(),
  type: z.enum(['private', 'business']),
  createdAt: z.iso.datetime(),
  phone: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  orders: z.array(orderRow),
  /** At a former shop, the latest. */
  formerOrders: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      placedAt: z.iso.datetime(),
      total: amount,
      currency: z.string(),
      /** False: the customer has not confirmed the address of the order, and does not see it. */
      isConfirmed: z.boolean(),
    }),
  ),
  /** Which mails the customer wants; `since`: when that was chosen, null where nobody has chosen anything. */
  consents: z.array(
    z.object({ topic: mailTopic, isWanted: z.boolean(), since: z.iso.datetime().nullable() }),
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
      approvalAbove: z.number().nullable(),
      currency: z.string(),
      /** Staff have confirmed that its people act for it. */
      verified: z.boolean(),
      facts: companyFacts,
    }),
  ),
  /** In the stores whose gift cards the reader may see, also where nothing is left. */
  storeCredit: z.array(
    z.object({
      store: z.string(),
      balance: amount,
      currency: z.string(),
      /** Newest first, at most 50. */
      movements: z.array(
        z.object({
          /** `withdrawn`: staff took it away. */
          kind: z.enum(['issued', 'spent', 'returned', 'withdrawn']),
          /** Below zero where it took. */
          amount,
          order: z.string().nullable(),
          at: z.iso.datetime(),
        }),
      ),
    }),
  ),
  timeline: z.array(timelineEntry),
})
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const customerParams = z.object({ id })
/** An address of the company that staff found, such as the one in the public register. */
export const askCompanyRequest = z.object({ email: z.string().max(300) })
export const customerCreditParams = z.object({ id, store: storeCode })
export const customerCompanyParams = z.object({ id, store: storeCode })
/** `amount`: above zero. */
export const changeCreditBody = z.strictObject({
  change: z.enum(['give', 'take']),
  amount: givenAmount.positive().max(1_000_000),
  reason: z.string().trim().min(3).max(500),
  /** The same key books once. */
  idempotencyKey: z.string().min(8).max(80),
})
export const changedCredit = z.object({ balance: amount, currency: z.string(), repeated: z.boolean() })
