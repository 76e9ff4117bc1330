/**
 * Decides whether the shop gives credit, that is delivers against its own invoice, by the order's amount and
 * the buyer's open credit under each of the order's keys (decision 25). It does not
 * see the buyer's identity.
 */
import { type Minor, addMinor } from '../money/money.ts'
import type { CreditLimits, OpenCredit, OrderLimits } from '../stores/store.ts'

/**
 * The kinds of key that unpaid invoices are summed by. Guests have all but `account`, customers `identity`
 * and `account`.
 */
export const creditKeyKinds = ['identity', 'account', 'email', 'address', 'network'] as const
export type CreditKeyKind = (typeof creditKeyKinds)[number]

/** `review`: staff decide, and the order is held until then. */
export type CreditDecision = 'approved' | 'review' | 'refused'

export type OpenCredits = Partial<Record<CreditKeyKind, OpenCredit>>

/**
 * Decides about an invoice of `amountMinor` for a buyer with the open credit `open` under each of the order's
 * keys.
 */
export function decideCredit(
  limits: { credit: CreditLimits; network: OrderLimits['network'] },
  amountMinor: Minor,
  open: OpenCredits,
): CreditDecision {
  const { credit } = limits
  const withThis = creditKeyKinds.flatMap((kind) => {
    const before = open[kind]
    return before ? [{ kind, minor: addMinor(before.minor, amountMinor), orders: before.orders + 1 }] : []
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
