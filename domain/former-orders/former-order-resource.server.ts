/** Orders of a former shop as staff find them, for questions about returns and warranty. */
import { sql } from 'kysely'
import { choice, defineResource, flag, id, moment, store, text, texts } from '../resources/resource.server.ts'

export const formerOrderResource = defineResource({
  name: 'former-orders',
  section: { after: '/returns', icon: 'cart', keys: 'g f' },
  permission: 'order:read',
  auditObject: 'former_order',
  source: sql`former_order f`,
  key: 'id',
  title: 'number',
  defaultSort: '-placed',
  isPersonal: true,
  fields: {
    id: id(sql`f.id`, { shown: 'never' }),
    number: text(sql`f.number`, { sort: true, isSearched: true }),
    placedAt: moment(sql`f.placed_at`, { sort: 'placed', filter: 'placed' }),
    email: text(sql`f.email`, { isNullable: true, isSearched: true }),
    // In major units, for people.
    total: text(sql`(f.total_minor / 100.0)::numeric(14, 2) || ' ' || f.currency`),
    payment: choice(
      sql`f.payment`,
      {
        unpaid: 'neutral',
        partly_paid: 'neutral',
        paid: 'good',
        partly_refunded: 'warning',
        refunded: 'neutral',
      },
      { isNullable: true, filter: true },
    ),
    fulfilment: choice(
      sql`f.fulfilment`,
      { unfulfilled: 'neutral', partly_fulfilled: 'neutral', fulfilled: 'good' },
      { isNullable: true, filter: true },
    ),
    isCancelled: flag(sql`f.is_cancelled`),
    lines: texts(
      sql`array(select concat(line ->> 'quantity', ' × ', line ->> 'name', ' (' || (line ->> 'sku') || ')')
        from jsonb_array_elements(f.lines) with ordinality as entry (line, position) order by position)`,
      { shown: 'page' },
    ),
    store: store(sql`f.store`, { filter: true }),
    importedAt: moment(sql`f.imported_at`, { shown: 'page' }),
  },
})
