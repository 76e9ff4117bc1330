/**
 * The cart in the browser has the same price as on the server, tested with the code each of them runs: the
 * API's lines and codes as JSON, the browser's state of codes, and both conversions to the pricing engine.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CartItem } from '../contract/cart.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import { priceCartItems } from '../app/state/price-cart-items.ts'
import type { CouponEntity } from '../domain/coupons/coupon.ts'
import { dropBrokenCodes, takeSyncAnswer, type DiscountState } from '../domain/coupons/discount-state.ts'
import { cartCouponsOf, evaluateCodes } from '../domain/cart/evaluate-coupons.server.ts'
import type { PriceCartLine } from '../domain/pricing/priced-cart.ts'
import { priceCart } from '../domain/pricing/price-cart.ts'
import { viewTier } from '../domain/pricing/decimal-prices.ts'
import { randomCart } from '../domain/pricing/random-cart.test-support.ts'
import { viewCoupon } from './coupon-view.ts'

const overTheWire = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T

/** A line as sync-cart returns it. */
function itemOf(line: PriceCartLine): CartItem {
  const major = (minor: number) => minor / 100
  return {
    uuid: line.uuid,
    type: line.giftCard ? productTypes.GiftCard : productTypes.Standard,
    thumb: null,
    name: line.sku,
    slug: line.sku,
    product_id: line.productId,
    sku: line.sku,
    quantity: line.quantity,
    price: major(line.priceMinor),
    ordinary_price: major(line.priceMinor),
    pricing: line.tiers.map(viewTier),
    vat: line.vatRateBasisPoints / 100,
    categories: [...line.categoryIds],
    group_id: line.groupId,
    discount_category: line.discountCategory,
    stock_status: null,
    estimated_at: null,
    cart_notice: null,
    adjusted_quantity: null,
    campaign: false,
    cross_selling_product_id: null,
    upselling_bundle_id: line.fixedPrice && !line.personalOffer ? 1 : null,
    offer_item_id: line.personalOffer ? 1 : null,
    added_by_coupon: line.addedByCoupon ?? null,
    subscription_interval: null,
    accessory_id: null,
    related_id: null,
    recommended_id: null,
    ...(line.agreement && {
      agreement: { pricing: line.agreement.tiers.map(viewTier), fixed: line.agreement.isFixed },
    }),
    ...(line.fee && { fee: 'deposit' }),
  }
}

/** A cart on the server, and the same cart in the browser after the responses. */
function bothSides(seed: number) {
  const { lines: drawn, definitions, customer: customerDiscounts, digits } = randomCart(seed)
  const store = { currencyDigits: digits }
  const lines = drawn.map((line) => ({
    ...line,
    ordinaryMinor: line.priceMinor,
    fixedPrice: Boolean(line.fixedPrice || line.fee || line.addedByCoupon || line.personalOffer),
  }))
  const items = lines.map(itemOf)
  const found = definitions.map((definition) => ({ code: definition.code, definition }))
  const cart = { lines, customerDiscounts, digits }
  const answered = evaluateCodes(cart, found)
  const server = priceCart({ ...cart, coupons: cartCouponsOf(answered) })
  const answer = overTheWire<CouponEntity[]>(answered.map((each) => viewCoupon(each)))
  const sent = definitions.map(({ code }) => code)
  const own = overTheWire<CartItem[]>(items)
  const state = dropBrokenCodes(takeSyncAnswer(sent, answer), own)
  const browser = priceCartItems(own, {
    coupons: overTheWire<DiscountState>(state).items,
    customerDiscounts,
    store,
  })
  return { server, browser, answered, state }
}

describe('the cart in the browser', () => {
  it('[COUPON-24] [ENTITY-33] has the server’s price to the öre, line by line', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (seed) => {
        const { server, browser, answered, state } = bothSides(seed)
        expect(browser).toEqual(server)
        const applied = (coupons: readonly { code: string; applied: boolean }[]) =>
          coupons.flatMap(({ code, applied: holds }) => (holds ? [code] : []))
        expect(applied(state.items)).toEqual(applied(answered))
      }),
      { numRuns: 5000 },
    )
  })
})
