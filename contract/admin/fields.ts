/** Fields that several requests of the back office have. */
import { z } from 'zod'

/** A store's code; whether there is such a store is decided where it is used. */
export const storeCode = z.string().regex(/^[a-z]{2,8}$/)

/** An article number, as long as an import may write it. */
export const sku = z.string().min(1).max(100)

/** A product in a store. */
export const keyed = { store: storeCode, sku }

/** Whether no two rows are of the same product in the same store. */
export const eachOnce = (rows: readonly { store: string; sku?: string }[]): boolean =>
  new Set(rows.map((row) => `${row.store} ${row.sku ?? ''}`)).size === rows.length
