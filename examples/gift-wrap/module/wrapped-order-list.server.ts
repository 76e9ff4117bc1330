/** The orders that have wrapping, for who packs them. */
import { action, choice, defineResource, moment, order, store, tableOf, text, texts } from 'anode/module'
import { sql } from 'kysely'
import { markWrapped } from './wrapped-orders.server.ts'

interface Row {
  number: string
  state: 'waiting' | 'wrapped'
}

export const wrappedOrderList = defineResource({
  name: 'gift-wrap-orders',
  section: { after: '/orders', icon: 'tag', keys: 'g g' },
  permission: 'gift-wrap:wrap',
  auditObject: 'gift_wrap_order',
  source: sql`${tableOf('gift-wrap', 'wrapped_order')} o`,
  key: 'key',
  title: 'number',
  defaultSort: '-placed',
  isPersonal: false,
  fields: {
    key: text(sql`o.number`, { shown: 'never' }),
    number: order(sql`o.number`, { isSearched: true }),
    store: store(sql`o.store`, { filter: true }),
    wrapping: texts(sql`o.wrapping`),
    state: choice(
      sql`case when o.wrapped_at is null then 'waiting' else 'wrapped' end`,
      { waiting: 'warning', wrapped: 'good' },
      { filter: true },
    ),
    placedAt: moment(sql`o.placed_at`, { sort: 'placed' }),
    wrappedAt: moment(sql`o.wrapped_at`, { isNullable: true }),
  },
  todo: { gift_wrap_waiting: { query: () => 'filter.state=waiting' } },
  actions: {
    wrapped: action<Row>()({
      description: 'say that an order is wrapped',
      permission: 'gift-wrap:wrap',
      isMain: true,
      isOffered: ({ state }) => state === 'waiting',
      run: ({ db, clock }, actor, { row }) => markWrapped(db, actor, row.number, new Date(clock())),
    }),
  },
})
