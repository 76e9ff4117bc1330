/** Random choices that a seed repeats. */

export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T
  /** An independent sequence for one actor: its choices do not depend on how often others choose. */
  fork(name: string): SeededRandom
}

/** Mulberry32 (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c), seeded with a whole number. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick(values) {
      if (values.length === 0) throw new Error('there is nothing to pick from')
      return values[Math.floor(next() * values.length)]!
    },
    fork: (name) => seededRandom(hash(`${seed} ${name}`)),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
  return value >>> 0
}
