import type { ModuleDeclarations } from '../declarations.ts'

/** Walley: its checkouts of consumers and of companies. */
export const walley = {
  name: 'walley',
  paymentAccounts: { walley: { name: 'Walley' } },
  paymentMethods: {
    walley_b2c: { name: 'Walley', collects: 'frame', callbackName: 'walley-b2c', marks: ['walley'] },
    walley_b2b: {
      name: 'Walley',
      staffName: 'Walley B2B',
      collects: 'frame',
      callbackName: 'walley-b2b',
      marks: ['walley'],
    },
  },
} as const satisfies ModuleDeclarations
