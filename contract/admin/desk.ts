/** The landing page, the search and the saved views of the back office. */
import { z } from 'zod'

export const todoQuery = z.strictObject({
  /** Only these stores. */
  store: z.string().max(100).optional(),
})

export const todoAnswer = z.object({
  tasks: z.array(
    z.object({
      /** `held`, `to_ship_late`, `withdrawals_due` … */
      name: z.string(),
      count: z.number(),
      countIsExact: z.boolean(),
      /** The table that it counts, and the query string with its filters. */
      table: z.string(),
      query: z.string(),
      /** Declared with its list; null: the screens know. */
      isUrgent: z.boolean().nullable(),
    }),
  ),
  /**
   * What stores lack before they may open, of those whose settings the person may read: stores with products and without
   * orders, and all of them where nothing is to be done.
   */
  opening: z.array(z.object({ store: z.string(), missing: z.number() })),
  /** Whether one of the stores whose settings the person may read has more orders than those of a trial. */
  hasOpenStore: z.boolean(),
})

export const searchQuery = z.strictObject({ q: z.string().trim().min(2).max(100) })

export const searchHit = z.object({
  kind: z.enum(['order', 'customer', 'product', 'invoice', 'coupon', 'return', 'former_order']),
  /** Number, sku or code: what its page's address names. */
  id: z.string(),
  store: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
})

/** At most six of each kind, exact matches first. */
export const searchAnswer = z.object({ hits: z.array(searchHit) })

/** Name of a table; whether there is such a table is decided where it is used. */
const tableName = z.string().regex(/^[a-z-]{2,40}$/)

export const viewsQuery = z.strictObject({ table: tableName })

export const savedView = z.object({
  id: z.number(),
  table: tableName,
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Who shares it. */
  owner: z.string(),
})

/** A view with its number of rows; null: it could not be counted in time. */
export const countedView = savedView.extend({ count: z.number().nullable(), countIsExact: z.boolean() })

export const viewsAnswer = z.object({ views: z.array(countedView) })

export const saveViewBody = z.strictObject({
  table: tableName,
  name: z.string().trim().min(1).max(100),
  /** As in the page's address, without `?`. */
  query: z.string().max(4_000),
  isShared: z.boolean().default(false),
})

export const savedViewAnswer = z.object({ id: z.number() })
export const viewParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
