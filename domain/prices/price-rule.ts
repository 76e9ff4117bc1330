/**
 * The price of a product in one store, made from its price in another by a rule that staff give: a rate, what becomes of
 * VAT, and the ending. Pure.
 */
import type { StoredTier } from '../catalogue/product-prices.ts'
import { roundListPrice } from '../catalogue/list-price.ts'
import { minor, shareMinor, wholeBasisPoints, type Minor } from '../money/money.ts'
import { toPriceEnding, type PriceEnding } from '../money/price-ending.ts'

/** `store`: as the store rounds its prices; `none`: to the digits of the currency; `whole`: without decimals; others: decimals. */
const ruleEndings = ['store', 'none', 'whole', '90', '95', '99'] as const
export type RuleEnding = (typeof ruleEndings)[number]

/**
 * `recomputed`: the price without the VAT of the source, with the VAT of the target added; `kept`: the price with VAT as
 * it is.
 */
export type RuleVat = 'recomputed' | 'kept'

/** A rate of 1. */
export const wholeRate = 1_000_000

export interface PriceRule {
  /** Units of the target's currency for a million units of the source's: above zero, a rate of at most 1000. */
  rateMillionths: number
  vat: RuleVat
  ending: RuleEnding
}

export interface RuleTarget {
  currencyDigits: 0 | 2
  /** Those of the store's policy. */
  priceEndings: readonly PriceEnding[]
}

/** Endings with decimals are none for a currency without. */
export const endingsFor = ({ currencyDigits }: Pick<RuleTarget, 'currencyDigits'>): readonly RuleEnding[] =>
  ruleEndings.filter((ending) => currencyDigits > 0 || !/^\d/.test(ending))

/** By `fromMinor`; none for prices without an ending. */
export function priceEndingsOf(ending: RuleEnding, { priceEndings }: RuleTarget): readonly PriceEnding[] {
  if (ending === 'store') return priceEndings
  if (ending === 'none') return []
  const decimals = ending === 'whole' ? 0 : Number(ending)
  return [{ fromMinor: minor(0), stepMinor: minor(100), endMinor: minor(decimals) }]
}

/**
 * In the currency of the target, VAT included and rounded once to minor units, before it gets an ending. `from` and `to`:
 * the VAT of the product in basis points. Throws RangeError beyond the safe integers.
 */
export function convertedMinor(
  priceMinor: Minor,
  { rateMillionths, vat }: PriceRule,
  { from, to }: { from: number; to: number },
): Minor {
  return vat === 'kept'
    ? shareMinor(priceMinor, rateMillionths, wholeRate)
    : shareMinor(priceMinor, rateMillionths * (wholeBasisPoints + to), wholeRate * (wholeBasisPoints + from))
}

/** The price by a rule, with its ending; 0 where nothing is left of it in the digits of the currency. */
export function ruledMinor(
  priceMinor: Minor,
  rule: PriceRule,
  { vat, target }: { vat: { from: number; to: number }; target: RuleTarget },
): Minor {
  const converted = convertedMinor(priceMinor, rule, vat)
  const endings = priceEndingsOf(rule.ending, target)
  const isNothing = converted <= 0 || endings.length === 0
  return roundListPrice(isNothing ? converted : toPriceEnding(converted, endings), target)
}

/**
 * The prices of all quantities by a rule, from the smallest quantity on. A quantity whose price is not below that of a
 * smaller one any more has none of its own.
 */
export function ruledTiers(
  tiers: readonly StoredTier[],
  rule: PriceRule,
  places: { vat: { from: number; to: number }; target: RuleTarget },
): StoredTier[] {
  const ruled = tiers
    .toSorted((one, other) => one.minQuantity - other.minQuantity)
    .map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor: ruledMinor(priceMinor, rule, places) }))
  return lowered(ruled)
}

/** The same with another price of one unit, which staff have typed. */
export const withUnitPrice = (tiers: readonly StoredTier[], priceMinor: Minor): StoredTier[] =>
  lowered([{ minQuantity: 1, priceMinor }, ...tiers.filter(({ minQuantity }) => minQuantity > 1)])

function lowered(tiers: readonly StoredTier[]): StoredTier[] {
  const kept: StoredTier[] = []
  for (const tier of tiers) {
    const last = kept.at(-1)
    if (last === undefined || tier.priceMinor < last.priceMinor) kept.push(tier)
  }
  return kept
}
