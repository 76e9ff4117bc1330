import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../db/schema.generated.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** What a module adds to an order's purchase event: what the visit reports with it, and what is recorded of that. */
export interface PurchaseEventPart {
  /** Its fields of the request's body; absent ones have a default. */
  schema: z.ZodObject
  /** Runs in the transaction that claims the event, so once for an order. */
  record(trx: Kysely<DB>, fields: unknown, at: { store: StoreCode; now: Date }): Promise<void>
}
