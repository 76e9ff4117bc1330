/**
 * How staff read and write whole products: a port, because the writer of the catalogue (`catalogue-import/`) is the
 * only one, and is composed by the server.
 */
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { Sku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { FeedProblemDetail } from './feed-upload.ts'
import type { ProductRecord } from './catalogue-record.ts'

/** A field of the record that cannot be stored, and why: a code of docs/import.md. */
export interface ProductProblem {
  /** `stores.de.slug`; empty: the product as a whole. */
  field: string
  code: string
  detail: FeedProblemDetail | null
}

export interface ProductSave {
  /** The whole record; a store that is absent stays as it is, as does the stock of a product that exists. */
  record: Readonly<Record<string, unknown>>
  /** The record that the person saw; null: a new product. */
  expected: Readonly<Record<string, unknown>> | null
  /** Whether the person holds a permission in a store. */
  may: (permission: 'product:edit' | 'price:edit', store: StoreCode) => boolean
  /** An undo, or a former version, restores what was there, even where a larger quantity costs more per unit. */
  mayRise?: boolean
  reason?: string
}

export type ProductSaved =
  /** `rounded`: prices that had more digits than their currency. */
  | { ok: true; sku: Sku; outcome: 'created' | 'changed' | 'unchanged'; rounded: ProductProblem[] }
  | { ok: false; code: 'unknown_product' | 'import_running' }
  | { ok: false; code: 'bad_record'; problems: ProductProblem[] }
  /** Somebody changed it after the person read it. */
  | { ok: false; code: 'changed_meanwhile'; current: ProductRecord }
  | { ok: false; code: 'store_not_permitted'; permission: string; store: StoreCode }

/** A product that an import has changed. */
export interface ImportedProduct {
  sku: Sku
  /** Its record before the import; null: the import created it. */
  before: ProductRecord | null
  /** The record that the import wrote. */
  imported: ProductRecord
}

export type ProductRestored =
  | { ok: true; outcome: 'changed' | 'unchanged' }
  /** `changed_meanwhile`: somebody changed it after the import; otherwise a code of docs/import.md. */
  | { ok: false; code: string }

export interface ProductEditor {
  /** Null: no product has the sku. */
  read(db: Kysely<DB>, sku: Sku): Promise<ProductRecord | null>
  /** In the order of the skus; those of no product are absent. */
  readAll(db: Kysely<DB>, skus: readonly Sku[]): Promise<ProductRecord[]>
  save(db: Kysely<DB>, actor: Actor, save: ProductSave): Promise<ProductSaved>
  /**
   * Takes an import of products back: fields and pictures as before it, stock by the difference that the import made,
   * because sales go on. What the import added to a store is discontinued there, because orders may name it. An answer
   * for each product, in their order.
   */
  restore(
    trx: Transaction<DB>,
    actor: Actor,
    restore: {
      products: readonly ImportedProduct[]
      reason: string
      /** As the audit names it; `product.restore` where it is absent. */
      action?: 'product.restore' | 'product.change'
    },
  ): Promise<{ ok: true; products: ProductRestored[] } | { ok: false; code: 'import_running' }>
}

declare module '../undo/reversal.ts' {
  interface UndoServices {
    /** Writes whole products. */
    products: ProductEditor
  }
}
