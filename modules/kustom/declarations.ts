import type { ModuleDeclarations } from '../declarations.ts'

/** Kustom (formerly Klarna Checkout): its checkout in a frame. */
export const kustom = {
  name: 'kustom',
  paymentAccounts: { kustom: { name: 'Kustom' } },
  // The method's id is from the time when the company was Klarna's; staff know it by that name.
  paymentMethods: {
    klarna: {
      name: 'Kustom',
      staffName: 'Klarna',
      collects: 'frame',
      callbackName: 'kustom',
      marks: ['kustom', 'klarna', 'swish', 'vipps', 'mobilepay', 'bankid', 'visa', 'mastercard', 'amex'],
    },
  },
} as const satisfies ModuleDeclarations
