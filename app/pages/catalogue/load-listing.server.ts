/**
 * Shared by the loaders of all listings: reads the address, queries the catalogue, redirects, sets cache
 * tags.
 */
import { redirect } from 'react-router'
import type { Listing, ListingQuery } from '../../../domain/catalogue/catalogue.ts'
import { pictureUrl } from '../../../domain/pictures/picture-address.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { movedAnswer, movedOrMissing } from '../../moved-or-missing.server.ts'
import type { ShopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { pageNumbers } from '../../../ui/page-numbers.ts'
import type { PageLink } from '../../../ui/pagination.tsx'
import { pageHead, type PageHead } from '../page-head.ts'
import { listingHref, readListingChoice, type ListingChoice } from './listing-address.ts'
import type { MovedListing } from '../../../domain/catalogue/catalogue-directory.ts'

/** Loader data of a listing page. */
export interface ListingView extends Pick<
  Listing,
  'products' | 'total' | 'pageCount' | 'facets' | 'facetsAreLeast'
> {
  choice: ListingChoice
  /** Base path of page and filter links. */
  path: string
  /** The page numbers to link, if there are several pages. */
  pages: PageLink[]
  /** The search term, if the listing is a search. */
  query?: string
}

interface ListingRequest<L extends Listing> {
  shop: ShopContext
  url: URL
  /** Path of the listing without its query. */
  path: string
  query?: string
  ask: (choice: Omit<ListingQuery, 'scope'>) => L | null | Promise<L | null>
}

/**
 * Loads a listing. Throws a 404 if the catalogue has no such category, brand or tag, and a redirect if `page`
 * is redundant (ROUTE-45, 46) or beyond the last page (ROUTE-47).
 */
export async function loadListing<L extends Listing>({
  shop,
  url,
  path,
  query,
  ask,
}: ListingRequest<L>): Promise<[ListingView, L]> {
  const asked = readListingChoice(url.searchParams)
  const choice: ListingChoice = { ...asked, page: asked.page ?? 1 }
  const address = (page: number) => listingHref(path, { ...choice, page }, query)
  if (asked.page === null) throw redirect(address(1))
  const listing = await ask(choice)
  if (listing === null) throw new Response(null, { status: 404 })
  const lastPage = Math.max(1, listing.pageCount)
  if (choice.page > lastPage) throw redirect(address(lastPage))
  shop.tag('catalogue', ...listing.products.map(({ id }) => `product:${id}`))
  shop.endsBy(listing.changesAt)
  const { products, total, pageCount, facets, facetsAreLeast } = listing
  const numbers = pageCount > 1 ? pageNumbers(choice.page, pageCount) : []
  const pages = numbers.map((page): PageLink => (page === null ? null : [page, address(page)]))
  return [
    {
      products,
      total,
      pageCount,
      facets,
      choice,
      path,
      pages,
      ...(facetsAreLeast && { facetsAreLeast }),
      ...(query !== undefined && { query }),
    },
    listing,
  ]
}

interface ListingHeadOptions {
  name: string
  /** One or two sentences written by the shop; may be empty. */
  text: string
  alternates: Partial<Record<StoreCode, string>>
  data: object[]
}

/**
 * The head of a listing. Search engines index its unfiltered pages, each under its own address. A filtered or
 * reordered listing names the unfiltered one as canonical, otherwise the combinations would flood the index.
 * So does an empty one.
 */
export function listingHead(shop: ShopContext, view: ListingView, options: ListingHeadOptions): PageHead {
  const { name, text, alternates, data } = options
  const t = serverTranslate(shop.store)
  const { page, sort, facets } = view.choice
  const plain = sort === 'relevance' && Object.keys(facets).length === 0
  const first = plain && page === 1
  const picture = view.products[0]?.thumb
  return pageHead(shop, {
    title: page > 1 ? `${name}, ${t('listing.page', { page })}` : name,
    description: first ? `${text} ${t('listing.compare', { count: view.total })}` : '',
    path: plain ? listingHref(view.path, view.choice) : view.path,
    alternates: first ? alternates : {},
    index: plain && view.total > 0,
    image: picture && pictureUrl(picture.key, 800, 'webp'),
    data,
  })
}

/**
 * The response for an address without a listing: 301 if it moved or staff gave it a redirect, 410 if it was removed, 404
 * otherwise.
 */
export function missingListing(
  shop: ShopContext,
  request: Request,
  { moved, addressOf }: { moved: MovedListing | null; addressOf: (slug: string) => string },
): Response {
  if (moved === null) return movedOrMissing(shop, request)
  if (!moved.gone) return redirect(addressOf(moved.slug), 301)
  return movedAnswer(shop, request) ?? new Response('This page is gone', { status: 410 })
}
