/** Queries of shoppers over the generated catalogue: prefixes, words, numbers, typing errors. */
import type { StoreCode } from '../domain/stores/stores.ts'
import { kinds, makers, qualities } from './synthetic-catalogue.ts'

export interface TypedQuery {
  store: StoreCode
  query: string
  kind: string
  /** Whether the page of results is asked for; otherwise the dropdown. */
  withFacets: boolean
}

/** `count` queries in a fixed mix, spread by a seeded generator so that few are asked twice. */
export function searchTraffic(
  products: number,
  count: number,
  stores: readonly StoreCode[],
  seed: number,
): TypedQuery[] {
  const share = generator(seed)
  const random = (below: number) => Math.floor(share() * below)
  const one = (list: readonly string[]) => list[random(list.length)]!
  const slip = (word: string) => {
    const at = 2 + random(Math.max(1, word.length - 3))
    return word.slice(0, at) + word.slice(at + 1)
  }
  const ways: [kind: string, share: number, make: () => string][] = [
    [
      'beginning',
      25,
      () => {
        const word = one([...kinds, ...makers, ...qualities])
        return word.slice(0, 2 + random(word.length - 2))
      },
    ],
    ['broad word', 15, () => one([...kinds, ...qualities]).toLowerCase()],
    ['maker and kind', 12, () => `${one(makers)} ${one(kinds)}`],
    ['size', 10, () => `lr${1 + random(40)} ${one(kinds).slice(0, 4)}`],
    ['measure', 10, () => `${one(qualities)} ${(1 + random(50)) * 100} mah`],
    ['number', 10, () => `S${String(1 + random(products)).padStart(8, '0')}`],
    ['part of a number', 5, () => `73${String(random(products)).padStart(6, '0').slice(0, 5)}`],
    ['model', 5, () => `modell ${1 + random(products)}`],
    ['slip', 6, () => `${slip(one(makers))} ${slip(one(kinds))}`],
    ['nothing such', 2, () => `qz${random(1e6).toString(36)} ${one(kinds)}`],
  ]
  const all = ways.reduce((sum, [, share]) => sum + share, 0)
  return Array.from({ length: count }, () => {
    let left = random(all)
    const [kind, , make] = ways.find(([, share]) => (left -= share) < 0) ?? ways[0]!
    return {
      store: stores[random(stores.length)]!,
      query: make(),
      kind,
      withFacets: kind !== 'beginning' && random(4) === 0,
    }
  })
}

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
