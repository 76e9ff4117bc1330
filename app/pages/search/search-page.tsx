/**
 * Search results: term, hit count, categories, hints, products, and ways on from a search that was mistyped or found
 * nothing (PAGE-12, SEARCH-08). Never listed by search engines.
 */
import { useEffect, useEffectEvent } from 'react'
import { redirect } from 'react-router'
import { contentTags } from '../../../domain/content/content.ts'
import { readTerm } from '../../../domain/search/search-term.ts'
import { searchPath } from '../../../domain/stores/paths.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { SearchField } from '../../chrome/search-field.tsx'
import { deviceName } from '../../../domain/finder/device.ts'
import { isLikelyPlate } from '../../../domain/finder/plate.ts'
import { finderLinks } from '../../finder-links.ts'
import { links } from '../../links.ts'
import { anyProductTag, shopContext, type ShopContext } from '../../shop-context.ts'
import { pushEvent } from '../../state/data-layer.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Chips } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { late } from '../../ui/late.tsx'
import { ProductGrid } from '../../ui/product-grid.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Listing, ListingHead } from '../catalogue/listing.tsx'
import { loadListing } from '../catalogue/load-listing.server.ts'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/search-page'
import { SearchHints } from './search-hints.tsx'
import styles from './search-page.module.css'

const FinderTiles = late(
  import.meta.env.SSR ? await import('../finder/finder-tiles.tsx') : null,
  () => import('../finder/finder-tiles.tsx'),
)

/**
 * A term that is too short is no fault: the page asks for a longer one. A word whose hint leads on at once is
 * answered by a redirect to the hint's address.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const url = new URL(request.url)
  const query = (url.searchParams.get('query') ?? '').trim()
  const path = `/${code}/${searchPath[code]}`
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
  return {
    ...page,
    results: {
      view,
      categories,
      suggestions,
      ...devicesNamed(shop, query, view.choice.page === 1, view.total === 0),
      hints: view.choice.page === 1 ? hints.slice(0, 3) : [],
      isPlate: isLikelyPlate(shop.store.countryCode, query, view.total),
    },
  }
}

/** Devices of that name that the store has something for; what fits the best of them, where nothing else was found. */
function devicesNamed(shop: ShopContext, query: string, isFirstPage: boolean, isEmpty: boolean) {
  const { catalogue, store } = shop
  const t = serverTranslate(store)
  shop.tag('devices')
  const found = isFirstPage ? catalogue.findDevices(store.code, query, 5).filter(({ sold }) => sold) : []
  const best = isEmpty && found[0] ? catalogue.device(found[0].slug) : null
  const fitting = best === null ? null : catalogue.deviceProducts(store.code, best)
  if (fitting !== null) shop.endsBy(fitting.changesAt)
  return {
    devices: found.map((device) => ({
      text: `${deviceName(device)}, ${t(`device.${device.kind}`)}`,
      href: finderLinks.device(store.code, device.slug),
    })),
    fitting: fitting?.batteries ?? [],
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

function Results({
  query,
  results: { view, categories, suggestions, hints, isPlate, devices, fitting },
}: ResultsProps) {
  const t = useStrings()
  const { code } = useStore()
  const { shownFor } = suggestions
  // Once for a term, however it is narrowed, sorted and paged afterwards (EVENT-06).
  const tell = useEffectEvent(() => pushEvent({ event: 'search', search_term: query, hits: view.total }))
  useEffect(() => tell(), [])
  const queries = suggestions.queries
    .filter((other) => other !== shownFor)
    .map((other) => ({ text: other, href: links.search(code, other) }))
  const categoryChips = [...categories, ...suggestions.categories].map(({ slug, uri, hierarchy }) => ({
    text: hierarchy.join(' › '),
    href: uri,
    onChoose: () => pushEvent({ event: 'categorySearch', slug, search_term: query }),
  }))
  const title = (
    <>
      {t('search.title', { query })}{' '}
      <span className={styles.count}>{t('search.hits', { count: view.total })}</span>
    </>
  )
  const ways = (
    <>
      {devices.length > 0 && (
        <div className={styles.way}>
          <h2 className={styles.wayTitle}>{t('search.devices')}</h2>
          <Chips label={t('search.devices')} chips={devices} />
        </div>
      )}
      {queries.length > 0 && (
        <div className={styles.way}>
          <h2 className={styles.wayTitle}>{t('search.did_you_mean')}</h2>
          <Chips label={t('search.did_you_mean')} chips={queries} />
        </div>
      )}
      {categoryChips.length > 0 && (
        <div className={styles.way}>
          <h2 className={styles.wayTitle}>
            {t(categories.length > 0 ? 'search.categories' : 'search.nearest_categories')}
          </h2>
          <Chips label={t('search.categories')} chips={categoryChips} />
        </div>
      )}
      <SearchHints hints={hints} isPlate={isPlate} />
    </>
  )
  return (
    <main className="wrap">
      <ListingHead title={title}>
        {shownFor !== null && <Notice>{t('search.shown_for', { query, shown: shownFor })}</Notice>}
        {ways}
      </ListingHead>
      <Listing
        view={view}
        empty={fitting.length > 0 ? <ProductGrid products={fitting} /> : <NothingFound />}
      />
    </main>
  )
}

function NothingFound() {
  const t = useStrings()
  const { phoneNumber } = useStore()
  return (
    <>
      <EmptyState title={<h2>{t('search.none')}</h2>} text={t('search.none_text', { phone: phoneNumber })}>
        <SearchField large />
      </EmptyState>
      <FinderTiles />
    </>
  )
}
