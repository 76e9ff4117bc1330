/** Selects cables: both connectors must match, length and power are matched as closely as possible. Pure. */
import type { ProductFacts } from '../../domain/catalogue/product-facts.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { numberOrNull } from './number-or-null.ts'

/** A cable the shop sells; its two ends have no order. */
export interface Cable {
  productId: ProductId
  ends: readonly [string, string]
  lengthM: number | null
  powerW: number | null
}

/** All cables of a store: what has a connector at both ends. */
export const cableFacts: ProductFacts<Cable> = {
  name: 'finders/cables',
  facet: 'connector_a',
  factOf({ id, attributes: { connector_a: a, connector_b: b, length_m: length, power_w: power } }) {
    if (typeof a !== 'string' || typeof b !== 'string') return null
    return { productId: id, ends: [a, b], lengthM: numberOrNull(length), powerW: numberOrNull(power) }
  },
}

export interface CableRequest {
  a: string
  b: string | null
  lengthM: number | null
  powerW: number | null
}

/** Whether one end is `a`, and the other `b` where one was chosen. */
function hasEnds({ ends: [x, y] }: Cable, { a, b }: CableRequest): boolean {
  return b === null ? x === a || y === a : (x === a && y === b) || (x === b && y === a)
}

const byNumber = (a: number, b: number) => a - b
const numbersOf = (cables: readonly Cable[], pick: (cable: Cable) => number | null) =>
  [...new Set(cables.map(pick).filter((value) => value !== null))].sort(byNumber)

/** The options still available, in the order of the form: first end, second end, lengths, powers. */
export function cableOptions(cables: readonly Cable[], wish: Partial<CableRequest>) {
  const a = wish.a ?? ''
  const withA = cables.filter((cable) => cable.ends.includes(a))
  const matching = wish.b
    ? withA.filter((cable) => hasEnds(cable, { a, b: wish.b ?? null, lengthM: null, powerW: null }))
    : []
  const others = withA.map(({ ends: [x, y] }) => (x === a ? y : x))
  return {
    a: [...new Set(cables.flatMap((cable) => cable.ends))],
    b: [...new Set(others)],
    lengths: numbersOf(matching, (cable) => cable.lengthM),
    powers: numbersOf(matching, (cable) => cable.powerW),
  }
}

export interface CableChoice {
  /** Cables that match every choice; power is a minimum. */
  exact: ProductId[]
  /** The nearest cables where there is no match, nearest first. */
  nearest: ProductId[]
}

/** Most near matches offered where nothing matches exactly. */
const mostNeighbours = 8

/**
 * Cables with both ends. A length must be equal, a power at least the chosen one. Where no cable meets both,
 * the nearest: a cable that is too weak comes after all that are strong enough, a longer one before a shorter
 * one.
 */
export function chooseCables(cables: readonly Cable[], wish: CableRequest): CableChoice {
  const right = cables.filter((cable) => hasEnds(cable, wish))
  const strong = (cable: Cable) => wish.powerW === null || (cable.powerW ?? 0) >= wish.powerW
  const long = (cable: Cable) =>
    wish.lengthM === null || Math.abs((cable.lengthM ?? 0) - wish.lengthM) < 0.005
  const exact = right.filter((cable) => strong(cable) && long(cable))
  if (exact.length > 0) {
    exact.sort((x, y) => (x.powerW ?? 0) - (y.powerW ?? 0) || (x.lengthM ?? 0) - (y.lengthM ?? 0))
    return { exact: exact.map((cable) => cable.productId), nearest: [] }
  }
  const distance = (cable: Cable) => {
    const more = (cable.lengthM ?? 0) - (wish.lengthM ?? 0)
    return wish.lengthM === null ? 0 : more >= 0 ? more : -more * 1.5
  }
  const nearest = right.toSorted(
    (x, y) =>
      Number(strong(y)) - Number(strong(x)) || distance(x) - distance(y) || (y.powerW ?? 0) - (x.powerW ?? 0),
  )
  return { exact: [], nearest: nearest.slice(0, mostNeighbours).map((cable) => cable.productId) }
}
