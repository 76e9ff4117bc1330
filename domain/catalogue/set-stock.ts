/**
 * The stock of a set, from its own figure and the stock of its parts: no more of it can be had than the scarcest of them
 * allows, as the cart allocates it. Its status follows by the rules of `stock-status.ts`. Pure.
 */

/** Units and dates of a product in a store; times in epoch milliseconds. */
export interface StoredStock {
  available: number
  incoming: number
  incomingAt: number | null
  presale: number
  releaseAt: number | null
  discontinued: boolean
}

export interface SetPart {
  /** Units in one set. */
  perUnit: number
  /** Null: the store keeps no stock of it. */
  stock: StoredStock | null
}

const none: StoredStock = {
  available: 0,
  incoming: 0,
  incomingAt: null,
  presale: 0,
  releaseAt: null,
  discontinued: false,
}

/** Units are sets. A set that awaits several parts is complete with the last; the date is unknown where one's is. */
export function stockOfSet(own: StoredStock, parts: readonly SetPart[]): StoredStock {
  const all = [{ perUnit: 1, stock: own }, ...parts].map(({ perUnit, stock }) => {
    const { available, incoming, presale, ...rest } = stock ?? none
    const sets = (units: number) => Math.floor(units / perUnit)
    return { ...rest, available: sets(available), incoming: sets(incoming), presale: sets(presale) }
  })
  const later = all.filter(({ available }) => available === 0)
  const unreleased = all.filter(({ presale, releaseAt }) => presale > 0 || releaseAt !== null)
  /** What can be sold of a part that is released. */
  const sold = ({ available, incoming }: StoredStock) => (available > 0 ? available : incoming)
  return {
    available: Math.min(...all.map(({ available }) => available)),
    incoming: Math.min(...all.map(sold)),
    incomingAt: latest(later.map(({ incomingAt }) => incomingAt)),
    presale:
      unreleased.length === 0
        ? 0
        : Math.min(...all.map((part) => (unreleased.includes(part) ? part.presale : sold(part)))),
    releaseAt: latest(unreleased.map(({ releaseAt }) => releaseAt)),
    discontinued: all.some(({ discontinued }) => discontinued),
  }
}

/** Null: there is no date, or one is not known. */
function latest(dates: readonly (number | null)[]): number | null {
  const known = dates.filter((date) => date !== null)
  return known.length > 0 && known.length === dates.length ? Math.max(...known) : null
}
