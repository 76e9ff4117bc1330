/** Fields that several requests of the back office have. */
import { z } from 'zod'

/** A store's code; whether there is such a store is decided where it is used. */
export const storeCode = z.string().regex(/^[a-z]{2,8}$/)

/** An article number, as long as an import may write it. */
export const sku = z.string().min(1).max(100)

/** Where a return is (RETURN-05). */
export const returnStatus = z.enum([
  'registered',
  'sent',
  'received',
  'inspected',
  'refunded',
  'exchanged',
  'rejected',
])
