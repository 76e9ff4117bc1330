/** A customer account, and the fields its customer may see and change. Pure. */
import type { StoreCode } from '../stores/stores.ts'

/** A customer's profile; a text is empty where none was given. */
export interface Profile {
  firstName: string
  lastName: string
  phone: string
  street: string
  postalCode: string
  city: string
  companyName: string | null
}

export interface Account extends Profile {
  id: number
  /** Customer number, `C100001`. */
  number: string
  /** The country store it was opened in. */
  store: StoreCode
  email: string
  type: 'private' | 'business'
}

/** The authenticated caller: an account's customer, or the holder of one order's login (ROLE rows). */
export type Session =
  | { strategy: 'account'; accountId: number; familyId: number }
  | { strategy: 'order'; orderId: number; orderNumber: string; familyId: number }

/** Shortest password, in characters (AUTH-12). */
export const shortestPassword = 8
/** Longest password; longer texts are rejected before hashing costs time. */
export const longestPassword = 200

/** Whether a text is accepted as a password: eight or more characters, no other rule (AUTH-12). */
export function isPassword(text: string): boolean {
  return [...text].length >= shortestPassword && text.length <= longestPassword
}

/**
 * Longest life of a session after its login, however often its tokens are renewed. An order's session ends
 * after a day, because it is often used on a shared device.
 */
export const longestSessionMs = { account: 30 * 24 * 3600_000, order: 24 * 3600_000 } as const

/** Access and refresh token are each valid for this long from issue (AUTH-04). */
export const sessionLifeMs = 3600_000
/** The pair is renewed when less than this much validity is left (AUTH-03). */
export const renewBelowMs = 600_000
