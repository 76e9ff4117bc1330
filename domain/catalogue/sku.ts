/** Stock keeping units. Two that differ only in upper and lower case are the same product. */

const upper = 'ÅÄÖÆØÜÉ'
const lower = 'åäöæøüé'

/** Equal for skus that are the same. `sku_key` in db/migrations computes the same in the database. */
export function skuKey(sku: string): string {
  return sku.replace(/[A-ZÅÄÖÆØÜÉ]/g, (letter) => lower[upper.indexOf(letter)] ?? letter.toLowerCase())
}
