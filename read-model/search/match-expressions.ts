/**
 * Converts a plan's groups to full-text expressions, from precise to loose. Only words of letters and digits
 * reach the search engine's syntax, each quoted. Independent of products and languages.
 */
import type { QueryGroup } from './query-plan.ts'
import type { Wordings } from '../../domain/search/search-synonyms.ts'

/**
 * `exact`: whole words; `strict`: also prefixes, because the last word may be unfinished; `wide`: also looser
 * forms; `loose`: also single parts of a compound.
 */
export type Breadth = 'exact' | 'strict' | 'wide' | 'loose'

/** Descriptions mention many other things, so they are searched only if little else is found. */
const facts = '{heads kinds cells name brand codes attributes categories fits}'

function wordingsOf(group: QueryGroup, breadth: Breadth): Wordings {
  if (breadth === 'exact') return group.strict.filter((wording) => !wording.at(-1)!.endsWith('*'))
  return breadth === 'loose' ? [...group.wide, ...group.loose] : group[breadth]
}

function groupExpression(group: QueryGroup, breadth: Breadth): string {
  const ways = new Set(wordingsOf(group, breadth).map(wordingExpression))
  if (group.parts.length > 0)
    ways.add(`(${group.parts.map((part) => groupExpression(part, breadth)).join(' AND ')})`)
  return ways.size === 1 ? [...ways][0]! : `(${[...ways].join(' OR ')})`
}

function wordingExpression(wording: readonly string[]): string {
  const words = wording.map((word) => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`))
  return words.length === 1 ? words[0]! : `(${words.join(' AND ')})`
}

/** Matches all words. */
export function matchAll(groups: readonly QueryGroup[], breadth: Breadth): string {
  return groups.map((group) => groupExpression(group, breadth)).join(' AND ')
}

/** Matches all words in the facts of a product, without its description. */
export function matchFacts(groups: readonly QueryGroup[], breadth: Breadth): string {
  return `${facts} : (${matchAll(groups, breadth)})`
}

/** Matches all words in one column. */
export function matchColumn(column: 'fits' | 'codes' | 'name', groups: readonly QueryGroup[]): string {
  return `{${column}} : (${matchAll(groups, 'exact')})`
}

/** Matches all words of any one of the combinations, in the facts; null if there is no combination. */
export function matchAnyOf(
  combinations: readonly (readonly QueryGroup[])[],
  breadth: Breadth,
): string | null {
  const ways = combinations
    .filter((groups) => groups.length > 0)
    .map((groups) => `(${matchAll(groups, breadth)})`)
  return ways.length === 0 ? null : `${facts} : (${ways.join(' OR ')})`
}

/**
 * Expressions from precise to less precise for all words in naming columns, with one of them as the head
 * word. `makers`: words of brand names, whose own products come first.
 */
export function matchHeads(
  groups: readonly QueryGroup[],
  makers: ReadonlySet<string>,
  breadth: Breadth,
): string[] {
  const expressions = groups.map((group) => groupExpression(group, breadth))
  const any = expressions.join(' OR ')
  if (expressions.length === 1) return [`{kinds cells} : (${any})`, `{heads kinds cells} : (${any})`]
  const all = expressions.join(' AND ')
  const wholly = `{kinds cells name brand codes} : (${all}) AND {heads kinds cells} : (${any})`
  const isMade = groups.map((group) => group.strict.some(([word]) => makers.has(word!)))
  const made = expressions.filter((_, at) => isMade[at])
  const rest = expressions.filter((_, at) => !isMade[at])
  const byMaker =
    made.length > 0 && rest.length > 0
      ? [`{brand} : (${made.join(' OR ')}) AND {kinds name} : (${rest.join(' AND ')})`]
      : []
  return [...byMaker, `{name brand} : (${all}) AND {heads} : (${any})`, wholly]
}

/**
 * Matches products of the kind that the groups name: all their words in the facts, and the last word of some
 * wording as head word.
 */
export function matchThing(groups: readonly QueryGroup[]): string {
  const last = groups.at(-1)!
  const heads = new Set(wordingsOf(last, 'exact').map((wording) => wordingExpression(wording.slice(-1))))
  return `{heads kinds} : (${[...heads].join(' OR ')}) AND ${matchFacts(groups, 'exact')}`
}

/** Matches any word, or part of one. */
export function matchAny(groups: readonly QueryGroup[]): string {
  return groups.map((group) => groupExpression(group, 'loose')).join(' OR ')
}
