/** Searches of shoppers that found nothing, as staff see them. */
import { z } from 'zod'
import { storeCode } from './fields.ts'
import { dayRange, flag, listOf, tableQuery } from './table.ts'

export const searchMissesQuery = tableQuery({
  filters: {
    open: flag,
    store: listOf(storeCode),
    /** Day of the last search. */
    missed: dayRange,
  },
  sorts: ['searches', 'missed', 'query'],
  defaultSort: '-searches',
  columns: ['id', 'query', 'store', 'searches', 'last_missed_on', 'closed_at', 'page'],
})

export const searchMissRow = z.object({
  id: z.number(),
  /** In lower case, with single spaces. */
  query: z.string(),
  store: z.string(),
  /** Searches of the last 30 days. */
  searches: z.number(),
  /** The store's day, `YYYY-MM-DD`. */
  last_missed_on: z.string(),
  /** Null: open. */
  closed_at: z.iso.datetime().nullable(),
  /** Address of the store's results page: what it finds now. */
  page: z.string(),
})
export const searchMissParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** `undo`: the query is open again. */
export const searchMissActionBody = z.strictObject({
  action: z.literal('close'),
  undo: z.boolean().default(false),
})
