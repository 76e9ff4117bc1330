/** The numbers that find a product exactly: its own and those it replaces. Never words or measures. */
import { foldedIdentifier } from '../../domain/search/search-words.ts'
import type { Sku } from '../../domain/products/sku.ts'

interface Numbered {
  sku: Sku
  gtin: string | null
  mpn: string | null
  attributes: Record<string, unknown>
}

/** Article number, GTIN, manufacturer's number and the part numbers of `oem_numbers`, folded; each once. */
export function articleNumbers(product: Numbered): string[] {
  const own = [product.sku, product.gtin ?? '', product.mpn ?? ''].map(foldedIdentifier)
  const listed = product.attributes['oem_numbers']
  const replaced = typeof listed === 'string' ? listed.split(/[,;/]/).map(foldedIdentifier) : []
  const numbers = [...own, ...replaced.filter((code) => code.length >= 5 && /\d/.test(code))]
  return [...new Set(numbers.filter((code) => code !== ''))]
}
