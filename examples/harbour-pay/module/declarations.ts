import type { ModuleDeclarations } from 'anode/module'

/** Payments on the page of Harbour Pay, reserved there and charged when the goods leave. */
export const declarations = {
  name: 'harbour-pay',
  paymentAccounts: { 'harbour-pay': { name: 'Harbour Pay' } },
  paymentMethods: { 'harbour-pay': { name: 'Harbour Pay', collects: 'redirect', offered: {} } },
} as const satisfies ModuleDeclarations
