/** The card of a product that is sold at a lower price beside another (UPSELL-05). */
import type { ProductCard } from '../../contract/catalogue.ts'

/** With the price per measure, or per piece of a pack, of its cross-selling price, which is shown (Dir. 98/6/EC Art. 4). */
export function atCrossSellingPrice(card: ProductCard): ProductCard {
  const { unit_price: measure } = card
  const amount = measure?.cross_selling_amount
  return measure && amount !== undefined ? { ...card, unit_price: { ...measure, amount } } : card
}
