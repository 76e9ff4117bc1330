import type { ModuleDeclarations } from '../declarations.ts'

/** Reviews of products by their buyers. */
export const reviews = {
  name: 'reviews',
  pages: { review: 'storefront/review-page.tsx' },
  ownSections: ['review'],
  sectionsWithToken: ['review'],
  mails: {
    // Asks the buyer of a delivered order for reviews.
    'review-request': { daily: 20, topic: 'reviews' },
    // To the author of a rejected review: the reason.
    'review-rejected': { daily: 60 },
  },
  mailTopics: ['reviews'],
  mailTemplates: {
    'review-request-mail': { storeOf: { table: 'orders', id: 'orderId' } },
    'review-rejected-mail': { storeOf: { table: 'review', id: 'reviewId' } },
  },
  auditActions: ['review.answer', 'review.publish', 'review.reject', 'review.reopen', 'review.submit'],
  permissions: {
    'review:read': ['catalogue', 'service', 'accountant', 'auditor'],
    'review:moderate': ['catalogue', 'service'],
  },
  auditObjects: { review: { section: 'section.products' } },
  // In the daytime of all stores.
  scheduledJobs: { 'review-requests': { cron: '*/10 8-17 * * *' } },
  commands: ['review'],
  // Which orders' buyers were asked.
  retention: { 'review-request': { days: 365 } },
  keyPurposes: [
    // Links by which the buyer of an order writes reviews.
    'review-link',
    // Who found a review helpful: accounts and networks.
    'review-vote',
  ],
  ownData: { reviews: { title: 'data.reviews', fields: ['sku', 'stars', 'words'] } },
} as const satisfies ModuleDeclarations
