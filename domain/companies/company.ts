/**
 * A company that buys with several people: its data, the roles of its people and what each role may do. Pure.
 */
import type { Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'

/**
 * `buyer`: orders, and sees own orders. `approver`: also sees the company's orders and approves purchases of others.
 * `admin`: also invites and removes people and edits the company.
 */
export const companyRoles = ['buyer', 'approver', 'admin'] as const
export type CompanyRole = (typeof companyRoles)[number]

/** References of an order that a company can require. */
export const companyReferences = ['yourReference', 'purchaseOrder', 'costCentre'] as const
export type CompanyReference = (typeof companyReferences)[number]

export interface Company {
  id: number
  store: StoreCode
  name: string
  /** Staff have confirmed that its people act for it: it may be invoiced, has agreed prices and owns its number. */
  isVerified: boolean
  /** As stored: digits, in Germany the VAT number. */
  organisationNumber: string
  /** With its country code; null: none given. */
  vatNumber: string | null
  street: string
  postalCode: string
  city: string
  invoiceEmail: string | null
  /** Receiver of electronic invoices. */
  electronicAddress: string | null
  requiredReferences: readonly CompanyReference[]
  /** The cost centres to choose from; empty: free text. */
  costCentres: readonly string[]
}

/** What a person may do in a company. */
export interface CompanyMembership {
  role: CompanyRole
  /** Orders with a total above it (VAT included) need the approval of another person; null: none does. */
  approvalAboveMinor: Minor | null
}

/** A person's membership with the company. */
export interface CompanyMember extends CompanyMembership {
  accountId: number
  company: Company
}

const rank: Record<CompanyRole, number> = { buyer: 0, approver: 1, admin: 2 }

/** Whether a role includes another one. */
export function hasRole(role: CompanyRole, needed: CompanyRole): boolean {
  return rank[role] >= rank[needed]
}

/** Whether a member's order with this total (VAT included) needs the approval of another person. */
export function needsApproval(
  { approvalAboveMinor }: Pick<CompanyMembership, 'approvalAboveMinor'>,
  totalMinor: Minor,
): boolean {
  return approvalAboveMinor !== null && totalMinor > approvalAboveMinor
}
