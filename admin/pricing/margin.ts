/** The margin of a typed price, as the server computes it for stored ones. Pure. */

/**
 * What is left of a price without VAT when the cost is taken off, in percent with one decimal; null where the price is
 * nothing. `price`: VAT included, `cost`: without it, both in major units.
 */
export function marginPercent(price: number, vatPercent: number, cost: number): number | null {
  const net = price / (1 + vatPercent / 100)
  return net > 0 ? Math.round(((net - cost) * 1_000) / net) / 10 : null
}
