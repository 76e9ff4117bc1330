/** The payment methods of the simulated Stripe: currencies, holds, and how the shopper authorizes them. */

/** How long an amount is held, in days; null: the method pays at once and cannot hold. */
interface MethodRule {
  currencies: readonly string[] | null
  holdDays: number | null
  /** Time in which the shopper must approve in another app or page; null: the form is enough. */
  approvalMs: number | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export const methodTypes = ['card', 'link', 'klarna', 'mobilepay', 'swish'] as const
export type MethodType = (typeof methodTypes)[number]

/** `currencies`: null is any. */
export const methodRules: Record<MethodType, MethodRule> = {
  card: { currencies: null, holdDays: 7, approvalMs: null },
  link: { currencies: null, holdDays: 7, approvalMs: null },
  klarna: { currencies: ['sek', 'nok', 'dkk', 'eur'], holdDays: 28, approvalMs: 24 * hourMs },
  mobilepay: { currencies: ['dkk', 'eur', 'sek', 'nok'], holdDays: 7, approvalMs: 5 * minuteMs },
  swish: { currencies: ['sek'], holdDays: null, approvalMs: 3 * minuteMs },
}

/** Smallest amounts in minor units. */
export const minimumMinor: Record<string, number> = { sek: 300, nok: 300, dkk: 250, eur: 50 }

/** Eight digits. */
export const maximumMinor = 99_999_999
