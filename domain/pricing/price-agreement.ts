/** The price that follows for a product from the terms of price agreements. Pure. */
import type { AgreementTerms, Agreements } from '../../modules/agreement-terms.ts'
import { smallerMinor, toBasisPoints } from '../money/money.ts'
import type { AgreedPrice } from './priced-cart.ts'
import { activeTiers, sortTiers, tierAt, type Prices, type Tier } from './tiers.ts'
import { grossUnitMinor, type CurrencyDigits } from './vat-view.ts'

export const noAgreements: Agreements = new Map()

/**
 * The agreed price of a product: at each quantity the lowest of its agreements, of the fixed ones only where there is
 * any. Null where nothing is agreed.
 */
export function agreedPriceOf(
  prices: Prices,
  terms: readonly AgreementTerms[],
  digits: CurrencyDigits,
): AgreedPrice | null {
  const isFixed = terms.some((each) => each.isFixed)
  const lists = terms
    .filter((each) => each.isFixed === isFixed)
    .map((each) => (each.prices.length > 0 ? each.prices : reduced(prices, each.percent, digits)))
  const quantities = new Set(lists.flatMap((list) => list.map(({ quantity }) => quantity)))
  const tiers = [...quantities].flatMap((quantity): Tier[] => {
    const units = lists.flatMap((list) => tierAt(list, quantity)?.unitMinor ?? [])
    return units.length === 0 ? [] : [{ quantity, unitMinor: units.reduce(smallerMinor) }]
  })
  return tiers.length === 0 ? null : { tiers: sortTiers(tiers), isFixed }
}

/** The ordinary prices less a percentage; a campaign does not lower them further. */
function reduced(prices: Prices, percent: number, digits: CurrencyDigits): Tier[] {
  const ordinary = prices.normal.length > 0 ? { normal: prices.normal, campaign: [] } : prices
  return activeTiers(ordinary).map(({ quantity, unitMinor }) => ({
    quantity,
    unitMinor: grossUnitMinor(unitMinor, toBasisPoints(percent), digits),
  }))
}
