/**
 * Rounding of line totals and unit prices, and their display with or without VAT (DEF-06, VAT-03..08). The gross
 * line is what is charged; the view without VAT divides it and rounds once, so that net and VAT add up to it.
 */
import { exVatMinor, minor, wholeBasisPoints, type Minor } from '../money/money.ts'
import { sumProductsRounded } from '../money/rounding.ts'

/** Decimals of the currency in the store: 0 for kronor, 2 for euro. */
export type CurrencyDigits = 0 | 2

/**
 * Whether prices are shown with VAT. Where the store has no other view, a stored flag is ignored, not deleted
 * (VAT-08).
 */
export function showsVat(flag: boolean, store: { allowExVat: boolean }): boolean {
  return flag || !store.allowExVat
}

/** Units of a line that are charged the same. */
export interface UnitGroup {
  count: number
  /** The percentage off each unit. */
  percentBasisPoints: number
  /** The amount off each unit after its percentage (COUPON-40); no unit falls below 0. */
  offMinor: Minor
}

/** The sum over a line's units of what each is charged, rounded once to the currency's digits (DEF-06). */
export function unitsTotalMinor(
  unitMinor: Minor,
  groups: readonly UnitGroup[],
  digits: CurrencyDigits,
): Minor {
  const step = digits === 0 ? 100 : 1
  const steps = sumProductsRounded(
    groups.flatMap(({ count, percentBasisPoints, offMinor }) => {
      const left = wholeBasisPoints - percentBasisPoints
      const isFree = unitMinor * left <= offMinor * wholeBasisPoints
      return isFree
        ? []
        : [
            [unitMinor * count, left] as const,
            ...(offMinor === 0 ? [] : [[offMinor * count, -wholeBasisPoints] as const]),
          ]
    }),
    wholeBasisPoints * step,
  )
  return minor(steps * step)
}

/** The total of one unit after a percentage: what a card shows (VAT-05, CARD-04). */
export function grossUnitMinor(unitMinor: Minor, percentBasisPoints: number, digits: CurrencyDigits): Minor {
  return unitsTotalMinor(unitMinor, [{ count: 1, percentBasisPoints, offMinor: minor(0) }], digits)
}

/** The total of one unit in the shopper's view; `vat` true = including VAT (VAT-04). */
export function viewUnitMinor(
  unit: {
    unitMinor: Minor
    percentBasisPoints?: number
    vatRateBasisPoints: number
    digits: CurrencyDigits
  },
  vat: boolean,
): Minor {
  const gross = grossUnitMinor(unit.unitMinor, unit.percentBasisPoints ?? 0, unit.digits)
  return vat ? gross : exVatMinor(gross, unit.vatRateBasisPoints)
}
