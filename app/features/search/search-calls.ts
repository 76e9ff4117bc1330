/** What the dropdown under the search field asks the shop: products and hints, then labels for the products. */
import type { ProductCard } from '../../../domain/catalogue/product.ts'
import type { SearchCategoryHit } from '../../../domain/catalogue/catalogue.ts'
import type { SearchHint } from '../../../domain/content/content.ts'
import type { DeviceKind } from '../../../domain/devices/device.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../state/api-client.ts'

export interface FoundDevice {
  slug: string
  name: string
  kind: DeviceKind
  /** Whether the store sells something that fits. */
  sold: boolean
}

export interface SearchFindings {
  term: string
  /** False: the shop did not answer. */
  ok: boolean
  products: ProductCard[]
  /** All hits, of which `products` are the first. */
  total: number
  categories: SearchCategoryHit[]
  suggestions: {
    shown_for: string | null
    instead_of: string | null
    queries: string[]
    categories: SearchCategoryHit[]
  }
  hints: SearchHint[]
  /** Devices of that name. */
  devices: FoundDevice[]
  /** Product id → name of its main category (SEARCH-11). */
  labels: ReadonlyMap<number, string>
}

type ProductsAnswer = Pick<SearchFindings, 'products' | 'categories'> &
  Partial<Pick<SearchFindings, 'suggestions'>>

/** Products that the dropdown has room for. */
export const shownProducts = 6
/** How long products wait for the hints, ms, so that both come at once and nothing moves. */
const hintsPatienceMs = 200

/**
 * Asks and shows what comes, more than once; nothing more once the signal is aborted. A failed call for hints or
 * labels leaves the products without them (SEARCH-09, SEARCH-11).
 */
export async function askSearch(
  store: Store,
  term: string,
  signal: AbortSignal,
  show: (findings: SearchFindings) => void,
): Promise<void> {
  const asking = callApi<ProductsAnswer>(store, 'products', {
    query: { query: term, nc: 'true', co: 'true' },
    signal,
  })
  const hinting = askHints(store, term, signal)
  const naming = askDevices(store, term, signal)
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
    naming.then((devices) => devices.length > 0 && add({ devices })),
    askLabels(store, findings.products, signal).then((labels) => labels.size > 0 && add({ labels })),
  ])
}

function findingsOf(
  term: string,
  answer: Awaited<ReturnType<typeof callApi<ProductsAnswer>>>,
  hints: SearchHint[],
): SearchFindings {
  const none = { shown_for: null, instead_of: null, queries: [], categories: [] }
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
      devices: [],
      labels,
    }
  const { products, categories, suggestions = none } = answer.data
  // Without the header the list is all there is (API-06).
  const total = Number(answer.headers.get('x-be-records') ?? products.length)
  return {
    term,
    ok: true,
    products: products.slice(0, shownProducts),
    total,
    categories,
    suggestions,
    hints,
    devices: [],
    labels,
  }
}

async function askHints(store: Store, term: string, signal: AbortSignal): Promise<SearchHint[]> {
  const answer = await callApi<SearchHint[]>(store, 'search-triggers', { query: { query: term }, signal })
  return answer.ok ? answer.data : []
}

/** Devices that the shop has something for; none where it does not answer. */
async function askDevices(store: Store, term: string, signal: AbortSignal): Promise<FoundDevice[]> {
  const answer = await callApi<{ devices: FoundDevice[] }>(store, 'devices', {
    query: { query: term, limit: 3 },
    signal,
  })
  return answer.ok ? answer.data.devices.filter(({ sold }) => sold) : []
}

/** The main category of each product, as far as the shop says that the product lies in it (API-21). */
async function askLabels(
  store: Store,
  products: readonly ProductCard[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const mains = products.flatMap((product) =>
    product.categories.filter(({ main }) => main).map((category) => ({ product, category })),
  )
  if (mains.length === 0) return new Map()
  const answer = await callApi<Record<string, number[]>>(store, 'category-children', {
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
