/** A buyer's declaration of withdrawal (CRD Art. 11a), and when its money is due. Pure. */
import type { Sku } from '../../domain/products/sku.ts'

/** Characters. */
export const longestGoods = 1000

/** Longest reason of a rejection, characters. */
export const longestWithdrawalRejection = 500

/** Units of a product from which the buyer withdraws. */
export interface WithdrawnItem {
  sku: Sku
  /** As the order has it. */
  name: string
  quantity: number
}

/** The content of a declaration (Art. 11a (2)): who withdraws, from what, and where the receipt goes. */
export interface WithdrawalDeclaration {
  /** As the buyer wrote it. */
  orderNumber: string
  name: string
  email: string
  /** The products in the buyer's words; with `items` empty: the whole order. */
  goods: string
  /** The chosen products; empty: as `goods` says. */
  items: readonly WithdrawnItem[]
}

/** Units of an order by what its earlier declarations say about them. */
export interface WithdrawnUnits {
  /** Units that no declaration names yet. */
  open: WithdrawnItem[]
  /** Units that a declaration names. */
  withdrawn: WithdrawnItem[]
}

/**
 * The units of an order's lines that earlier declarations withdraw from, and the others. A declaration of the whole
 * order covers all units; one in the buyer's own words names none that could be counted (decision 71).
 */
export function withdrawnUnits(
  lines: readonly WithdrawnItem[],
  earlier: readonly Pick<WithdrawalDeclaration, 'goods' | 'items'>[],
): WithdrawnUnits {
  const isWhole = earlier.some(({ goods, items }) => goods === '' && items.length === 0)
  const declared = (sku: Sku) =>
    earlier
      .flatMap(({ items }) => items.filter((item) => item.sku === sku))
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const withdrawn = lines.map((line) => ({
    ...line,
    quantity: isWhole ? line.quantity : Math.min(line.quantity, declared(line.sku)),
  }))
  const open = lines.map((line, index) => ({ ...line, quantity: line.quantity - withdrawn[index]!.quantity }))
  const isSome = ({ quantity }: WithdrawnItem) => quantity > 0
  return { open: open.filter(isSome), withdrawn: withdrawn.filter(isSome) }
}

/**
 * `withheld`: the goods are with the buyer, and neither they nor proof of sending have arrived (CRD Art. 13 (3)).
 */
export type WithdrawalRefundState = 'withheld' | 'due' | 'overdue'

/** `today` and `refundDueOn`: `YYYY-MM-DD` in the store's time zone; `isShipped`: something of the order was sent. */
export function withdrawalRefundState({
  refundDueOn,
  goodsBackAt,
  isShipped,
  today,
}: {
  refundDueOn: string
  goodsBackAt: Date | null
  isShipped: boolean
  today: string
}): WithdrawalRefundState {
  if (isShipped && goodsBackAt === null) return 'withheld'
  return today > refundDueOn ? 'overdue' : 'due'
}

/** A line of an order, with the units of it that were refunded. */
export interface RefundedLine {
  sku: Sku
  /** Of goods and gift cards; deposits and fees follow them. */
  quantity: number
  refunded: number
}

/**
 * Whether the money of a declaration was paid back: the units that it names, together with those of other declarations
 * that were closed as paid, are refunded. What is said in words cannot be counted: any refund since then counts.
 */
export function isWithdrawalRefunded(
  declared: Pick<WithdrawalDeclaration, 'goods' | 'items'>,
  {
    lines,
    closed,
    wasRefundedSince,
  }: {
    lines: readonly RefundedLine[]
    closed: readonly Pick<WithdrawalDeclaration, 'items'>[]
    /** Whether a refund of the order was booked after the declaration. */
    wasRefundedSince: boolean
  },
): boolean {
  const unitsOf = (sku: Sku, name: 'quantity' | 'refunded') =>
    lines.filter((line) => line.sku === sku).reduce((sum, line) => sum + line[name], 0)
  if (declared.items.length === 0)
    return declared.goods === ''
      ? lines.every(({ quantity, refunded }) => refunded >= quantity)
      : wasRefundedSince
  const others = closed.flatMap(({ items }) => items)
  return declared.items.every(({ sku, quantity }) => {
    const paidBefore = others.filter((item) => item.sku === sku).reduce((sum, item) => sum + item.quantity, 0)
    return unitsOf(sku, 'refunded') >= Math.min(quantity + paidBefore, unitsOf(sku, 'quantity'))
  })
}
