/**
 * What of an order may be returned, how much and until when (RETURN-01, 03, 04). Depends only on the frozen
 * order, its returns and its refunds; moves no money. Pure.
 */
import { returns } from './declarations.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { OrderStatus } from '../../domain/orders/order-states.ts'
import type { Refund, RefundReason, RefundRequest } from '../../domain/refunds/refund.ts'
import { daysLater, localDay, momentOf } from '../../domain/stores/local-time.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ExchangeTerms } from './exchange.ts'
import type { ReturnTransport } from './return-transport.ts'

/** The statuses of a return (RETURN-05). `sent`: the buyer has handed the goods in. */
export const returnStatuses = [
  'registered',
  'sent',
  'received',
  'inspected',
  'refunded',
  'exchanged',
  'rejected',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

/**
 * From → to; a transition that is not listed is not allowed. A return that was sent may be refunded before it
 * arrives: a withdrawal is refunded on proof of sending (CRD Art. 13 (3)).
 */
export const returnTransitions: Record<ReturnStatus, readonly ReturnStatus[]> = {
  registered: ['sent', 'received', 'rejected'],
  sent: ['received', 'refunded', 'rejected'],
  received: ['inspected', 'refunded', 'exchanged', 'rejected'],
  inspected: ['refunded', 'exchanged', 'rejected'],
  refunded: [],
  exchanged: [],
  rejected: [],
}

const [registered, ...afterwards] = returnStatuses
/** Statuses of a return as its buyer sees it: a registered one has a label as soon as its carrier has booked it. */
export const shownReturnStatuses = [registered, 'label_ready', ...afterwards] as const
export type ShownReturnStatus = (typeof shownReturnStatuses)[number]

/** The buyer's reason for a return. */
export const returnReasons = [
  'changed_mind',
  'wrong_choice',
  'defective',
  'damaged',
  'wrong_item',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** Reasons for which the shop is liable. */
export const complaints: readonly ReturnReason[] = ['defective', 'damaged', 'wrong_item']

/** Photos of faulty goods per return. */
export const mostPhotos = 5

/** Longest reason of a rejection, characters. */
export const longestRejection = 500

/** Days after the day of delivery within which a return may be registered (RETURN-03). */
export const { returnDays } = returns

/** Longest comment, characters. */
export const longestComment = 1000

/**
 * Products that a buyer sends back, as requested. Named by sku: a buyer does not distinguish two order lines of
 * one product.
 */
export interface ReturnItem {
  sku: Sku
  /** Units. */
  quantity: number
  reason: ReturnReason
  /** Whether it is damaged, swollen or leaking: damaged lithium batteries never travel by parcel. */
  isDamaged?: boolean | undefined
  /** The variant that the buyer wants instead of the money. */
  exchangeFor?: Sku | undefined
}

/** A `ReturnItem` as registered, with the name that the order has for it. Stored with the return. */
export interface ReturnLine extends Omit<ReturnItem, 'isDamaged' | 'exchangeFor'> {
  name: string
  transport: ReturnTransport
  /** What the buyer gets instead; null: the money. */
  exchange: ExchangeTerms | null
}

/** Products of an order with the units that may still be returned: order lines of one sku added up. */
export interface ReturnableLine {
  sku: Sku
  name: string
  quantity: number
}

/** The fields of an earlier return that the rules need. */
export interface PastReturn {
  status: ReturnStatus
  /** Number of the order's refund for it; null: none yet. */
  refundNumber: number | null
  items: readonly Pick<ReturnItem, 'sku' | 'quantity'>[]
}

/** The fields of an order that returns depend on. */
export interface ReturnOrder {
  status: OrderStatus
  /** Epoch milliseconds; null: not delivered yet. */
  deliveredAt: number | null
  timeZone: string
  lines: OrderSnapshot['lines']
  returns: readonly PastReturn[]
  refunds: readonly (Pick<Refund, 'lines'> & { number: number })[]
}

export type ReturnRefusal =
  | 'not_delivered'
  /** More than `returnDays` ago. */
  | 'too_late'
  /** Everything has been returned, or nothing in it is returnable. */
  | 'nothing_left'
  | 'no_items'
  | 'unknown_line'
  | 'too_many_units'
  /** The variant cannot be had for what was paid, or the goods cannot be exchanged. */
  | 'exchange_unavailable'
  /** Another return was registered under this key. */
  | 'key_reused'

/** The moment (epoch ms) at which the return period of a delivery at that time ends: the end of day 30. */
export function returnEndsAt(deliveredAt: number, timeZone: string): number {
  return momentOf(timeZone, daysLater(localDay(timeZone, deliveredAt), returnDays + 1), 0)
}

/**
 * Products with units left, in the order of the lines; lines of one sku are merged. Gift cards and deposits
 * are excluded.
 */
export function returnableLines(order: Pick<ReturnOrder, 'lines' | 'returns' | 'refunds'>): ReturnableLine[] {
  const left = new Map<string, ReturnableLine>()
  for (const { sku, name, quantity, kind } of order.lines) {
    if (kind !== 'goods') continue
    const line = left.get(sku)
    if (line) line.quantity += quantity
    else left.set(sku, { sku, name, quantity })
  }
  for (const { sku, quantity } of unitsGone(order)) {
    const line = left.get(sku)
    if (line) line.quantity -= quantity
  }
  return [...left.values()].filter(({ quantity }) => quantity > 0)
}

/** Units returned or in transit: of returns that were not rejected, and of refunds without a return. */
function unitsGone({ returns, refunds }: Pick<ReturnOrder, 'returns' | 'refunds'>) {
  const ofReturns = new Set(returns.map(({ refundNumber }) => refundNumber))
  return [
    ...returns.filter(({ status }) => status !== 'rejected').flatMap(({ items }) => items),
    ...refunds.filter(({ number }) => !ofReturns.has(number)).flatMap(({ lines }) => lines),
  ]
}

/** Skus with units in open returns: they are refunded with their return only. */
export function skusInReturns(returns: readonly Pick<PastReturn, 'status' | 'items'>[]): Set<string> {
  const open = returns.filter(({ status }) => returnTransitions[status].length > 0)
  return new Set(open.flatMap(({ items }) => items.map(({ sku }) => sku)))
}

/** Why nothing of an order can be returned now; null: something can. */
export function returnClosed(
  order: ReturnOrder,
  now: number,
): Extract<ReturnRefusal, 'not_delivered' | 'too_late' | 'nothing_left'> | null {
  if (order.status === 'returned') return 'nothing_left'
  if (order.status !== 'delivered' || order.deliveredAt === null) return 'not_delivered'
  if (now >= returnEndsAt(order.deliveredAt, order.timeZone)) return 'too_late'
  return returnableLines(order).length === 0 ? 'nothing_left' : null
}

/** An item that may be returned, with the name that the order has for it. */
export type CheckedItem = ReturnItem & { name: string }

/** Validates a return against its order; `sku` names the line that is invalid. */
export function checkReturn(
  order: ReturnOrder,
  items: readonly ReturnItem[],
  now: number,
): { ok: true; lines: CheckedItem[] } | { ok: false; code: ReturnRefusal; sku: Sku | null } {
  const refused = (code: ReturnRefusal, sku: Sku | null = null) => ({ ok: false as const, code, sku })
  const closed = returnClosed(order, now)
  if (closed) return refused(closed)
  if (items.length === 0) return refused('no_items')
  const left = new Map(returnableLines(order).map((line) => [line.sku, line]))
  const sold = new Set(order.lines.filter(({ kind }) => kind === 'goods').map(({ sku }) => sku))
  const lines = []
  for (const item of items) {
    const line = left.get(item.sku)
    if (!sold.has(item.sku)) return refused('unknown_line', item.sku)
    if (!line || item.quantity > line.quantity) return refused('too_many_units', item.sku)
    line.quantity -= item.quantity
    lines.push({ ...item, name: line.name })
  }
  return { ok: true, lines }
}

/**
 * The refund request of a return: its units on the order's lines, first those not refunded yet. Units without
 * a remaining line are put on the last one, where the refund is refused.
 */
export function refundOfReturn(
  order: Pick<ReturnOrder, 'lines' | 'refunds'>,
  items: readonly Pick<ReturnItem, 'sku' | 'quantity'>[],
): RefundRequest {
  const wanted = new Map<string, number>()
  for (const { sku, quantity } of items) wanted.set(sku, (wanted.get(sku) ?? 0) + quantity)
  const lines = [...wanted].flatMap(([sku, quantity]) => {
    let missing = quantity
    const own = order.lines.filter((line) => line.sku === sku && line.kind === 'goods')
    const parts = own.map((line, index) => {
      const back = order.refunds
        .flatMap((refund) => refund.lines)
        .filter(({ uuid }) => uuid === line.uuid)
        .reduce((sum, part) => sum + part.quantity, 0)
      const taken = index === own.length - 1 ? missing : Math.min(missing, line.quantity - back)
      missing -= taken
      return { uuid: line.uuid, quantity: taken }
    })
    return parts.filter((part) => part.quantity > 0)
  })
  return { lines }
}

/** The reason of a refund: a complaint if the shop is liable for all of it. */
export function refundReasonOf(items: readonly Pick<ReturnItem, 'reason'>[]): RefundReason {
  return items.every(({ reason }) => complaints.includes(reason)) ? 'complaint' : 'withdrawal'
}
