/**
 * The part of an order that a shipment holds: its lines with their share of discounts and VAT, and the amount
 * that the payment provider collects for it. The parts of all shipments add up exactly to the order. Pure.
 */
import {
  addMinor,
  multiplyMinor,
  shareMinor,
  smallerMinor,
  subtractMinor,
  sumMinor,
  zeroMinor,
  type Minor,
} from '../money/money.ts'
import type { OrderLine, OrderSnapshot } from '../orders/order-snapshot.ts'
import { giftCardLine, productLine, shippingLine } from '../payments/payment-basket.ts'
import type { BasketLine } from '../payments/payment-provider.ts'
import type { Sku, SkuUnits } from '../products/sku.ts'
import { isGoods, type UnitsOfLines } from './order-units.ts'

/** The fields of a snapshot that its parts depend on. */
export type PartedOrder = Pick<OrderSnapshot, 'lines' | 'shipping' | 'giftCards' | 'exchange'>

export interface ShipmentPart {
  /** Goods, and with the first shipment everything that is not shipped itself; gift cards as negative lines. */
  lines: BasketLine[]
  /** What the payment provider collects: the sum of the lines. */
  amountMinor: Minor
}

/**
 * The part that `units` are, after the `shipped` ones. The first shipment of an order includes its fees, the gift
 * cards it bought and its delivery; gift cards that paid for the order are used up before the payment provider
 * collects anything.
 */
export function shipmentPart(
  order: PartedOrder,
  shipped: UnitsOfLines,
  units: UnitsOfLines,
  { isFirst }: { isFirst: boolean },
): ShipmentPart {
  const goods = order.lines.flatMap((line) => {
    const quantity = units.get(line.uuid) ?? 0
    return isGoods(line) && quantity > 0 ? [partOfLine(line, shipped.get(line.uuid) ?? 0, quantity)] : []
  })
  const collected = [...goods, ...(isFirst ? withFirstShipment(order) : [])]
  const beforeMinor = isFirst ? zeroMinor : grossShipped(order, shipped)
  const grossMinor = sumOf(collected)
  const lines = [...collected, ...prepaidParts(order, beforeMinor, grossMinor)]
  return { lines, amountMinor: sumOf(lines) }
}

const sumOf = (lines: readonly BasketLine[]): Minor => sumMinor(lines.map(({ totalMinor }) => totalMinor))

function partOfLine(line: OrderLine, before: number, quantity: number): BasketLine {
  const whole = productLine(line)
  const shareOf = (amount: Minor): Minor =>
    subtractMinor(
      shareMinor(amount, before + quantity, line.quantity),
      shareMinor(amount, before, line.quantity),
    )
  const totalMinor = shareOf(whole.totalMinor)
  return {
    ...whole,
    quantity,
    totalMinor,
    discountMinor: subtractMinor(multiplyMinor(whole.unitMinor, quantity), totalMinor),
    vatMinor: shareOf(whole.vatMinor),
  }
}

function withFirstShipment({ lines, shipping }: PartedOrder): BasketLine[] {
  return [
    ...lines.filter((line) => !isGoods(line)).map(productLine),
    ...(shipping.priceMinor > 0 ? [shippingLine(shipping)] : []),
  ]
}

/** The price of what was shipped before, where something was. */
function grossShipped(order: PartedOrder, shipped: UnitsOfLines): Minor {
  const goods = order.lines
    .filter(isGoods)
    .map((line) => shareMinor(line.totalMinor, shipped.get(line.uuid) ?? 0, line.quantity))
  return addMinor(sumMinor(goods), sumOf(withFirstShipment(order)))
}

