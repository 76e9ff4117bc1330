/** The back office's table of searches that found nothing. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { DayRange } from './day-range.server.ts'

export interface SearchMissTableRow {
  id: number
  store: StoreCode
  query: string
  /** Of the last 30 days. */
  searches: number
  /** The store's day, `YYYY-MM-DD`. */
  lastMissedOn: string
  closedAt: Date | null
}

export interface SearchMissFilters {
  open?: boolean | undefined
  store?: readonly string[] | undefined
  /** Day of the last search. */
  missed?: DayRange | undefined
}

const searches = sql`(select coalesce(sum(d.searches), 0)::integer from search_miss_day d
  where d.miss_id = m.id and d.day > current_date - 30)`

export const searchMissTable: TableDefinition<SearchMissTableRow, SearchMissFilters> = {
  source: sql`search_miss m`,
  key: { by: sql`m.id`, type: 'bigint' },
  columns: {
    id: sql`m.id`,
    store: sql`m.store`,
    query: sql`m.query`,
    searches,
    lastMissedOn: sql`to_char(m.last_missed_on, 'YYYY-MM-DD')`,
    closedAt: sql`m.closed_at`,
  },
  filters: {
    open: (isOpen) => (isOpen ? sql`m.closed_at is null` : sql`m.closed_at is not null`),
    store: (stores) => sql`m.store = any(${stores}::text[])`,
    missed: ({ from, to }) =>
      sql`m.last_missed_on between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`,
  },
  search: (text) => sql`strpos(m.query, lower(${text})) > 0`,
  sorts: {
    searches: { by: searches, type: 'integer' },
    missed: { by: sql`m.last_missed_on`, type: 'date' },
    query: { by: sql`m.query`, type: 'text' },
  },
  inStores: (stores) => sql`m.store = any(${stores}::text[])`,
}
