import type { ModuleDeclarations } from '../declarations.ts'

/** Walley: its checkouts of consumers and of companies. */
export const walley = {
  name: 'walley',
  paymentAccounts: { walley: { name: 'Walley' } },
} as const satisfies ModuleDeclarations
