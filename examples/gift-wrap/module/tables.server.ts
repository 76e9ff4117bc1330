/** The module's tables, as its migrations make them. */
import { tablesOf, type ShopDatabase } from 'anode/module'
import type { Generated } from 'kysely'

interface Tables {
  wrapping: { id: Generated<number>; sku: string; note: string; is_offered: boolean }
  wrapped_order: {
    number: string
    store: string
    wrapping: string[]
    placed_at: Generated<Date>
    wrapped_at: Date | null
  }
}

export const tables = (db: ShopDatabase) => tablesOf<Tables>(db, 'gift-wrap')
