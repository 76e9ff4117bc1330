import type { ModuleDeclarations } from '../declarations.ts'

/** Kustom (formerly Klarna Checkout): its checkout in a frame. */
export const kustom = {
  name: 'kustom',
  paymentAccounts: { kustom: { name: 'Kustom' } },
} as const satisfies ModuleDeclarations
