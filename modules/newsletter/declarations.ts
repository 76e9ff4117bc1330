import type { ModuleDeclarations } from '../declarations.ts'

const hourMs = 3_600_000

/** Who gets the newsletters of a store. Another program writes and sends them. */
export const newsletter = {
  name: 'newsletter',
  optIns: ['newsletter'],
  mails: { 'newsletter-confirmation': { daily: 3 } },
  visitorMails: {
    'newsletter-confirmation': {
      recipient: { mails: 2, windowMs: 24 * hourMs },
      network: { mails: 20, windowMs: hourMs },
      isUnproven: true,
    },
  },
  // Addresses that unsubscribed, as proof that they had subscribed, until claims lapse.
  retention: { newsletter: { yearsAfter: 3 } },
  ownData: { newsletter: { title: 'data.newsletter', fields: ['store', 'subscribed_at'] } },
} as const satisfies ModuleDeclarations
