/** Cart lines for tests that start after the cart. Amounts in minor units. */
import { minor, type Minor } from '../money/money.ts'
import type { CartProduct } from '../catalogue/cart-product.ts'
import { cartLine, type CartLine } from './cart-line.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'

/** A product that is in stock and has one price. */
export function product(id: number, unitMinor: Minor, more: Partial<CartProduct> = {}): CartProduct {
  const tier = { quantity: 1, unitMinor, beforeMinor: null, reductionPercent: null }
  return {
    id: toProductId(id),
    sku: toSku(`S${id}`),
    name: `Vara ${id}`,
    slug: `p-${id}`,
    type: 1,
    thumb: null,
    prices: { normal: [tier], campaign: [] },
    crossSellingMinor: null,
    vatRateBasisPoints: 2500,
    categoryIds: [],
    groupId: null,
    discountCategory: null,
    stockStatus: 'in_stock',
    estimatedAt: null,
    isWithheld: false,
    subscriptionIntervals: [],
    starterBattery: false,
    packed: { classes: [], weightGrams: 0, sidesMm: [0, 0, 0] },
    hasVariants: false,
    ...more,
  }
}

/** An orderable line of that product; its uuid is `u` followed by the product's id. */
export function lineOf(sold: CartProduct, quantity = 1): CartLine {
  const state = {
    stockStatus: sold.stockStatus,
    estimatedAt: sold.estimatedAt,
    notice: null,
    loweredTo: null,
  }
  return cartLine(
    sold,
    { uuid: `u${sold.id}`, quantity },
    {},
    { ...state, orderable: true, allocations: [], startersPerUnit: 0, packed: sold.packed },
  )
}

/** An amount in whole major units. */
export const whole = (major: number): Minor => minor(major * 100)
