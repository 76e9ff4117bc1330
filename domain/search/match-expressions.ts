/**
 * Writes a plan's groups as full-text expressions, from sure to loose. Only words of letters and digits reach
 * the search engine's syntax, each in quotes. Knows nothing about products or languages.
 */
import type { QueryGroup } from './query-plan.ts'
import { isMeasured } from './search-words.ts'

export type Breadth = 'strict' | 'wide' | 'loose'

function groupExpression(group: QueryGroup, breadth: Breadth): string {
  const ways = new Set(
    (breadth === 'loose' ? [...group.wide, ...group.loose] : group[breadth]).map(wordingExpression),
  )
  if (group.parts.length > 0)
    ways.add(`(${group.parts.map((part) => groupExpression(part, breadth)).join(' AND ')})`)
  return ways.size === 1 ? [...ways][0]! : `(${[...ways].join(' OR ')})`
}

function wordingExpression(wording: readonly string[]): string {
  const words = wording.map((word) => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`))
  return words.length === 1 ? words[0]! : `(${words.join(' AND ')})`
}

/** Asks for all words. */
export function matchAll(groups: readonly QueryGroup[], breadth: Breadth): string {
  return groups.map((group) => groupExpression(group, breadth)).join(' AND ')
}

/**
 * Expressions from sure to less sure for all words where a thing is named, one of them as what it is.
 * `makers`: words of makers' names, whose own products come first.
 */
export function matchHeads(groups: readonly QueryGroup[], makers: ReadonlySet<string>): string[] {
  const expressions = groups.map((group) => groupExpression(group, 'strict'))
  const any = expressions.join(' OR ')
  if (expressions.length === 1) return [`{kinds} : (${any})`, `{heads kinds} : (${any})`]
  const all = expressions.join(' AND ')
  const wholly = `{kinds name brand codes} : (${all}) AND {heads kinds} : (${any})`
  const isMade = groups.map((group) => group.strict.some(([word]) => makers.has(word!)))
  const made = expressions.filter((_, at) => isMade[at])
  const rest = expressions.filter((_, at) => !isMade[at])
  const byMaker = made.length > 0 && rest.length > 0 ? [`{brand} : (${made.join(' OR ')}) AND {kinds name} : (${rest.join(' AND ')})`] : []
  return [...byMaker, `{name brand} : (${all}) AND {heads} : (${any})`, wholly]
} // prettier-ignore

/** Asks for any of the words as what a thing is. */
export function matchKinds(groups: readonly QueryGroup[]): string {
  return `{heads kinds} : (${groups.map((group) => groupExpression(group, 'strict')).join(' OR ')})`
}

/**
 * Asks for things of the same kind that lack one quality: a measure, or an ordinary word. What names the kind
 * and designations (`s24`, `ddr3`, a number) always stay. Null where nothing can be left out.
 */
export function matchOfKind(groups: readonly QueryGroup[], isKind: (group: QueryGroup) => boolean): string | null {
  const kinds = groups.filter(isKind)
  const qualities = groups.filter((group) => !kinds.includes(group))
  if (kinds.length === 0 || qualities.length === 0) return null
  const left = qualities.filter((group) => !group.strict[0]!.some((word) => /\d/.test(word) && !isMeasured(word)))
  const ways = left.map((without) => matchAll(groups.filter((group) => group !== without), 'strict'))
  return ways.length === 0 ? null : ways.map((way) => `(${way})`).join(' OR ')
} // prettier-ignore

/** Asks for all words but any one; null for queries of one or two words, and of very many. */
export function matchMost(groups: readonly QueryGroup[]): string | null {
  if (groups.length < 3 || groups.length > 6) return null
  const expressions = groups.map((group) => groupExpression(group, 'wide'))
  return expressions
    .map((_, left) => `(${expressions.filter((_each, index) => index !== left).join(' AND ')})`)
    .join(' OR ')
}

/** Asks for any word, or part of one. */
export function matchAny(groups: readonly QueryGroup[]): string {
  return groups.map((group) => groupExpression(group, 'loose')).join(' OR ')
}
