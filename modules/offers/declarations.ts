import type { ModuleDeclarations } from '../declarations.ts'

/** Prices for one customer, or for a segment of customers (ACCOUNT-03). */
export const offers = {
  name: 'offers',
  accountPages: {
    offers: {
      file: 'storefront/offers-page.tsx',
      menu: { text: 'account.offers', icon: 'tag', behind: 'overview' },
    },
  },
  auditActions: [
    'offer.create',
    'offer.remove',
    'offer.restore',
    'offer.round',
    'segment.add',
    'segment.remove',
  ],
  auditObjects: { offer: { section: 'section.prices' }, segment: { section: 'section.customers' } },
  commands: ['offer', 'segment'],
} as const satisfies ModuleDeclarations
