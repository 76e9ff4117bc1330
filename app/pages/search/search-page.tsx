/** Search results: term, hit count, categories, products (PAGE-12, SEARCH-08). Never listed by search engines. */
import { shortestTerm } from '../../../domain/search/search-term.ts'
import { searchPath } from '../../../domain/stores/paths.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { SearchField } from '../../chrome/search-field.tsx'
import { links } from '../../links.ts'
import { anyProductTag, shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Chips } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Listing, ListingHead } from '../catalogue/listing.tsx'
import { loadListing } from '../catalogue/load-listing.server.ts'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/search-page'

/** A term that is too short is no fault: the page asks for a longer one. */
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
  if (query.length < shortestTerm) return { ...page, view: null, categories: [] }
  shop.tag(anyProductTag)
  const [view, answer] = await loadListing({
    shop,
    url,
    path,
    query,
    ask: (choice) => shop.catalogue.search(code, { query, ...choice }),
  })
  return { ...page, view, categories: answer.categories }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const { phoneNumber } = useStore()
  const { query, view, categories } = loaderData
  if (view === null) {
    return (
      <main className="wrap">
        <ListingHead title={t('search.title_empty')} lead={t('search.short')} />
        <SearchField large />
      </main>
    )
  }
  return (
    <main className="wrap">
      <ListingHead title={t('search.title', { query })}>
        <Chips
          label={t('search.categories')}
          chips={categories.map(({ uri, hierarchy }) => ({ text: hierarchy.join(' › '), href: uri }))}
        />
      </ListingHead>
      <Listing
        view={view}
        empty={
          <EmptyState
            title={<h2>{t('search.none')}</h2>}
            text={t('search.none_text', { phone: phoneNumber })}
          >
            <SearchField large />
          </EmptyState>
        }
      />
    </main>
  )
}
