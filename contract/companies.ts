/** Companies that buy with several people, of the store of the call. Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount } from './amount.ts'
import { ordersAnswer } from './orders.ts'
import { safeText } from './text.ts'

const role = z.enum(['buyer', 'approver', 'admin'])
const reference = z.enum(['yourReference', 'purchaseOrder', 'costCentre'])
const approvalAbove = amount.nullable().meta({
  description: 'Orders above it, VAT included, need the approval of another person; null: none does',
})

const person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  approval_above: approvalAbove,
  self: z.boolean().meta({ description: 'The calling account' }),
})

const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role,
  approval_above: approvalAbove,
  expires_at: z.string(),
})

/** GET and PATCH /api/company */
export const companyAnswer = z.object({
  name: z.string(),
  verified: z.boolean().meta({
    description: 'False: staff have not confirmed its people yet; no invoice and no agreed prices',
  }),
  organisation_number: z.string(),
  vat_number: z.string().nullable(),
  street: z.string(),
  postal_code: z.string(),
  city: z.string(),
  invoice_email: z.string().nullable(),
  electronic_address: z.string().nullable(),
  required_references: z.array(reference),
  cost_centres: z.array(z.string()),
  role: role.meta({ description: 'Of the calling account' }),
  approval_above: approvalAbove,
  people: z.array(person).meta({ description: 'Empty for a buyer' }),
  invitations: z.array(invitation).meta({ description: 'Empty unless the caller is an admin' }),
})
export type CompanyAnswer = z.infer<typeof companyAnswer>

const text = z.string().max(1000).optional()

/** POST /api/company: the caller becomes the admin of the company. */
export const newCompany = z.object({
  name: text,
  organisation_number: text.meta({ description: 'In Germany the VAT number' }),
  vat_number: text.meta({ description: 'With its country code' }),
  street: text,
  postal_code: text,
  city: text,
})

export const companyPatch = z.object({
  street: text,
  postal_code: text,
  city: text,
  invoice_email: text,
  electronic_address: text,
  required_references: z.array(reference).max(3).optional(),
  cost_centres: z.array(safeText(1000)).max(1000).optional(),
})

const limit = givenAmount.min(0).max(10_000_000).nullable()

/** POST /api/company/invitations */
export const invitationRequest = z.object({ email: safeText(254), role, approval_above: limit.default(null) })

/** PATCH /api/company/people/:id */
export const personPatch = z.object({ role, approval_above: limit })

export const companyIdParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** POST /api/company/join: the token of an invitation's link. */
export const joinRequest = z.object({ token: safeText(200) })
export const joinAnswer = z.object({ company: z.string() })
export type JoinAnswer = z.infer<typeof joinAnswer>

/** POST /api/company/verify: the token of the link that a company gets. */
export const verifyCompanyRequest = z.object({ token: safeText(200) })
export const verifyCompanyAnswer = z.object({ company: z.string() })
export type VerifyCompanyAnswer = z.infer<typeof verifyCompanyAnswer>

/** GET /api/company/orders */
export const companyOrdersAnswer = z.array(
  ordersAnswer.element.extend({ buyer: z.string().meta({ description: 'Who placed it' }) }),
)
export type CompanyOrderEntry = z.infer<typeof companyOrdersAnswer>[number]
