/** Stock keeping units. Two that differ only in case are the same product. */

const upper = 'ÅÄÖÆØÜÉ'
const lower = 'åäöæøüé'

/**
 * A key that is equal for equal skus. `sku_key` in the database (db/routines/sku-key.sql) computes the same.
 */
export function skuKey(sku: string): string {
  return sku.replace(/[A-ZÅÄÖÆØÜÉ]/g, (letter) => lower[upper.indexOf(letter)] ?? letter.toLowerCase())
}
