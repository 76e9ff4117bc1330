/**
 * Discount links (ROUTE-39..42): an address under /{locale}/rabatt/ that carries a code, and before it, where
 * there is one, the path of a category. It only reads; whether the code is worth anything is decided elsewhere.
 */
import { isDiscountCode } from './discount-code.ts'

export interface DiscountLink {
  code: string
  /** Path of the category the link leads to; null: the store's home. */
  categoryPath: string | null
}

/** No part of a category's path: a browser would take them as steps out of the store. */
const steps: readonly string[] = ['', '.', '..']

/** Reads what follows `/{locale}/rabatt/`, decoded; null: no discount link. */
export function readDiscountLink(rest: string): DiscountLink | null {
  const segments = rest.split('/')
  const code = segments.pop() ?? ''
  if (!isDiscountCode(code) || segments.some((segment) => steps.includes(segment))) return null
  return { code, categoryPath: segments.length > 0 ? segments.join('/') : null }
}
