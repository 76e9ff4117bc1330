/**
 * Which word of a query names the product asked for, where the others say what it is for: `brandvarnare batteri` asks for
 * a battery, `laddare till 18650` for a charger. Only kinds that are made for other products are recognised so. Pure.
 */
import { accessoryKinds } from '../../domain/search/kind-names.ts'
import { queryWords } from '../../domain/search/search-words.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'

export interface RequestedThing {
  /** Index of the group that names it. */
  group: number
  /** Stems of the names of its kind. */
  names: readonly string[]
  /** Whether it is a battery, so that every cell is one, whatever its kind is called. */
  isBattery: boolean
}

/** Per store, the stems of each kind's names; the battery first, because the other kinds are made for it too. */
const stems = Object.fromEntries(
  storeCodes.map((store) => [
    store,
    accessoryKinds.map((names) => [...new Set(names.map((name) => queryWords(name, store).at(-1)!.text))]),
  ]),
) as Record<StoreCode, string[][]>

/** Letters that a compound has before its last part, at least. */
const shortestPart = 3

function isCompoundOf(word: string, stem: string): boolean {
  return word.endsWith(stem) && word.length >= stem.length + shortestPart
}

/** The kind that the last part of a compound names: `batteri` for the stem `verktygsbatteri`; null if none is known. */
export function baseKind(word: string, store: StoreCode): string | null {
  return stems[store].flat().find((stem) => isCompoundOf(word, stem)) ?? null
}

/**
 * `names`: the last word of each group as typed. `before`: the number of groups before a word such as `till`, which
 * separates the product from what it is for; 0 if there is none. Of several kinds without such a word, the last one
 * typed is asked for, and a battery only if it is the only kind.
 */
export function thingAmong(
  names: readonly string[],
  before: number,
  store: StoreCode,
): RequestedThing | null {
  if (names.length < 2) return null
  const kinds = names.map((name) =>
    stems[store].findIndex((all) => all.some((stem) => name === stem || isCompoundOf(name, stem))),
  )
  const inFront = kinds.slice(0, before).findLastIndex((kind) => kind >= 0)
  const madeForBatteries = kinds.findLastIndex((kind) => kind > 0)
  const last = madeForBatteries >= 0 ? madeForBatteries : kinds.lastIndexOf(0)
  const group = inFront >= 0 ? inFront : last
  if (group < 0) return null
  return { group, names: stems[store][kinds[group]!]!, isBattery: kinds[group] === 0 }
}
