import type { ModuleDeclarations } from '../declarations.ts'

/** Notices that a product has become cheaper. */
export const priceNotices = {
  name: 'price-notices',
  notices: { price: { topic: 'price-drop' } },
  // A product has become cheaper.
  mails: { 'price-notice': { daily: 20, topic: 'price-drop' } },
  mailTopics: ['price-drop'],
  auditActions: ['price_notice.remove'],
  mailTemplates: { 'price-notice-mail': {} },
  scheduledJobs: { 'price-mails': { cron: '*/5 * * * *' } },
  // Requests that have ended (domain/notifications/notice-period.ts).
  retention: { 'waiting-price': { days: 30 } },
} as const satisfies ModuleDeclarations
