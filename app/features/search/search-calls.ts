/** The API calls of the search dropdown: products and hints, then category labels for the products. */
import type {
  CategoryChildren,
  ListingAnswer,
  ProductCard,
  SearchCategoryHit,
  SearchSuggestions,
} from '../../../contract/catalogue.ts'
import type { SearchHint } from '../../../contract/content.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../state/api-client.ts'
import { searchModules, type FoundByModule } from './module-searches.ts'

export interface SearchFindings {
  term: string
  /** False: the request failed. */
  ok: boolean
  products: ProductCard[]
  /** Number of all hits, of which `products` are the first. */
  total: number
  categories: SearchCategoryHit[]
  suggestions: SearchSuggestions
  hints: SearchHint[]
  /** What modules found beside products. */
  named: readonly FoundByModule[]
  /** Product id → name of its main category (SEARCH-11). */
  labels: ReadonlyMap<number, string>
}

/** Number of products the dropdown shows. */
export const shownProducts = 6
/** How long products wait for the hints, ms, so that both are shown at once without a layout shift. */
const hintsPatienceMs = 200

/**
 * Searches and calls back with each result, more than once; never after the signal is aborted. If the call
 * for hints or labels fails, the products are shown without them (SEARCH-09, SEARCH-11).
 */
export async function askSearch(
  store: Store,
  term: string,
  signal: AbortSignal,
  show: (findings: SearchFindings) => void,
): Promise<void> {
  const asking = callApi<ListingAnswer>(store, 'products', {
    query: { query: term, nc: 'true', co: 'true' },
    signal,
  })
  const hinting = askHints(store, term, signal)
  const naming = searchModules(store, term, signal)
  const answer = await asking
  const early = await Promise.race([hinting, pause(hintsPatienceMs)])
  if (signal.aborted) return
  let findings = findingsOf(term, answer, early ?? [])
  show(findings)
  const add = (more: Partial<SearchFindings>) => {
    if (signal.aborted) return
    findings = { ...findings, ...more }
    show(findings)
  }
  await Promise.all([
    early === null ? hinting.then((hints) => add({ hints })) : null,
    naming.then((named) => named.length > 0 && add({ named })),
    askLabels(store, findings.products, signal).then((labels) => labels.size > 0 && add({ labels })),
  ])
}

function findingsOf(
  term: string,
  answer: Awaited<ReturnType<typeof callApi<ListingAnswer>>>,
  hints: SearchHint[],
): SearchFindings {
  const none = { shown_for: null, instead_of: null, queries: [], categories: [], is_plate: false }
  const labels = new Map<number, string>()
  if (!answer.ok)
    return {
      term,
      ok: false,
      products: [],
      total: 0,
      categories: [],
      suggestions: none,
      hints,
      named: [],
      labels,
    }
  const { products, categories, suggestions = none } = answer.data
  // Without the header the list is complete (API-06).
  const total = Number(answer.headers.get('x-be-records') ?? products.length)
  return {
    term,
    ok: true,
    products: products.slice(0, shownProducts),
    total,
    categories,
    suggestions,
    hints,
    named: [],
    labels,
  }
}

async function askHints(store: Store, term: string, signal: AbortSignal): Promise<SearchHint[]> {
  const answer = await callApi<SearchHint[]>(store, 'search-triggers', { query: { query: term }, signal })
  return answer.ok ? answer.data : []
}

/** The main category of each product, if the API says that the product is in it (API-21). */
async function askLabels(
  store: Store,
  products: readonly ProductCard[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const mains = products.flatMap((product) =>
    product.categories.filter(({ main }) => main).map((category) => ({ product, category })),
  )
  if (mains.length === 0) return new Map()
  const answer = await callApi<CategoryChildren>(store, 'category-children', {
    method: 'POST',
    body: {
      productIDs: mains.map(({ product }) => product.id),
      Categories: [...new Set(mains.map(({ category }) => category.id))],
    },
    signal,
  })
  if (!answer.ok) return new Map()
  const known = mains.filter(({ product, category }) => answer.data[category.path]?.includes(product.id))
  return new Map(known.map(({ product, category }) => [product.id, category.name]))
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms))
}
