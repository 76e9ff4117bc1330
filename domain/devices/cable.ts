/** Chooses cables: both ends must be right, length and power come as near as they can. Pure. */

/** A cable the shop sells; a cable's ends have no order. */
export interface Cable {
  productId: number
  ends: readonly [string, string]
  lengthM: number | null
  powerW: number | null
}

export interface CableWish {
  a: string
  b: string | null
  lengthM: number | null
  powerW: number | null
}

/** Whether one end is `a`, and the other `b` where it was chosen. */
function hasEnds({ ends: [x, y] }: Cable, { a, b }: CableWish): boolean {
  return b === null ? x === a || y === a : (x === a && y === b) || (x === b && y === a)
}

const byNumber = (a: number, b: number) => a - b
const numbersOf = (cables: readonly Cable[], pick: (cable: Cable) => number | null) =>
  [...new Set(cables.map(pick).filter((value) => value !== null))].sort(byNumber)

/** What can still be chosen, in the order of the form: first ends, then the other ends, lengths and powers. */
export function cableOptions(cables: readonly Cable[], wish: Partial<CableWish>) {
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
  /** Cables that are all that was wished; power is a least power. */
  exact: number[]
  /** Where none is: the nearest ones, nearest first. */
  nearest: number[]
}

/** How many neighbours are offered where nothing fits exactly. */
const mostNeighbours = 8

/**
 * Cables with both ends. A length is met by itself, a power by itself or more. Where none meets both, the
 * nearest: a cable too weak comes after every cable that is strong enough, a longer one before a shorter one.
 */
export function chooseCables(cables: readonly Cable[], wish: CableWish): CableChoice {
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
