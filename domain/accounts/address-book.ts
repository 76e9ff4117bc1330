/** Addresses that a customer keeps for checkout. Pure. */

/** Where the goods go, or to whom the invoice is made out. */
export const addressKinds = ['delivery', 'invoice'] as const
export type AddressKind = (typeof addressKinds)[number]

export interface SavedAddress {
  firstName: string
  lastName: string
  companyName: string | null
  street: string
  /** As `normalizePostalCode` returns it. */
  postalCode: string
  city: string
}

export interface BookAddress extends SavedAddress {
  id: number
  kind: AddressKind
  /** Filled in at checkout; at most one of a kind. */
  isDefault: boolean
}

/** Most addresses of one account in a store. */
export const mostAddresses = 30
