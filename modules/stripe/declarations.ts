import type { ModuleDeclarations } from '../declarations.ts'

/** Stripe: cards, Swish and MobilePay in Stripe's Payment Element. */
export const stripe = {
  name: 'stripe',
  paymentAccounts: { stripe: { name: 'Stripe' } },
  paymentMethods: {
    stripe: {
      name: 'Stripe',
      collects: 'fields',
      canRepeat: true,
      marks: ['stripe', 'swish', 'mobilepay', 'visa', 'mastercard', 'amex'],
    },
  },
} as const satisfies ModuleDeclarations
