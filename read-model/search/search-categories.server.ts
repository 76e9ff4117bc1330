/** Categories that a query names, for the dropdown and as suggestions if no product was found. */
import type { SearchCategoryHit } from '../../contract/catalogue.ts'
import { hierarchy } from '../schema/catalogue-structure.server.ts'
import type { StructureRows } from '../schema/catalogue-rows.server.ts'
import { scopeKey } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { QueryGroup, QueryPlan } from './query-plan.ts'
import { indexedWords } from '../../domain/search/search-words.ts'
import { lowerBound } from './sorted-words.ts'

const mostCategories = 5

interface NamedCategory {
  isMain: boolean
  hit: SearchCategoryHit
}

/** Categories whose name has the words of the query, those with most products first. */
export function findCategories(state: IndexState, store: StoreCode, plan: QueryPlan): SearchCategoryHit[] {
  if (plan.groups.length === 0) return []
  const { named, own, line } = namedCategories(state, store)
  const inNames = plan.groups.map((group) => having(own, group))
  const whole = inNames.reduce((all, each) => all.intersection(each))
  if (whole.size > 0 || plan.groups.length === 1) return shown(named, whole)
  // Every word must be in its own or its ancestors' names, and at least one in its own.
  const inLines = plan.groups
    .map((group) => having(line, group))
    .reduce((all, each) => all.intersection(each))
  return shown(named, inLines.intersection(inNames.reduce((all, each) => all.union(each))))
}

function shown(named: readonly NamedCategory[], places: ReadonlySet<number>): SearchCategoryHit[] {
  const first = [...places].sort((a, b) => a - b).slice(0, mostCategories)
  return first.map((place) => named[place]!.hit)
}

/** Suggestions: categories with any of the words, otherwise the main ones. */
export function nearestCategories(state: IndexState, store: StoreCode, plan: QueryPlan): SearchCategoryHit[] {
  const { named, own } = namedCategories(state, store)
  const words = new Map<number, number>()
  for (const group of plan.groups)
    for (const place of having(own, group)) words.set(place, (words.get(place) ?? 0) + 1)
  const best = [...words].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => place)
  const main = [...named.keys()].filter((place) => named[place]!.isMain)
  return (best.length > 0 ? best : main).slice(0, mostCategories).map((place) => named[place]!.hit)
}

interface CategoryWords {
  /** Word → the categories that have it. */
  places: Map<string, Set<number>>
  /** The words sorted, for prefix lookups. */
  sorted: string[]
}

function having(words: CategoryWords, group: QueryGroup): Set<number> {
  const found = new Set<number>()
  for (const wording of group.strict) {
    const sets = wording.map((word) => withWord(words, word))
    for (const place of sets.reduce((all, each) => all.intersection(each))) found.add(place)
  }
  if (group.parts.length > 0) {
    const parts = group.parts.map((part) => having(words, part))
    for (const place of parts.reduce((all, each) => all.intersection(each))) found.add(place)
  }
  return found
}

const noCategories: Set<number> = new Set()

function withWord(words: CategoryWords, word: string): Set<number> {
  if (!word.endsWith('*')) return words.places.get(word) ?? noCategories
  const beginning = word.slice(0, -1)
  const found = new Set<number>()
  for (let at = lowerBound(words.sorted, beginning); words.sorted[at]?.startsWith(beginning); at++)
    for (const place of words.places.get(words.sorted[at]!)!) found.add(place)
  return found
}

interface NamedCategories {
  /** Those with most products first; the sets below hold indexes into this list. */
  named: NamedCategory[]
  /** Words of the category's own name, and of its ancestors' names too. */
  own: CategoryWords
  line: CategoryWords
}

const categoryNames = new WeakMap<StructureRows, Map<StoreCode, NamedCategories>>()

/** The store's categories with products, those with most first; as of the last change of the structure. */
function namedCategories(state: IndexState, store: StoreCode): NamedCategories {
  const { rows } = state.structure
  let stores = categoryNames.get(rows)
  if (!stores) categoryNames.set(rows, (stores = new Map()))
  const known = stores.get(store)
  if (known) return known
  const counts = state.db.all<{ scope: number; total: number }>(
    'select scope, total from scope_count where scope % 3 = 0',
  )
  const totals = new Map(counts.map((row) => [row.scope, row.total]))
  const total = (id: number) => totals.get(scopeKey('category', id, store)) ?? 0
  const noWords = (): CategoryWords => ({ places: new Map(), sorted: [] })
  const answer: NamedCategories = { named: [], own: noWords(), line: noWords() }
  const note = ({ places: known }: CategoryWords, name: string, place: number) => {
    for (const word of indexedWords(name, store).split(' ')) {
      const places = known.get(word)
      if (places) places.add(place)
      else known.set(word, new Set([place]))
    }
  }
  const sorted = rows.categories
    .filter((category) => total(category.id) > 0)
    .sort((a, b) => total(b.id) - total(a.id))
  for (const category of sorted) {
    const text = category.texts[store]
    if (!text) continue
    const names = hierarchy(state.structure, category.id, store).map((step) => step.name)
    const hit = { slug: text.slug, uri: `/${store}/artiklar/${text.path}/index.html`, hierarchy: names }
    const place = answer.named.push({ isMain: category.parent === null, hit }) - 1
    note(answer.own, text.name, place)
    note(answer.line, names.join(' '), place)
  }
  for (const words of [answer.own, answer.line]) words.sorted = [...words.places.keys()].sort()
  stores.set(store, answer)
  return answer
}
