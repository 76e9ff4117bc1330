/** Stock that the import of a list has counted, as its job keeps it to take it back. */
import { z } from 'zod'
import type { Sku } from '../products/sku.ts'

export interface CountedStock {
  sku: Sku
  before: KeptStock
  after: KeptStock
}

/** Units of one store. `countedAt`: since when they hold, ISO text in UTC; null: of before the import. */
export interface KeptStock {
  stock: number
  countedAt: string | null
}

/** A row of a job as stored: it has a record of a product where the import was one of products. */
export const keptStock = z.object({ stock: z.number().int(), countedAt: z.string().nullable() })
