import type { ModuleDeclarations } from '../declarations.ts'

/** Addresses outside that are told of the shop's events, signed as Standard Webhooks describes. */
export const webhooks = {
  name: 'webhooks',
  // Each row of `webhook` is a subscriber: `webhook:7`.
  subscribers: { webhook: { events: [] } },
  events: ['webhook.test'],
  auditActions: ['webhook.add', 'webhook.change', 'webhook.remove', 'webhook.renew_secret', 'webhook.test'],
  auditObjects: { webhook: { section: 'section.settings', page: '/webhooks/:id' } },
  keyPurposes: ['webhook-secret'],
} as const satisfies ModuleDeclarations
