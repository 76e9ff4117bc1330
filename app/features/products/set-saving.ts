/** The saving of a set against its parts. Pure. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { multiplyMinor, subtractMinor, sumMinor, type Minor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'

/**
 * What the parts of a set cost one by one at their prices of today, and how much less the set costs. Null: it does not
 * cost less, or a part has no price.
 */
export function setSaving({
  set_parts: parts,
  prices,
}: Pick<ProductDetails, 'set_parts' | 'prices'>): { partsMinor: Minor; savingMinor: Minor } | null {
  const own = shownPrice(readPrices(prices))
  const each = parts.map(({ product, quantity }) => {
    const shown = shownPrice(readPrices(product.prices), quantity)
    return shown && multiplyMinor(shown.unitMinor, quantity)
  })
  if (own === null || each.length === 0 || each.some((part) => part === null)) return null
  const partsMinor = sumMinor(each.filter((part) => part !== null))
  return partsMinor > own.unitMinor
    ? { partsMinor, savingMinor: subtractMinor(partsMinor, own.unitMinor) }
    : null
}
