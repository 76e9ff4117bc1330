/** Last step of pricing: a line with its shares of the deductions, its VAT and the reasons for its price. */
import {
  toBasisPoints,
  vatPartMinor,
  type Minor,
  zeroMinor,
  subtractMinor,
  multiplyMinor,
  largerMinor,
  sumMinor,
} from '../money/money.ts'
import type { CartDeduction, PricedLine, PriceReason } from './priced-cart.ts'
import { sortTiers } from './tiers.ts'
import { grossUnitMinor, type CurrencyDigits } from './vat-view.ts'
import { percentageOffMinor, type WorkingLine } from './working-line.ts'

type SharedDeduction = Omit<CartDeduction, 'vatMinor'> & { amounts: readonly Minor[] }

/** The earlier price of a unit, where it exceeds the unit price. */
function beforeUnitMinor({ line: { ordinaryMinor }, tierUnitMinor }: WorkingLine): Minor | null {
  return ordinaryMinor != null && ordinaryMinor > tierUnitMinor ? ordinaryMinor : null
}

function reasonsOf(
  working: WorkingLine,
  shares: readonly { deduction: SharedDeduction; amountMinor: Minor }[],
) {
  const { line, effective, tierUnitMinor } = working
  const reasons: PriceReason[] = []
  const add = (
    kind: PriceReason['kind'],
    amountMinor: Minor,
    code: string | null = null,
    percent: number | null = null,
  ) => reasons.push({ kind, code, percent, amountMinor })
  const firstTier = line.fixedPrice ? undefined : sortTiers(line.tiers)[0]
  // A tier's reduction of a campaign's first price is listed as the tier's, and not a second time.
  const reducedMinor = largerMinor(tierUnitMinor, firstTier?.unitMinor ?? zeroMinor)
  const belowOrdinary = multiplyMinor(
    largerMinor(subtractMinor(line.ordinaryMinor ?? zeroMinor, reducedMinor), zeroMinor),
    line.quantity,
  )
  if (line.fee) add('deposit', zeroMinor)
  if (line.giftCard) add('giftCard', zeroMinor)
  if (line.addedByCoupon != null) add('addedByCoupon', belowOrdinary, line.addedByCoupon)
  if (line.crossSell) add('crossSell', belowOrdinary)
  if (line.personalOffer) add('personalOffer', belowOrdinary)
  if (line.campaign) add('campaign', belowOrdinary)
  if (line.promised) add(line.promised, belowOrdinary)
  if (line.isAgreed) add('agreement', belowOrdinary)
  if (firstTier && firstTier.unitMinor > tierUnitMinor)
    add('tier', multiplyMinor(subtractMinor(firstTier.unitMinor, tierUnitMinor), line.quantity))
  if (effective) {
    const saved = percentageOffMinor(working)
    // One that rounds to nothing gives nothing, and a code of it is not used.
    if (saved > 0)
      add(effective.source === 'customer' ? 'customer' : 'coupon', saved, effective.code, effective.percent)
  }
  for (const { deduction, amountMinor } of shares) add(deduction.kind, amountMinor, deduction.code)
  return reasons
}

/** What one unit of a line costs after the line's percentage: the line's total if it had one unit. */
export function oneUnitMinor(
  { unitMinor, effective }: Pick<PricedLine, 'unitMinor' | 'effective'>,
  digits: CurrencyDigits,
): Minor {
  return effective === null ? unitMinor : grossUnitMinor(unitMinor, toBasisPoints(effective.percent), digits)
}

/** The line at position `index` as cart and order contain it. */
export function pricedLine(
  working: WorkingLine,
  index: number,
  deductions: readonly SharedDeduction[],
): PricedLine {
  const { line, totalMinor } = working
  const shares = deductions
    .map((deduction) => ({ deduction, amountMinor: deduction.amounts[index]! }))
    .filter(({ amountMinor }) => amountMinor > 0)
  const netMinor = subtractMinor(totalMinor, sumMinor(shares.map((share) => share.amountMinor)))
  return {
    uuid: line.uuid,
    sku: line.sku,
    productId: line.productId,
    quantity: line.quantity,
    kind: line.fee ? 'fee' : line.giftCard ? 'giftCard' : 'goods',
    unitMinor: working.tierUnitMinor,
    beforeUnitMinor: beforeUnitMinor(working),
    effective: working.effective,
    lineTotalMinor: totalMinor,
    deductions: shares.map(({ deduction, amountMinor }) => ({ code: deduction.code, amountMinor })),
    netMinor,
    vatMinor: vatPartMinor(netMinor, working.vatRateBasisPoints),
    vatRateBasisPoints: working.vatRateBasisPoints,
    reasons: reasonsOf(working, shares),
  }
}
