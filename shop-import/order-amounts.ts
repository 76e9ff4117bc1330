/**
 * The shipping and the discount of an order with VAT, where a file has them without it. What the file does not say follows
 * from the other amounts; a figure that would not add up with them is left out. Pure.
 */
import { minor, type Minor } from '../domain/money/money.ts'
import { divideRounded } from '../domain/money/rounding.ts'

/** An amount of a file, in millionths of the currency. */
export interface NetAmount {
  net: number
  /** Null: the file does not say. */
  tax: number | null
}

export interface NetOrder {
  totalMinor: Minor
  /** Of all lines before discounts, with VAT, in millionths; null: unknown. */
  goods: number | null
  /** Null: unknown. */
  shipping: NetAmount | null
  discount: NetAmount | null
  /** Null: none. */
  fee: NetAmount | null
}

type Part = 'shipping' | 'discount'

export interface GrossAmounts {
  shippingMinor: Minor | null
  discountMinor: Minor | null
  /** What the file says and the order is imported without. */
  leftOut: Part[]
}

/** Above every VAT rate of a country that shops here deliver to. */
const highestRate = 0.3
/** Amounts of a file are rounded each. */
const tolerance = 20_000

/** goods + shipping + fee − discount = total, with VAT each. */
export function grossAmounts(order: NetOrder): GrossAmounts {
  const stated = { shipping: grossOf(order.shipping), discount: grossOf(order.discount) }
  const fee = order.fee === null ? 0 : grossOf(order.fee)
  const shipping = order.shipping && (stated.shipping ?? derivedShipping(order, stated.discount, fee))
  const discount = order.discount && discountOf(order, shipping, fee)
  const leftOut: Part[] = []
  if (order.shipping !== null && shipping === null) leftOut.push('shipping')
  if (order.discount !== null && discount === null) leftOut.push('discount')
  return { shippingMinor: toMinor(shipping), discountMinor: toMinor(discount), leftOut }
}

const toMinor = (millionths: number | null): Minor | null =>
  millionths === null ? null : minor(divideRounded(millionths, 10_000))

function grossOf(amount: NetAmount | null): number | null {
  if (amount === null) return null
  if (amount.net === 0) return 0
  return amount.tax === null ? null : amount.net + amount.tax
}

const totalOf = ({ totalMinor }: NetOrder) => totalMinor * 10_000

function derivedShipping(order: NetOrder, discount: number | null, fee: number | null): number | null {
  if (order.goods === null || fee === null) return null
  const known = order.discount === null ? 0 : discount
  if (known === null) return null
  return plausible(totalOf(order) - order.goods - fee + known, order.shipping!.net)
}

/** A discount that the file has with VAT must agree with the other amounts, as far as they are known. */
function discountOf(order: NetOrder, shipping: number | null, fee: number | null): number | null {
  const { net, tax } = order.discount!
  if (net === 0) return 0
  const stated = tax === null ? null : net + tax
  if (order.goods === null || shipping === null || fee === null) return stated
  const derived = order.goods + shipping + fee - totalOf(order)
  if (stated === null) return plausible(derived, net)
  return Math.abs(derived - stated) <= 2 * tolerance ? stated : null
}

/** What may be `net` with VAT. */
const plausible = (gross: number, net: number): number | null =>
  gross >= net - tolerance && gross <= net * (1 + highestRate) + tolerance ? gross : null
