import type { ModuleDeclarations } from '../declarations.ts'

/** Stripe: cards, Swish and MobilePay in Stripe's Payment Element. */
export const stripe = {
  name: 'stripe',
  paymentAccounts: { stripe: { name: 'Stripe' } },
} as const satisfies ModuleDeclarations
