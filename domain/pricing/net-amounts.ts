/**
 * The view without VAT of a priced or an ordered line (VAT-07). The net of an amount is divided and rounded once; the
 * net of a deduction is the net before it less the net after it. Nets and VAT therefore add up to the gross amounts, per
 * line and in every sum.
 */
import { addMinor, exVatMinor, subtractMinor, sumMinor, type Minor } from '../money/money.ts'
import type { PricedLine, PriceReason } from './priced-cart.ts'

/** What the view reads of a line of a cart or an order. */
export type NetLine = Pick<PricedLine, 'lineTotalMinor' | 'deductions' | 'vatRateBasisPoints'>

/** The line's total without its VAT, before deductions of the cart. */
export function lineTotalNetMinor({
  lineTotalMinor,
  vatRateBasisPoints,
}: Omit<NetLine, 'deductions'>): Minor {
  return exVatMinor(lineTotalMinor, vatRateBasisPoints)
}

/**
 * The line's shares of the cart's deductions without VAT, in their order. They lead from the net of the line's total to
 * the net of what is paid for it.
 */
export function deductionNets({
  lineTotalMinor,
  deductions,
  vatRateBasisPoints,
}: NetLine): { code: string; netMinor: Minor }[] {
  let left = lineTotalMinor
  return deductions.map(({ code, amountMinor }) => {
    const before = left
    left = subtractMinor(left, amountMinor)
    return {
      code,
      netMinor: subtractMinor(exVatMinor(before, vatRateBasisPoints), exVatMinor(left, vatRateBasisPoints)),
    }
  })
}

/** A deduction of the cart without VAT: its shares of all lines. */
export function deductionNetMinor(lines: readonly NetLine[], code: string): Minor {
  const shares = lines.flatMap((line) => deductionNets(line).filter((share) => share.code === code))
  return sumMinor(shares.map(({ netMinor }) => netMinor))
}

/** Whether a reason is the percentage that the line's total is reduced by. */
export const isPercentage = ({ kind }: { kind: string }): boolean => kind === 'coupon' || kind === 'customer'

/** What the line's percentage deducts from its units at their unit price. */
export function percentageMinor({ reasons }: { reasons: readonly PriceReason[] }): Minor {
  return sumMinor(reasons.filter(isPercentage).map(({ amountMinor }) => amountMinor))
}

/** The reasons of a line without VAT: what each deducts from the line's net. */
export function reasonsExVat(line: NetLine & { reasons: readonly PriceReason[] }): PriceReason[] {
  const { lineTotalMinor, vatRateBasisPoints } = line
  const shares = new Map(deductionNets(line).map(({ code, netMinor }) => [code, netMinor]))
  const netOf = (reason: PriceReason): Minor => {
    if (isPercentage(reason))
      return subtractMinor(
        exVatMinor(addMinor(lineTotalMinor, reason.amountMinor), vatRateBasisPoints),
        exVatMinor(lineTotalMinor, vatRateBasisPoints),
      )
    const share = isDeduction(reason) && reason.code !== null ? shares.get(reason.code) : undefined
    return share ?? exVatMinor(reason.amountMinor, vatRateBasisPoints)
  }
  return line.reasons.map((reason) => ({ ...reason, amountMinor: netOf(reason) }))
}

/** Whether a reason is the line's share of a row below the lines: the line's total is not reduced by it. */
const isDeduction = ({ kind }: { kind: string }): boolean =>
  kind === 'buyXGetY' || kind === 'increment' || kind === 'fixed'
