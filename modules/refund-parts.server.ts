/** What modules have to do with the refund of an order, in its transaction. */
import type { Kysely, RawBuilder } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { DeclaredName, namesOf } from './modules.ts'
import { refundPart as returns } from './returns/refund-part.server.ts'

/** An order of which something was refunded, or which was cancelled. */
export interface RefundedOrder {
  id: number
  /** The declaration of withdrawal that the refund was made for (`RefundInput`); null: none. */
  withdrawal: number | null
  now: Date
  /** As it is after the refund. Fees are no lines; `refunded`: units that were cancelled or have come back. */
  read(): Promise<{ isCancelled: boolean; lines: { sku: Sku; quantity: number; refunded: number }[] }>
}

/** An entry of the audit about an object of the module. */
export interface RecordedByModule {
  action: ReturnType<typeof namesOf<'auditActions'>>[number]
  object: readonly [kind: DeclaredName<'auditObjects'>, id: string | number]
  store: StoreCode
  after: Readonly<Record<string, unknown>>
}

/** What a module's `refund-part.server.ts` exports as `refundPart`. */
export interface RefundPart {
  /**
   * Goods of an order, by sku, that are refunded by the module only as long as it handles them: a refund of their units by
   * staff is refused (`units_in_return`).
   */
  heldSkus(trx: Kysely<DB>, orderId: number): Promise<ReadonlySet<string>>
  /** Closes what the refund or the cancellation has settled. The order is locked. */
  refunded(trx: Kysely<DB>, order: RefundedOrder, record: (entry: RecordedByModule) => void): Promise<void>
  /** A condition: the buyer of this order (an expression) is about to get money back, so that nobody reminds them to pay. */
  awaitsRefund(orderId: RawBuilder<unknown>): RawBuilder<boolean>
}

/** Of all modules. */
export const refundPartsOfModules: readonly RefundPart[] = [returns]
