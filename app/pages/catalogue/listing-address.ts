/** Reads a listing's filters, order and page number from an address and writes them into one. */
import type { ListingSort } from '../../../contract/catalogue.ts'
import { listingSorts } from '../../../domain/catalogue/catalogue.ts'

export interface ListingChoice {
  sort: ListingSort
  /** 1-based. */
  page: number
  /** Attribute code → chosen value codes. */
  facets: Record<string, string[]>
}

/** Parameters of a listing that are not filters. */
const ownParameters = new Set(['page', 'sort', 'query', '_routes'])

/** Reads the address; `page` null: not a page number, or one that needs no parameter (ROUTE-45, 46). */
export function readListingChoice(
  parameters: URLSearchParams,
): Omit<ListingChoice, 'page'> & { page: number | null } {
  const facets: Record<string, string[]> = {}
  for (const [name, value] of parameters) {
    if (ownParameters.has(name) || value === '') continue
    const values = (facets[name] ??= [])
    if (!values.includes(value)) values.push(value)
  }
  const sort = listingSorts.find((known) => known === parameters.get('sort')) ?? 'relevance'
  const page = parameters.get('page')
  if (page === null) return { sort, page: 1, facets }
  return { sort, page: /^(?:[2-9]|[1-9]\d{1,8})$/.test(page) ? Number(page) : null, facets }
}

/** The address of a listing choice under a path; `query` is the search term, if any. */
export function listingHref(path: string, { sort, page, facets }: ListingChoice, query?: string): string {
  const parameters = new URLSearchParams()
  if (query) parameters.set('query', query)
  for (const [code, values] of Object.entries(facets))
    for (const value of values) parameters.append(code, value)
  if (sort !== 'relevance') parameters.set('sort', sort)
  if (page > 1) parameters.set('page', String(page))
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The choice with one filter value added or removed, on its first page. */
export function toggleFacet(choice: ListingChoice, code: string, value: string): ListingChoice {
  const { [code]: chosen = [], ...others } = choice.facets
  const values = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
  return { ...choice, page: 1, facets: values.length > 0 ? { ...others, [code]: values } : others }
}
