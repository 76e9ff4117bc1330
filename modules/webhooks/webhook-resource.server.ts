/** Webhooks as staff set them. */
import { sql } from 'kysely'
import { shopEvents, type KernelEventName } from '../../contract/events.ts'
import {
  action,
  codesInput,
  defineResource,
  flag,
  flagInput,
  form,
  id,
  moment,
  optionalText,
  storesInput,
  text,
  textInput,
  texts,
} from '../../domain/resources/resource.server.ts'
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  renewSecret,
  testWebhook,
} from './webhook-repository.server.ts'
import { longestUrl } from './webhook.server.ts'

interface Webhook {
  id: number
  isActive: boolean
}

export const webhookResource = defineResource({
  name: 'webhooks',
  section: { after: '/settings', icon: 'globe', keys: 'g u' },
  permission: 'settings:read',
  auditObject: 'webhook',
  source: sql`webhook w`,
  key: 'id',
  title: 'url',
  defaultSort: 'url',
  isPersonal: false,
  isOfEveryStore: true,
  fields: {
    id: id(sql`w.id`, { shown: 'never' }),
    url: text(sql`w.url`, { sort: true, isSearched: true }),
    description: text(sql`w.description`, { isSearched: true }),
    events: texts(sql`w.events`),
    // Empty: all.
    stores: texts(sql`w.stores`),
    isActive: flag(sql`w.is_active`, { filter: 'active' }),
    subscriber: text(sql`'webhook:' || w.id`, { shown: 'page' }),
    createdAt: moment(sql`w.created_at`, { sort: 'created', shown: 'page' }),
  },
  actions: {
    test: action<Webhook>()({
      description: 'send a message of no meaning',
      permission: 'settings:edit',
      isOffered: ({ isActive }) => isActive,
      run: async ({ db }, actor, { row }) => testWebhook(db, actor, row.id),
    }),
    'renew-secret': action<Webhook>()({
      description: 'replace the secret; the former one signs as well for a day',
      permission: 'settings:edit',
      run: async (services, actor, { row }) => {
        const renewed = await renewSecret(services, actor, row.id)
        return renewed.ok ? { ok: true, shownOnce: renewed.secret } : renewed
      },
    }),
  },
  form: form<Webhook>()({
    permission: 'settings:edit',
    inputs: {
      url: textInput(longestUrl),
      description: optionalText(200),
      events: codesInput(Object.keys(shopEvents) as KernelEventName[]),
      stores: storesInput(),
      isActive: flagInput({ initial: true }),
    },
    create: async (services, actor, values) => {
      const added = await addWebhook(services, actor, values)
      return added.ok ? { ok: true, key: added.id, shownOnce: added.secret } : added
    },
    change: async ({ db }, actor, { row, values }) => changeWebhook(db, actor, row.id, values),
    remove: async ({ db }, actor, row) => removeWebhook(db, actor, row.id),
  }),
})
