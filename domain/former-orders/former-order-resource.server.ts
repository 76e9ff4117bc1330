/** Orders of a former shop as staff find them, for questions about returns and warranty. */
import { sql } from 'kysely'
import type { Expression } from '../../db/table-query.server.ts'
import {
  choice,
  customer,
  defineResource,
  flag,
  id,
  moment,
  products,
  store,
  text,
  texts,
} from '../resources/resource.server.ts'

/** In major units, for people; null: unknown. */
const amount = (minorUnits: Expression) => sql`(${minorUnits} / 100.0)::numeric(14, 2) || ' ' || f.currency`

/** A line's amount, likewise. */
const amountOf = (line: 'unitMinor' | 'discountMinor') => amount(sql`(line ->> ${sql.lit(line)})::bigint`)

const ofPage = { isNullable: true, shown: 'page' } as const

export const formerOrderResource = defineResource({
  name: 'former-orders',
  section: { after: '/returns', otherwise: '/orders', icon: 'cart', keys: 'g f' },
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
    total: text(amount(sql`f.total_minor`)),
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
      sql`array(select concat(line ->> 'quantity', ' × ', line ->> 'name', ' (' || (line ->> 'sku') || ')',
          ' à ' || ${amountOf('unitMinor')},
          case when (line ->> 'discountMinor')::bigint > 0 then ' − ' || ${amountOf('discountMinor')} end)
        from jsonb_array_elements(f.lines) with ordinality as entry (line, position) order by position)`,
      { shown: 'page' },
    ),
    products: products(
      sql`array(select p.sku::text from jsonb_array_elements(f.lines) with ordinality as entry (line, position)
        join product p on lower(p.sku) = lower(line ->> 'sku')
        join store_product s on s.product_id = p.id and s.store = f.store
        group by p.sku order by min(position))`,
      { shown: 'page' },
    ),
    subtotal: text(amount(sql`f.subtotal_minor`), ofPage),
    shipping: text(amount(sql`f.shipping_minor`), ofPage),
    tax: text(amount(sql`f.tax_minor`), ofPage),
    discount: text(amount(sql`f.discount_minor`), ofPage),
    discountCode: text(sql`f.discount_code`, ofPage),
    refunded: text(amount(sql`f.refunded_minor`), ofPage),
    // Also while the address is not confirmed: staff are asked about the order all the same.
    customer: customer(
      sql`coalesce(f.account_id, (select a.id from account a where a.email = f.email and a.erased_at is null))`,
      ofPage,
    ),
    store: store(sql`f.store`, { filter: true }),
    importedAt: moment(sql`f.imported_at`, { shown: 'page' }),
  },
})
