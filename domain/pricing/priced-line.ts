/** Last step of pricing: a line with its shares of the deductions, its VAT and the reasons for its price. */
import {
  exVatMinor,
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
import type { WorkingLine } from './working-line.ts'

type SharedDeduction = CartDeduction & { amounts: readonly Minor[] }

/** The highest earlier price of a unit, where it exceeds the price charged. */
function beforeUnitMinor({ line, tierUnitMinor, unitMinor }: WorkingLine): Minor | null {
  const before = largerMinor(line.ordinaryMinor ?? zeroMinor, tierUnitMinor)
  return before > unitMinor ? before : null
}

function reasonsOf(
  working: WorkingLine,
  shares: readonly { deduction: SharedDeduction; amountMinor: Minor }[],
) {
  const { line, effective, tierUnitMinor, unitMinor, rawUnitMinor } = working
  const reasons: PriceReason[] = []
  const add = (
    kind: PriceReason['kind'],
    amountMinor: Minor,
    code: string | null = null,
    percent: number | null = null,
  ) => reasons.push({ kind, code, percent, amountMinor })
  const firstTier = line.fixedPrice ? undefined : sortTiers(line.tiers)[0]
  // A tier's reduction of a campaign's first price is listed as the tier's, and not a second time.
  const reducedMinor = largerMinor(rawUnitMinor, firstTier?.unitMinor ?? zeroMinor)
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
  if (firstTier && firstTier.unitMinor > rawUnitMinor)
    add('tier', multiplyMinor(subtractMinor(firstTier.unitMinor, rawUnitMinor), line.quantity))
  if (effective) {
    const saved = multiplyMinor(subtractMinor(tierUnitMinor, unitMinor), line.quantity)
    add(effective.source === 'customer' ? 'customer' : 'coupon', saved, effective.code, effective.percent)
  }
  for (const { deduction, amountMinor } of shares) add(deduction.kind, amountMinor, deduction.code)
  return reasons
}

/**
 * The reasons in the view without VAT: a percentage's reduction is the difference of the two unit prices
 * shown, any other reason its amount without its VAT.
 */
export function reasonsExVat(line: PricedLine): PriceReason[] {
  const { effective, tierUnitMinor, unitExVatMinor, quantity, vatRateBasisPoints } = line
  return line.reasons.map((reason) => ({
    ...reason,
    amountMinor:
      effective !== null && (reason.kind === 'customer' || reason.kind === 'coupon')
        ? multiplyMinor(
            largerMinor(
              subtractMinor(exVatMinor(tierUnitMinor, vatRateBasisPoints), unitExVatMinor),
              zeroMinor,
            ),
            quantity,
          )
        : exVatMinor(reason.amountMinor, vatRateBasisPoints),
  }))
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
    tierUnitMinor: working.tierUnitMinor,
    beforeUnitMinor: beforeUnitMinor(working),
    unitMinor: working.unitMinor,
    unitExVatMinor: working.unitExVatMinor,
    effective: working.effective,
    lineTotalMinor: totalMinor,
    lineTotalExVatMinor: multiplyMinor(working.unitExVatMinor, line.quantity),
    deductions: shares.map(({ deduction, amountMinor }) => ({ code: deduction.code, amountMinor })),
    netMinor,
    vatMinor: vatPartMinor(netMinor, working.vatRateBasisPoints),
    vatRateBasisPoints: working.vatRateBasisPoints,
    reasons: reasonsOf(working, shares),
  }
}
