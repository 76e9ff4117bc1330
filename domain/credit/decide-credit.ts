/**
 * Whether the shop gives credit: delivers against its own invoice. Decides by the order's amount and by what the buyer
 * owes already, under each name the order has (docs/decisions/0025-order-limits.md). It never learns who that is.
 */
import type { CreditLimits, OpenCredit, OrderLimits } from '../stores/store.ts'

/** What unpaid invoices are added up by. Guests are known by all but `account`, customers by `identity` and `account`. */
export const creditKeyKinds = ['identity', 'account', 'email', 'address', 'network'] as const
export type CreditKeyKind = (typeof creditKeyKinds)[number]

/** `review`: staff decide, the order is held meanwhile. */
export type CreditDecision = 'approved' | 'review' | 'refused'

export type OpenCredits = Partial<Record<CreditKeyKind, OpenCredit>>

/** Decides about an invoice of `amountMinor` for a buyer who owes `open` under each of the order's keys. */
export function decideCredit(
  limits: { credit: CreditLimits; network: OrderLimits['network'] },
  amountMinor: number,
  open: OpenCredits,
): CreditDecision {
  const { credit } = limits
  const withThis = creditKeyKinds.flatMap((kind) => {
    const before = open[kind]
    return before ? [{ kind, minor: before.minor + amountMinor, orders: before.orders + 1 }] : []
  })
  const exceeds = (limit: OpenCredit, { minor, orders }: OpenCredit): boolean =>
    minor > limit.minor || orders > limit.orders
  if (withThis.some((sum) => exceeds(sum.kind === 'network' ? limits.network : credit.held, sum)))
    return 'refused'
  const approved =
    amountMinor <= credit.orderMinor &&
    !withThis.some((sum) => sum.kind !== 'network' && exceeds(credit.approved, sum))
  return approved ? 'approved' : 'review'
}
