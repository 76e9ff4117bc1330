import type { DiscountState } from './discount-state.ts'

/** The state of a cart without codes, apart from the coupon rules: every page's first script has it. */
export function noDiscounts(): DiscountState {
  return {
    items: [],
    rejected: [],
    global: 0,
    specificGroupMax: {},
    excludedGroupMax: [],
    specificCatMax: {},
    buyXGetY: [],
    buyXIncrement: [],
  }
}
