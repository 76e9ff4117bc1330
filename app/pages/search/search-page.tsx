/**
 * Search results: term, hit count, categories, hints, products, and alternatives if the term was mistyped or
 * has no hits (PAGE-12, SEARCH-08). Never indexed by search engines.
 */
import { useEffect, useEffectEvent } from 'react'
import { redirect } from 'react-router'
import { contentTags } from '../../../domain/content/content.ts'
import { readTerm } from '../../../domain/search/search-term.ts'
import { storeCodes, stores } from '../../../domain/stores/stores.ts'
import { SearchField } from '../../features/search/search-field.tsx'
import { isLikelyPlate } from '../../../domain/devices/plate.ts'
import { links } from '../../links.ts'
import { anyProductTag, shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import { Listing, ListingHead } from '../catalogue/listing.tsx'
import { loadListing } from '../catalogue/load-listing.server.ts'
import { metaOf, pageHead } from '../page-head.ts'
import { asText, useFromText } from '../../rendering/sent-as-text.ts'
import { foundOnPage } from './module-searches.server.ts'
import type { Route } from './+types/search-page'
import { trackDeferred } from './track-deferred.ts'

const SearchAlternatives = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./search-alternatives.tsx') : null,
  () => import('./search-alternatives.tsx'),
)
const NothingFound = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./nothing-found.tsx') : null,
  () => import('./nothing-found.tsx'),
)

/**
 * A term that is too short is not an error: the page asks for a longer one. A term with a redirecting hint is
 * answered by a redirect to the hint's address.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const url = new URL(request.url)
  const query = (url.searchParams.get('query') ?? '').trim()
  const path = `/${code}/${stores[code].paths.search}`
  const t = serverTranslate(shop.store)
  const title = query === '' ? t('search.title_empty') : t('search.title', { query })
  const page = {
    query,
    breadcrumbs: [{ text: title }],
    alternates: Object.fromEntries(storeCodes.map((other) => [other, links.search(other, query)])),
    head: pageHead(shop, { title, path: links.search(code, query), index: false }),
  }
  shop.tag(contentTags.hints(code))
  if (readTerm(query) === null) return { ...page, results: null }
  const hints = shop.content.hints(code, query)
  const leading = hints.find((hint) => hint.redirect)
  if (leading) throw redirect(leading.url)
  shop.tag(anyProductTag)
  const [view, { categories, suggestions }] = await loadListing({
    shop,
    url,
    path,
    query,
    ask: (choice) => shop.catalogue.search(code, { query, ...choice }),
  })
  const named = foundOnPage(shop, { query, isFirstPage: view.choice.page === 1, isEmpty: view.total === 0 })
  return {
    ...page,
    results: {
      view: asText(view, shop.switchedOff),
      shownFor: suggestions.shownFor,
      insteadOf: suggestions.insteadOf,
      queries: suggestions.queries
        .filter((other) => other !== suggestions.shownFor)
        .map((other) => ({ text: other, href: links.search(code, other) })),
      categories: [...categories, ...suggestions.categories].map(({ slug, uri, hierarchy }) => ({
        parents: hierarchy
          .slice(0, -1)
          .map((name) => `${name} › `)
          .join(''),
        text: hierarchy.at(-1)!,
        href: uri,
        slug,
      })),
      isNearest: categories.length === 0,
      named: named.map(({ title, links: found }) => ({ title, links: found })),
      fitting: named.flatMap(({ products }) => products),
      hints: view.choice.page === 1 ? hints.slice(0, 3) : [],
      isPlate: isLikelyPlate(shop.store.countryCode, query, suggestions.isFull),
    },
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function SearchPage({ loaderData: { query, results } }: Route.ComponentProps) {
  const t = useStrings()
  if (results === null) {
    return (
      <main className="wrap">
        <ListingHead title={t('search.title_empty')} lead={t('search.short')} />
        <SearchField large />
      </main>
    )
  }
  return <Results key={query} query={query} results={results} />
}

interface ResultsProps {
  query: string
  results: NonNullable<Route.ComponentProps['loaderData']['results']>
}

function Results({ query, results }: ResultsProps) {
  const t = useStrings()
  const store = useStore()
  const { fitting } = results
  const view = useFromText(results.view)
  // Once per term, not again for filters, order and page numbers (EVENT-06).
  const track = useEffectEvent(() => {
    trackDeferred({ event: 'search', search_term: query, hits: view.total })
    if (view.total === 0)
      void import('../../features/search/report-miss.ts').then(({ reportMiss }) => reportMiss(store, query))
  })
  // Heard here, not by the links: their own script loads on the first touch, and that tap would be lost (EVENT-07).
  const trackCategory = useEffectEvent(({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLElement>('main [data-category]')
    if (link) trackDeferred({ event: 'categorySearch', slug: link.dataset['category'], search_term: query })
  })
  useEffect(() => {
    track()
    const hear = (event: Event) => trackCategory(event)
    addEventListener('click', hear, true)
    return () => removeEventListener('click', hear, true)
  }, [])
  return (
    <main className="wrap">
      <ListingHead
        title={t('search.title', { query })}
        count={t('search.hits', { count: view.total })}
        total={view.total}
      >
        <SearchAlternatives query={query} results={results} />
      </ListingHead>
      <Listing
        view={view}
        empty={fitting.length > 0 ? <ProductGrid products={fitting} /> : <NothingFound />}
      />
    </main>
  )
}
