/**
 * Rounding and display of a unit price with or without VAT (DEF-06, VAT-03..08). The gross unit is what is
 * charged; the view without VAT is display only and never reaches an order.
 */
import { wholeBasisPoints, type Minor, shareMinor, minor } from '../money/money.ts'
import { multiplyDivideRounded } from '../money/rounding.ts'

/** Decimals of the currency in the store: 0 for kronor, 2 for euro. */
export type CurrencyDigits = 0 | 2

/**
 * Whether prices are shown with VAT. Where the store has no other view, a stored flag is ignored, not deleted
 * (VAT-08).
 */
export function showsVat(flag: boolean, store: { allowExVat: boolean }): boolean {
  return flag || !store.allowExVat
}

/**
 * Gross unit price after a percentage, rounded to the currency's digits: what is charged (VAT-05, DEF-06).
 */
export function grossUnitMinor(unitMinor: Minor, percentBasisPoints: number, digits: CurrencyDigits): Minor {
  const step = digits === 0 ? 100 : 1
  const steps = multiplyDivideRounded(
    unitMinor,
    wholeBasisPoints - percentBasisPoints,
    wholeBasisPoints * step,
  )
  return minor(steps * step)
}

/** Unit price without VAT after a percentage, rounded once, to two decimals (VAT-04, DEF-06). */
export function exVatUnitMinor(
  unitMinor: Minor,
  percentBasisPoints: number,
  vatRateBasisPoints: number,
): Minor {
  return shareMinor(unitMinor, wholeBasisPoints - percentBasisPoints, wholeBasisPoints + vatRateBasisPoints)
}

/** A unit price in the shopper's view; `vat` true = including VAT. */
export function viewUnitMinor(
  unit: {
    unitMinor: Minor
    percentBasisPoints?: number
    vatRateBasisPoints: number
    digits: CurrencyDigits
  },
  vat: boolean,
): Minor {
  const percent = unit.percentBasisPoints ?? 0
  return vat
    ? grossUnitMinor(unit.unitMinor, percent, unit.digits)
    : exVatUnitMinor(unit.unitMinor, percent, unit.vatRateBasisPoints)
}
