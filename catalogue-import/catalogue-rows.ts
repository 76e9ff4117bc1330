/** Rows of an import file, and how they are gathered into batches. */
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import type { FeedProduct } from './feed-product.ts'
import type { RowProblem } from './row-report.ts'

/** Exactly one of `record`, `feed` and `refused` is set. */
export interface CatalogueRow {
  /** Of a table as a spreadsheet numbers it, header and empty rows included; of a list the number of the item, from 1. */
  row: number
  line: number
  /** Estimated memory use. */
  bytes: number
  record?: CatalogueRecord
  feed?: FeedProduct
  /** The reader of the file has rejected it already. */
  refused?: RowProblem
  /** Its id as far as it could be read. */
  id?: string
  /** Of a rejected row: the name of its product as the file states it, shortened. */
  title?: string
  repaired?: RowProblem[]
}

/** A batch is never much larger than this, however long its rows. */
const batchBytes = 8 * 1024 * 1024

/**
 * Gathers consecutive rows of the same kind. Rejected rows fit any batch. If reading fails, the rows read so
 * far are yielded before the fault is thrown.
 */
export async function* batchesOf(
  rows: AsyncIterable<CatalogueRow>,
  size: number,
): AsyncGenerator<CatalogueRow[]> {
  let batch: CatalogueRow[] = []
  let kind: string | undefined
  let bytes = 0
  let brokenOff: { by: unknown } | undefined
  try {
    for await (const row of rows) {
      const own = kindOf(row)
      const full = batch.length >= size || bytes >= batchBytes
      if (batch.length > 0 && (full || (own !== undefined && kind !== undefined && own !== kind))) {
        yield batch
        batch = []
        bytes = 0
        kind = undefined
      }
      kind ??= own
      batch.push(row)
      bytes += row.bytes
    }
  } catch (error) {
    brokenOff = { by: error }
  }
  if (batch.length > 0) yield batch
  if (brokenOff) throw brokenOff.by
}

/** The kind of the row: `product`, `brand` … ; undefined for a rejected one. */
export function kindOf(row: CatalogueRow): CatalogueRecord['record'] | undefined {
  return row.feed ? 'product' : row.record?.record
}
