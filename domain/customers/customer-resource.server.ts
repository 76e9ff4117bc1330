/** Customers who have an account, as staff find them; each has a page of their own. */
import { sql } from 'kysely'
import { prefixQuery } from '../../db/prefix-query.server.ts'
import type { Expression } from '../../db/table-query.server.ts'
import { hasFields } from '../resources/field-filter.server.ts'
import { choice, defineResource, id, integer, moment, store, text } from '../resources/resource.server.ts'

/** The expression of the index `account_search_words` (migration 0137), letter by letter. */
const searchWords = sql`to_tsvector('simple', translate(
  number || ' ' || first_name || ' ' || last_name || ' ' || coalesce(company_name, '') || ' ' || email,
  '@.-_+/', '      '))`

/** Whether an account's number, name, company or address has words that begin like these. */
export function customerMatches(words: string): Expression {
  const query = prefixQuery(words)
  return query === null ? sql`false` : sql`${searchWords} @@ to_tsquery('simple', ${query})`
}

export const customerResource = defineResource({
  name: 'customers',
  section: null,
  permission: 'customer:read',
  auditObject: 'account',
  source: sql`(select * from account where erased_at is null) a`,
  key: 'id',
  title: 'number',
  defaultSort: '-created',
  isPersonal: true,
  rowPage: 'own',
  fields: {
    id: id(sql`a.id`, { shown: 'never' }),
    // C100001
    number: text(sql`a.number`, { sort: true, sortedBy: sql`a.id`, sortedAs: 'bigint', isOnOneLine: true }),
    name: text(sql`trim(a.first_name || ' ' || a.last_name)`, { isOnOneLine: true }),
    company: text(sql`a.company_name`, { isNullable: true, isOnOneLine: true }),
    email: text(sql`a.email`, { isOnOneLine: true }),
    orders: integer(sql`(select count(*)::integer from orders o where o.account_id = a.id)`),
    // Of the former shop with the customer's address, confirmed or not.
    formerOrders: integer(sql`(select count(*)::integer from former_order f
      where f.account_id = a.id or (f.account_id is null and f.email = a.email))`),
    lastOrderAt: moment(sql`(select max(o.placed_at) from orders o where o.account_id = a.id)`, {
      isNullable: true,
      isDateOnly: true,
    }),
    store: store(sql`a.store`, { filter: true }),
    createdAt: moment(sql`a.created_at`, { sort: 'created', filter: 'created' }),
    type: choice(
      sql`a.type`,
      { private: 'neutral', business: 'neutral' },
      { filter: true, words: 'orders.customer_', shown: 'chosen' },
    ),
  },
  filters: {
    field: {
      kind: 'fields',
      object: 'customer',
      condition: (wanted) => hasFields('customer', sql`a.id`, wanted),
    },
  },
  search: customerMatches,
})
