/** Lists of products of a customer: the saved products and named lists. Pure. */
import type { ProductId } from '../../domain/products/product-id.ts'

export interface ProductListLine {
  productId: ProductId
  sku: string
  /** In the store of the list; the article number where the store does not know the product. */
  name: string
  quantity: number
  addedAt: Date
}

export interface ProductList {
  id: number
  /** Null: the saved products, whose name is a text of the store. */
  name: string | null
  /** In the address by which others see the list; null: not shared. */
  shareToken: string | null
  /** The newest first. */
  lines: ProductListLine[]
}

/** Most lists of an account in a store, without the saved products. */
export const mostLists = 50
/** Most products of a list. */
export const mostListLines = 200
/** A deleted list can be restored for so long, milliseconds. */
export const restorableMs = 24 * 3_600_000
