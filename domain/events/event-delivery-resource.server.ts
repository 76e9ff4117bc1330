/** Events and what became of them at each subscriber, as staff see them. */
import { sql } from 'kysely'
import { action, choice, defineResource, id, integer, moment, text } from '../resources/resource.server.ts'
import { dismissDelivery, redeliver, redeliverAll } from './decide-delivery.server.ts'

interface Delivery {
  id: number
  subscriber: string
  state: 'owed' | 'delivered' | 'parked' | 'dismissed'
}

export const eventDeliveryResource = defineResource({
  name: 'event-deliveries',
  section: { after: '/settings', icon: 'return', keys: 'g b' },
  permission: 'settings:read',
  auditObject: 'event_delivery',
  source: sql`event_delivery d join event e on e.id = d.event_id`,
  key: 'id',
  title: 'event',
  defaultSort: '-published',
  isPersonal: false,
  isOfEveryStore: true,
  fields: {
    id: id(sql`d.id`, { shown: 'never' }),
    event: text(sql`e.name`, { sort: true, isSearched: true }),
    about: text(sql`e.object_id`, { isSearched: true }),
    subscriber: text(sql`d.subscriber`, { sort: true, isSearched: true }),
    state: choice(
      sql`d.state`,
      { owed: 'active', delivered: 'good', parked: 'bad', dismissed: 'neutral' },
      { filter: true },
    ),
    attempts: integer(sql`d.attempts`),
    // Code of the last failure.
    error: text(sql`d.error`, { isNullable: true }),
    publishedAt: moment(sql`e.recorded_at`, { sort: 'published', filter: 'published' }),
    attemptedAt: moment(sql`d.attempted_at`, { isNullable: true, shown: 'chosen' }),
    nextAt: moment(sql`case when d.state = 'owed' then d.next_at end`, { isNullable: true, shown: 'chosen' }),
    answer: text(sql`d.answer`, { isNullable: true, shown: 'page' }),
    data: text(sql`e.data::text`, { shown: 'page' }),
  },
  actions: {
    redeliver: action<Delivery>()({
      description: 'deliver an event again',
      permission: 'settings:edit',
      isOffered: ({ state }) => state !== 'owed',
      run: async ({ db }, actor, { row }) => redeliver(db, actor, row),
    }),
    'redeliver-all': action<Delivery>()({
      description: 'deliver again all that was given up for the same subscriber',
      permission: 'settings:edit',
      isOffered: ({ state }) => state === 'parked',
      run: async ({ db }, actor, { row }) => redeliverAll(db, actor, row),
    }),
    dismiss: action<Delivery>()({
      description: 'give up an event for its subscriber',
      permission: 'settings:edit',
      isOffered: ({ state }) => state === 'parked',
      run: async ({ db }, actor, { row }) => dismissDelivery(db, actor, row),
    }),
  },
  todo: { events_parked: { query: () => 'filter.state=parked', isUrgent: true } },
})
