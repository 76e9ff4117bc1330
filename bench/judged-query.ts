/** What a judged query is: what is typed, and rules over the products that answer it. */
import type { StoreCode } from '../domain/stores/stores.ts'

/** A product as it is judged. `path`: codes of its categories and of those above, and their names in the store. */
export interface JudgedProduct {
  sku: string
  name: string
  path: string
}

/** All that is named must hold. */
export interface Rule {
  sku?: RegExp
  name?: RegExp
  path?: RegExp
  not?: RegExp
}

export interface JudgedQuery {
  catalogue: 'demo' | 'feed'
  store: StoreCode
  query: string
  /** Whether the query is an article number, GTIN or part number: counted in the mean reciprocal rank. */
  isIdentifier?: boolean
  /** Whether ranking was never tuned by it. */
  heldOut?: boolean
  best: Rule
  good?: Rule
}
