/** Random carts and codes from a seed, for comparing the pricing with its oracle and its invariants. */
import type { CouponDefinition } from '../coupons/coupon.ts'
import { minor } from '../money/money.ts'
import type { AgreedPrice, PriceCartLine } from './priced-cart.ts'
import { toProductId } from '../products/product-id.ts'
import { toSku } from '../products/sku.ts'

export interface RandomCart {
  lines: PriceCartLine[]
  definitions: CouponDefinition[]
  customer: Record<string, number>
  digits: 0 | 2
}

/** A small deterministic generator of numbers in [0, 1) (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random draws from one seed. */
export class Draw {
  readonly next: () => number
  constructor(seed: number) {
    this.next = randomFrom(seed)
  }
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  is(chance: number): boolean {
    return this.next() < chance
  }
  one<T>(values: readonly T[]): T {
    return values[this.whole(0, values.length - 1)]!
  }
  some(values: readonly number[], chance: number): number[] {
    return values.filter(() => this.is(chance))
  }
}

const groups = [1, 2, 3]
const products = [1, 2, 3, 4, 5]
const categories = [7, 8, 9]

function price(draw: Draw, digits: 0 | 2): number {
  if (digits === 2) return draw.whole(0, 4000)
  return draw.is(0.85) ? draw.whole(0, 300) * 100 : draw.whole(0, 30_000)
}

function randomLine(draw: Draw, position: number, digits: 0 | 2): PriceCartLine {
  const productId = draw.one(products)
  const base = price(draw, digits)
  const tiers = draw.is(0.4)
    ? [2, 4].map((q) => ({
        quantity: q,
        unitMinor: minor(Math.max(0, base - q * 100)),
      }))
    : []
  const personalOffer = draw.is(0.05)
  return {
    uuid: `${draw.one(['a', 'b', 'c'])}${position}`,
    sku: toSku(`S${productId}`),
    productId: toProductId(productId),
    quantity: draw.whole(1, 6),
    priceMinor: minor(base),
    tiers: draw.is(0.5) ? tiers : tiers.toReversed(),
    vatRateBasisPoints: draw.one([2500, 2500, 2500, 1900, 1200, 700, 0]),
    groupId: draw.is(0.2) ? null : draw.one(groups),
    discountCategory: draw.is(0.3) ? null : draw.one(['B2', 'C1']),
    categoryIds: draw.some(categories, 0.4),
    giftCard: draw.is(0.05),
    fee: draw.is(0.05),
    addedByCoupon: draw.is(0.05) ? 'GIFT' : null,
    fixedPrice: personalOffer || draw.is(0.1),
    personalOffer,
    agreement: draw.is(0.2) ? randomAgreement(draw, base, digits) : null,
  }
}

/** Agreed prices around the line's own, also above it and with öre. */
function randomAgreement(draw: Draw, base: number, digits: 0 | 2): AgreedPrice {
  const around = () => minor(Math.max(0, base + draw.whole(-20, 5) * (digits === 0 ? 50 : 1)))
  const tiers = [1, 3, 5].filter(() => draw.is(0.6)).map((quantity) => ({ quantity, unitMinor: around() }))
  return { tiers, isFixed: draw.is(0.2) }
}

function sets(draw: Draw): Partial<CouponDefinition> {
  const side = (chance: number) => ({
    groups: draw.some(groups, chance),
    products: draw.some(products, chance),
    categories: draw.some(categories, chance),
  })
  const [buy, get] = [side(draw.one([0, 0.3])), side(draw.one([0, 0.3]))]
  return {
    buy_groups: buy.groups,
    buy_products: buy.products,
    buy_categories: buy.categories,
    get_groups: get.groups,
    get_products: get.products,
    get_categories: get.categories,
    buy_x_buy_items_whole_order: draw.is(0.1),
    buy_x_get_items_whole_order: draw.is(0.1),
  }
}

type Terms = Omit<CouponDefinition, 'code'>

const percent = (draw: Draw): number => (draw.is(0.9) ? draw.whole(0, 100) : draw.whole(0, 1000) / 10)

/** Small and large amounts, with and without öre, so that both caps and remainders occur. */
const amount = (draw: Draw): number => draw.one([draw.whole(1, 60), draw.whole(1, 9000) / 100])

/** Valid terms of each kind of coupon. */
export const randomTerms: Readonly<Record<string, (draw: Draw) => Terms>> = {
  global: (draw) => ({ percentage_discount: percent(draw) }),
  restricted: (draw) =>
    draw.is(0.5)
      ? {
          percentage_discount: percent(draw),
          specific_groups: [draw.one(groups), ...draw.some(groups, 0.3)],
          specific_discount_categories: draw.is(0.3) ? ['B2'] : [],
        }
      : {
          percentage_discount: percent(draw),
          specific_groups: draw.is(0.3) ? [1, 2] : [],
          excluded_groups: draw.one([[2], [3], [2, 3]]),
        },
  fixed: (draw) => ({ fixed_amount: amount(draw) }),
  buyXGetY: (draw) => ({
    buy_x: draw.whole(1, 3),
    get_y: draw.whole(1, 2),
    ...(draw.is(0.5)
      ? { discount_type_value: 3 }
      : { discount_type_value: 1, discount_type_percentage: percent(draw) }),
    ...sets(draw),
  }),
  quantityInterval: (draw) => ({
    buy_x_quantity_interval_buy: draw.whole(1, 4),
    buy_x_percentage_interval_get: percent(draw),
    ...(draw.is(0.5) ? { buy_x_get_amount: draw.whole(1, 3) } : {}),
    ...sets(draw),
  }),
  quantityIncrement: (draw) => ({
    buy_x_quantity_increment_buy: draw.whole(1, 3),
    buy_x_percentage_increment_get: draw.whole(1, 20),
    ...(draw.is(0.5) ? { buy_x_increment_buy_quantity: draw.whole(1, 6) } : {}),
    ...sets(draw),
  }),
  amountInterval: (draw) => ({
    coupon_buy_x_interval_amount_buy: draw.whole(10, 400),
    coupon_buy_x_interval_amount_get: amount(draw),
    ...sets(draw),
  }),
  amountIncrement: (draw) => ({
    coupon_buy_x_increment_amount_buy: draw.whole(10, 400),
    coupon_buy_x_increment_amount_get: draw.one([draw.whole(1, 20), draw.whole(1, 900) / 100]),
    ...sets(draw),
  }),
}

/** A code of any kind; its name is unrelated to the order in which it was added. */
export function randomDefinition(draw: Draw, position: number): CouponDefinition {
  const spend = draw.is(0.2) ? { minimum_spend: draw.whole(0, 1500) } : {}
  return {
    code: `${draw.one(['X', 'M', 'C'])}${position}`,
    ...draw.one(Object.values(randomTerms))(draw),
    ...spend,
  }
}

/** The cart of a seed. */
export function randomCart(seed: number): RandomCart {
  const draw = new Draw(seed)
  const digits = draw.one([0, 2] as const)
  const many = (count: number) => Array.from({ length: count }, (_, index) => index)
  return {
    digits,
    lines: many(draw.whole(1, 5)).map((position) => randomLine(draw, position, digits)),
    definitions: many(draw.whole(0, 5)).map((position) => randomDefinition(draw, position)),
    customer: draw.is(0.3) ? { B2: draw.whole(0, 40) } : {},
  }
}
