import type { ModuleDeclarations } from '../declarations.ts'

/** Notices that a product can be bought again. */
export const backInStock = {
  name: 'back-in-stock',
  notices: { stock: { topic: 'stock' } },
  mails: { 'stock-notice': { daily: 10, topic: 'stock' } },
  mailTopics: ['stock'],
  auditActions: ['stock_notice.remove'],
  mailTemplates: { 'stock-notice-mail': {} },
  scheduledJobs: { 'stock-mails': { cron: '* * * * *' } },
  // Requests: after their notice was sent, and when they have ended (domain/notifications/notice-period.ts).
  retention: { 'notified-stock': { days: 30 }, 'waiting-stock': { days: 30 } },
  ownData: { stock_notifications: { title: 'data.stock', fields: ['sku'] } },
} as const satisfies ModuleDeclarations
