/** Categories that a query names, for the dropdown and as a way on where no product was found. */
import type { SearchCategoryHit } from '../catalogue/catalogue.ts'
import { hierarchy } from '../catalogue/catalogue-structure.server.ts'
import type { StructureRows } from '../catalogue/catalogue-rows.server.ts'
import { scopeKey } from '../catalogue/index-schema.server.ts'
import type { IndexState } from '../catalogue/index-state.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { QueryGroup, QueryPlan } from './query-plan.ts'
import { indexedWords } from './search-words.ts'

const mostCategories = 5

interface NamedCategory {
  own: string[]
  line: string[]
  isMain: boolean
  hit: SearchCategoryHit
}

/** Categories whose name has the words of the query, those with most products first. */
export function findCategories(state: IndexState, store: StoreCode, plan: QueryPlan): SearchCategoryHit[] {
  if (plan.groups.length === 0) return []
  const named = namedCategories(state, store)
  const whole = named.filter(({ own }) => plan.groups.every((group) => isIn(own, group)))
  if (whole.length > 0 || plan.groups.length === 1) return shown(whole)
  // Every word in the names above it too, with one in its own.
  const within = named.filter(
    ({ own, line }) =>
      plan.groups.some((group) => isIn(own, group)) && plan.groups.every((group) => isIn(line, group)),
  )
  return shown(within)
}

function shown(categories: readonly NamedCategory[]): SearchCategoryHit[] {
  return categories.slice(0, mostCategories).map(({ hit }) => hit)
}

/** A way on: categories with any of the words, otherwise the main ones. */
export function nearestCategories(state: IndexState, store: StoreCode, plan: QueryPlan): SearchCategoryHit[] {
  const named = namedCategories(state, store)
  const counted = named
    .map((category) => ({ category, words: plan.groups.filter((group) => isIn(category.own, group)).length }))
    .filter(({ words }) => words > 0)
    .sort((a, b) => b.words - a.words)
    .map(({ category }) => category)
  return shown(counted.length > 0 ? counted : named.filter((category) => category.isMain))
}

function isIn(words: readonly string[], group: QueryGroup): boolean {
  const has = (word: string) => {
    if (!word.endsWith('*')) return words.includes(word)
    const beginning = word.slice(0, -1)
    return words.some((own) => own.startsWith(beginning))
  }
  return (
    group.strict.some((wording) => wording.every(has)) ||
    (group.parts.length > 0 && group.parts.every((part) => isIn(words, part)))
  )
}

const categoryNames = new WeakMap<StructureRows, Map<StoreCode, NamedCategory[]>>()

/** The store's categories with products, those with most first; as of when the structure last changed. */
function namedCategories(state: IndexState, store: StoreCode): NamedCategory[] {
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
  const named = rows.categories
    .filter((category) => total(category.id) > 0)
    .sort((a, b) => total(b.id) - total(a.id))
    .flatMap((category) => {
      const text = category.texts[store]
      if (!text) return []
      const names = hierarchy(state.structure, category.id, store).map((step) => step.name)
      const hit = { slug: text.slug, uri: `/${store}/artiklar/${text.path}/index.html`, hierarchy: names }
      const words = (name: string) => indexedWords(name, store).split(' ')
      return [{ own: words(text.name), line: words(names.join(' ')), isMain: category.parent === null, hit }]
    })
  stores.set(store, named)
  return named
}
