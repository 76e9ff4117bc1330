/** The card of a product that is sold at a lower price beside another (UPSELL-05). */
import type { ProductCard } from '../../contract/catalogue.ts'
import { minor, toMajor, toMinor } from '../../domain/money/money.ts'
import { divideRounded } from '../../domain/money/rounding.ts'
import { readPrices } from '../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../domain/pricing/tiers.ts'

/** With the price per measure, or per piece of a pack, of its cross-selling price. */
export function atCrossSellingPrice(card: ProductCard): ProductCard {
  const { cross_selling_price: price, unit_price: measure } = card
  const usual = shownPrice(readPrices(card.prices))
  if (price === null || measure === null || !usual || usual.unitMinor <= 0) return card
  const amount = divideRounded(toMinor(measure.amount) * toMinor(price), usual.unitMinor)
  return { ...card, unit_price: { ...measure, amount: toMajor(minor(amount)) } }
}
