/**
 * A product that a test adds to a cart: one price in major units, in stock, overridden by what the test
 * passes.
 */
import type { AddableProduct } from './cart-item.ts'

export function addedProduct(price: number, more: Partial<AddableProduct> = {}): AddableProduct {
  return {
    id: 1,
    sku: 'A',
    name: 'AA',
    slug: 'aa',
    type: 1,
    thumb: null,
    prices: { n: [tier(1, price)], c: [] },
    vat: 25,
    categories: [],
    group_id: null,
    discount_category: null,
    stock_status: 'in_stock',
    estimated_at: null,
    cross_selling_price: null,
    shipping: { weight_grams: 0, excluded_methods: [] },
    ...more,
  }
}

/** A tier without a discount. */
export const tier = (q: number, p: number) => ({ q, p, o: null, d: 0 })
