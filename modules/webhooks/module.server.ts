/** Webhooks: what the server, its jobs and the back office add for them. */
import { z } from 'zod'
import { outcomeOf } from '../../domain/undo/reversal.ts'
import { defineModule } from '../../sdk/module.ts'
import { webhooks } from './declarations.ts'
import { createWebhookSender } from './send-webhook.server.ts'
import { changeWebhook, findTerms, termsOf } from './webhook-repository.server.ts'
import { webhookResource } from './webhook-resource.server.ts'

declare module '../../domain/events/shop-event.ts' {
  interface EventData {
    'webhook.test': { webhook: number }
  }
}

export const module = defineModule(webhooks, {
  resources: [webhookResource],
  subscribers: { webhook: createWebhookSender() },
  events: {
    'webhook.test': {
      description: 'Staff have asked for a message that only one webhook gets.',
      version: 1,
      object: 'webhook',
      data: z.object({ webhook: z.int() }),
    },
  },
  reversals: {
    'webhook.change': {
      permission: 'settings:edit',
      reverse: async (trx, actor, { objectId, before }) => {
        const id = Number(objectId)
        const current = await findTerms(trx, id)
        if (current === null) return 'unknown_webhook'
        const changed = await changeWebhook(trx, actor, id, termsOf(before, current))
        return outcomeOf(changed)
      },
    },
  },
})
