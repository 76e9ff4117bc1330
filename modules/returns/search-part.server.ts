import { sql } from 'kysely'
import type { SearchHit, SearchPart } from '../../domain/command-search/search-back-office.server.ts'

/** Returns by the number of their order, or their own. */
export const searchPart: SearchPart = {
  permission: 'return:read',
  query: (
    stores,
    text,
    most,
  ) => sql<SearchHit>`select 'return' as kind, o.number || '-R' || r.number as id, o.store,
      o.number || '-R' || r.number as title, r.status as detail
    from orders o join order_return r on r.order_id = o.id
    where o.number = ${text.toUpperCase().replace(/-R\d*$/, '')} and o.store = any(${stores}::text[])
    order by r.number limit ${most}`,
}
