/** Rounding of prices to the endings that a store uses, such as 149 and 9.99. Pure. */
import { addMinor, minor, multiplyMinor, subtractMinor, type Minor } from './money.ts'
import { divideRounded } from './rounding.ts'

/** Prices of `fromMinor` and above end in `endMinor` within each `stepMinor`: (1000, 900) is 9, 19, 29 … */
export interface PriceEnding {
  fromMinor: Minor
  stepMinor: Minor
  endMinor: Minor
}

/** The nearest price with an ending of the store; halves are rounded up. `endings`: by `fromMinor`, from 0 on. */
export function toPriceEnding(price: Minor, endings: readonly PriceEnding[]): Minor {
  const ending = endings.findLast(({ fromMinor }) => fromMinor <= price)
  if (!ending) return price
  const { stepMinor, endMinor } = ending
  const steps = divideRounded(subtractMinor(price, endMinor), stepMinor)
  const rounded = addMinor(multiplyMinor(stepMinor, steps), endMinor)
  return rounded > 0 ? rounded : addMinor(rounded, stepMinor)
}

/** Whole units below 100, then 9, 19, 29 …: stores whose prices have no decimals. */
export const wholeEndings: readonly PriceEnding[] = [
  { fromMinor: minor(0), stepMinor: minor(100), endMinor: minor(0) },
  { fromMinor: minor(10_000), stepMinor: minor(1_000), endMinor: minor(900) },
]

/** 0.09, 0.19 … below 10, then 10.99, 11.99 …: stores whose prices have two decimals. */
export const centEndings: readonly PriceEnding[] = [
  { fromMinor: minor(0), stepMinor: minor(10), endMinor: minor(9) },
  { fromMinor: minor(1_000), stepMinor: minor(100), endMinor: minor(99) },
]
