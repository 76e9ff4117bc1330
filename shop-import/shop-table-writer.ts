/** How the rows of a table are stored: one writer for each kind of contents. */
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { ChangeReport, RowProblem } from '../catalogue-import/row-report.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { CountedStock } from '../domain/stock/counted-stock.server.ts'
import type { ShopTableRow } from './shop-table.ts'

export type WrittenRow<Values = unknown> = ShopTableRow<Values> & { values: Values }

/** What became of a row. */
export type RowOutcome =
  | { refused: RowProblem }
  | {
      outcome: 'created' | 'changed' | 'unchanged'
      /** Fields of what was there before. */
      changes?: Pick<ChangeReport, 'column' | 'before' | 'after'>[]
      repaired?: RowProblem[]
      noted?: RowProblem[]
      /** Of counted stock: what the import can be taken back by. */
      counted?: CountedStock
      /** Of a customer: the newsletter of the store goes to the address from now on, or no longer. */
      newsletter?: 'subscribed' | 'unsubscribed'
    }

export interface WriteContext {
  store: StoreCode
  /** Of codes: stores besides it in which the percentages are valid. */
  alsoStores: readonly StoreCode[]
  /** Hosts that addresses of the shop may name. */
  ownHosts: readonly string[]
  keys: Keyring
  actor: Actor
  now: Date
  /** ISO time at which figures of the file held; null: now. */
  heldAt: string | null
}

export interface ShopTableWriter<Values = unknown> {
  /** A second row with the same key is refused; null: rows add to each other. */
  keyOf(values: Values): string | null
  /** What rows that add to each other are about: a dry run repeats the earlier ones, which it has rolled back. */
  sharedKeyOf?(values: Values): string
  /** Writes rows in the caller's transaction; answers what became of each, in order. */
  write(
    trx: Transaction<DB>,
    rows: readonly WrittenRow<Values>[],
    context: WriteContext,
  ): Promise<RowOutcome[]>
}