/** The parts of the order's gift cards, in their order, and of exchanged goods that pay for a shipment. */
function prepaidParts(
  { giftCards = [], exchange }: PartedOrder,
  beforeMinor: Minor,
  grossMinor: Minor,
): BasketLine[] {
  const prepaid = [
    ...giftCards,
    ...(exchange ? [{ hint: exchange.returnId, amountMinor: exchange.amountMinor }] : []),
  ]
  let used = beforeMinor
  let open = grossMinor
  const parts: BasketLine[] = []
  for (const { hint, amountMinor } of prepaid) {
    const usedOfCard = smallerMinor(used, amountMinor)
    used = subtractMinor(used, usedOfCard)
    const part = smallerMinor(open, subtractMinor(amountMinor, usedOfCard))
    open = subtractMinor(open, part)
    if (part > 0) parts.push(giftCardLine({ hint, amountMinor: part }))
  }
  return parts
}

/** The fields of a refund that say what of its order is never collected. */
export interface UncollectedParts {
  lines: readonly { uuid: string; unshipped?: { quantity: number } }[]
  isShippingUnsent?: true
}

/**
 * The order without the fees, bought gift cards and delivery that were refunded before anything was sent: its first
 * shipment does not collect them.
 */
export function withoutUncollected(order: PartedOrder, refunds: readonly UncollectedParts[]): PartedOrder {
  const dropped = new Map<string, number>()
  for (const { uuid, unshipped } of refunds.flatMap(({ lines }) => lines))
    dropped.set(uuid, (dropped.get(uuid) ?? 0) + (unshipped?.quantity ?? 0))
  const isUnsent = refunds.some(({ isShippingUnsent }) => isShippingUnsent)
  return {
    ...order,
    lines: order.lines.flatMap((line) => {
      const quantity = line.quantity - (dropped.get(line.uuid) ?? 0)
      if (isGoods(line) || quantity === line.quantity) return [line]
      const shareOf = (amount: Minor): Minor => shareMinor(amount, quantity, line.quantity)
      const [lineTotalMinor, totalMinor] = [shareOf(line.lineTotalMinor), shareOf(line.totalMinor)]
      return quantity > 0
        ? [{ ...line, quantity, lineTotalMinor, totalMinor, vatMinor: shareOf(line.vatMinor) }]
        : []
    }),
    ...(isUnsent && { shipping: { ...order.shipping, priceMinor: zeroMinor, vatMinor: zeroMinor } }),
  }
}

/** When the last of an order's shipments reached the buyer; null: one is in transit. */
export function arrivedAt(shipments: readonly { deliveredAt: Date | null }[]): Date | null {
  const times = shipments.map(({ deliveredAt }) => deliveredAt?.getTime())
  const known = times.filter((time) => time !== undefined)
  return known.length > 0 && known.length === times.length ? new Date(Math.max(...known)) : null
}

export type ChosenUnits =
  | { ok: true; units: Map<string, number> }
  | { ok: false; code: 'unknown_sku' | 'bad_quantity'; sku: Sku }
  /** `left`: units of the sku that can still be shipped. */
  | { ok: false; code: 'too_many_units'; sku: Sku; left: number }

/** Finds the units of named skus among those left; lines with the same sku are used in their order. */
export function chooseUnits(
  lines: readonly Pick<OrderLine, 'uuid' | 'sku' | 'kind'>[],
  left: UnitsOfLines,
  wanted: readonly SkuUnits[],
): ChosenUnits {
  const units = new Map<string, number>()
  for (const { sku, quantity } of wanted) {
    const own = lines.filter((line) => isGoods(line) && line.sku === sku)
    if (own.length === 0) return { ok: false, code: 'unknown_sku', sku }
    if (!Number.isSafeInteger(quantity) || quantity < 1) return { ok: false, code: 'bad_quantity', sku }
    let open = quantity
    for (const { uuid } of own) {
      const part = Math.min(open, (left.get(uuid) ?? 0) - (units.get(uuid) ?? 0))
      if (part > 0) units.set(uuid, (units.get(uuid) ?? 0) + part)
      open -= part
    }
    if (open > 0) {
      const all = own.reduce((sum, { uuid }) => sum + (left.get(uuid) ?? 0), 0)
      return { ok: false, code: 'too_many_units', sku, left: all }
    }
  }
  return { ok: true, units }
}
