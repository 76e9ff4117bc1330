/** Searches of shoppers that found nothing, as staff see them: words for synonyms and hints, and products to sell. */
import { sql } from 'kysely'
import {
  action,
  day,
  defineResource,
  id,
  integer,
  moment,
  shopPage,
  store,
  text,
} from '../resources/resource.server.ts'
import { dayAfter } from '../stores/store-day.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { closeSearchMiss } from './search-miss-repository.server.ts'

/** Days after its last search without results that a query is listed on To do. */
const listedDays = 30

interface Miss {
  id: number
  store: StoreCode
  query: string
  closedAt: Date | null
}

const close = (isClosing: boolean) =>
  action<Miss>()({
    description: isClosing
      ? 'note that a query is dealt with, until it finds nothing again'
      : 'list a query again',
    permission: 'product:edit',
    isOffered: ({ closedAt }) => (closedAt === null) === isClosing,
    run: async ({ db, clock }, actor, { row }) =>
      (await closeSearchMiss(db, actor, row.id, isClosing ? new Date(clock()) : null))
        ? { ok: true }
        : { ok: false, code: 'unknown_search' },
  })

export const searchMissResource = defineResource({
  name: 'searches',
  section: { after: '/stock', icon: 'search', keys: 'g q' },
  permission: 'product:read',
  auditObject: 'search_miss',
  source: sql`search_miss m`,
  key: 'id',
  title: 'query',
  defaultSort: '-searches',
  isPersonal: false,
  fields: {
    id: id(sql`m.id`, { shown: 'never' }),
    // In lower case, with single spaces.
    query: text(sql`m.query`, { sort: true, isSearched: true, linksTo: 'page' }),
    // Of the last 30 days.
    searches: integer(
      sql`(select coalesce(sum(d.searches), 0)::integer from search_miss_day d
        where d.miss_id = m.id and d.day > current_date - 30)`,
      { sort: true },
    ),
    // The store's day.
    lastMissedOn: day(sql`m.last_missed_on`, { sort: 'missed', filter: 'missed' }),
    store: store(sql`m.store`, { filter: true }),
    closedAt: moment(sql`m.closed_at`, { isNullable: true, shown: 'chosen' }),
    // What the shop finds now.
    page: shopPage(
      ({ store: code, query }: Miss) =>
        `/${code}/${stores[code].paths.search}?${new URLSearchParams({ query })}`,
      { shown: 'never' },
    ),
  },
  filters: {
    open: {
      kind: 'flag',
      condition: (isOpen) => (isOpen ? sql`m.closed_at is null` : sql`m.closed_at is not null`),
    },
  },
  actions: { close: close(true), reopen: close(false) },
  todo: {
    searches_missed: {
      query: (today) => `filter.open=yes&filter.missed=${dayAfter(today, 1 - listedDays)}..`,
    },
  },
})
