/** Categories that a query names, for the dropdown and as a way on where no product was found. */
import type { SearchCategoryHit } from '../catalogue/catalogue.ts'
import { hierarchy } from '../catalogue/catalogue-structure.server.ts'
import { storeNumber } from '../catalogue/index-schema.server.ts'
import { keep, type IndexState } from '../catalogue/index-state.server.ts'
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
  // Every word in its own name, or in the names above it with one in its own.
  const whole = named.filter(({ own }) => plan.groups.every((group) => isIn(own, group)))
  const within = named.filter(
    ({ own, line }) =>
      plan.groups.every((group) => isIn(line, group)) && plan.groups.some((group) => isIn(own, group)),
  )
  return [...new Set([...whole, ...within])].slice(0, mostCategories).map(({ hit }) => hit)
}

/** A way on: categories with any of the words, otherwise the main ones. */
export function nearestCategories(state: IndexState, store: StoreCode, plan: QueryPlan): SearchCategoryHit[] {
  const named = namedCategories(state, store)
  const counted = named
    .map((category) => ({ category, words: plan.groups.filter((group) => isIn(category.own, group)).length }))
    .filter(({ words }) => words > 0)
    .sort((a, b) => b.words - a.words)
    .map(({ category }) => category)
  const shown = counted.length > 0 ? counted : named.filter((category) => category.isMain)
  return shown.slice(0, mostCategories).map(({ hit }) => hit)
}

function isIn(words: readonly string[], group: QueryGroup): boolean {
  const has = (word: string) =>
    word.endsWith('*') ? words.some((own) => own.startsWith(word.slice(0, -1))) : words.includes(word)
  return (
    group.strict.some((wording) => wording.every(has)) ||
    (group.parts.length > 0 && group.parts.every((part) => isIn(words, part)))
  )
}

/** The store's categories with products, those with most first. */
function namedCategories(state: IndexState, store: StoreCode): NamedCategory[] {
  return keep(state, `category-words/${store}`, () => {
    const rows = state.db.all<{ scope: number; total: number }>(
      'select scope, total from scope_count where scope % 3 = 0',
    )
    const totals = new Map(rows.map((row) => [row.scope, row.total]))
    const total = (id: number) => totals.get((id * 4 + storeNumber[store]) * 3) ?? 0
    return state.structure.rows.categories
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
  })
} // prettier-ignore
