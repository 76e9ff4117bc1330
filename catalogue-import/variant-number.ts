/** Article numbers of variants in files of other systems: one each, the same in every export, in whatever order. Pure. */
import { skuKey } from '../domain/products/sku.ts'

/** How many variants of a product have a number, by `skuKey`; '' is none. */
export function countNumbers(numbers: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const number of numbers)
    if (number !== '') counts.set(skuKey(number), (counts.get(skuKey(number)) ?? 0) + 1)
  return counts
}

export interface VariantNumber {
  id: string
  /** How it differs from what the file says; null: it does not. */
  code: 'made_sku' | 'shared_sku' | null
  /** What it was where other variants shared its number in an earlier file (FeedValues.sharedId). */
  sharedId?: string
}

/**
 * The number of a variant. `handle`: what the file names its product by, of which a number is made where it has none of its
 * own; `options`: what it is chosen by; `counts`: of all variants of the product.
 */
export function variantNumber(
  own: string,
  {
    handle,
    options,
    counts,
  }: { handle: string; options: readonly string[]; counts: ReadonlyMap<string, number> },
): VariantNumber {
  if (own === '') return { id: madeSku(handle, options), code: 'made_sku' }
  if (options.length === 0) return { id: own, code: null }
  const made = madeSku(own, options)
  if ((counts.get(skuKey(own)) ?? 0) > 1) return { id: made, code: 'shared_sku' }
  return counts.has(skuKey(made)) ? { id: own, code: null } : { id: own, code: null, sharedId: made }
}

/**
 * The article number of a variant that has none of its own: its product's handle and its options, or the number that it
 * shares with other variants of the product, and its options. The same in every export, in whatever order.
 */
export const madeSku = (handle: string, options: readonly string[]): string =>
  [handle, ...options.map(wordOf)].join('-')

/** `1,5 m` → `1-5-m`. */
const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
