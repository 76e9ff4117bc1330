/**
 * Parses discount links (ROUTE-39..42): an address under /{locale}/rabatt/ with a code, optionally preceded
 * by the path of a category. Whether the code is valid is decided elsewhere.
 */
import { isDiscountCode } from './discount-code.ts'

export interface DiscountLink {
  code: string
  /** Path of the category the link leads to; null: the store's home page. */
  categoryPath: string | null
}

/**
 * Not allowed in a category's path: a browser would resolve them as relative segments that leave the store.
 */
const steps: readonly string[] = ['', '.', '..']

/** Parses what follows `/{locale}/rabatt/`, decoded; null: not a discount link. */
export function readDiscountLink(rest: string): DiscountLink | null {
  const segments = rest.split('/')
  const code = segments.pop() ?? ''
  if (!isDiscountCode(code) || segments.some((segment) => steps.includes(segment))) return null
  return { code, categoryPath: segments.length > 0 ? segments.join('/') : null }
}
