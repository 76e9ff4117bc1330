/** A customer with an account, and what of it the customer may see and change. Pure. */
import type { StoreCode } from '../stores/stores.ts'

/** What a customer keeps with the shop; texts are empty where nothing was given. */
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

/** Who asks: an account's customer, or somebody with the login of one order (ROLE rows). */
export type Session =
  | { strategy: 'account'; accountId: number; familyId: number }
  | { strategy: 'order'; orderId: number; orderNumber: string; familyId: number }

/** AUTH-12. */
export const shortestPassword = 8
/** Longer texts are refused before they cost time. */
export const longestPassword = 200

/** Whether a text may be a password: eight or more characters, nothing else is asked of it. */
export function isPassword(text: string): boolean {
  return [...text].length >= shortestPassword && text.length <= longestPassword
}

/**
 * A session ends this long after its login, however often its tokens are renewed. An order's login ends after a day: it
 * is often used on a borrowed device.
 */
export const longestSessionMs = { account: 30 * 24 * 3600_000, order: 24 * 3600_000 } as const

/** Access and refresh token both live this long from issue (AUTH-04). */
export const sessionLifeMs = 3600_000
/** AUTH-03: with less life left than this the pair is renewed. */
export const renewBelowMs = 600_000
