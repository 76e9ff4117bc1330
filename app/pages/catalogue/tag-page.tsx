/** Everything that bears one tag (PAGE-08). */
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { useStrings } from '../../state/strings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { Listing, ListingHead } from './listing.tsx'
import { isPlainListing, loadListing } from './load-listing.server.ts'
import type { Route } from './+types/tag-page'

/** 404: the store knows no such tag. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const tag = shop.catalogue.tag(code, params.slug)
  if (tag === null) throw new Response(null, { status: 404 })
  shop.tag(`tag:${tag.id}`)
  const path = links.tag(code, tag.slug)
  const [view] = await loadListing({
    shop,
    url: new URL(request.url),
    path,
    ask: (choice) => shop.catalogue.listing(code, { scope: { kind: 'tag', slug: tag.slug }, ...choice }),
  })
  const breadcrumbs = [{ text: tag.name, to: path }]
  const alternates = Object.fromEntries(
    Object.entries(tag.slugs).map(([other, slug]) => [other, links.tag(other as StoreCode, slug)]),
  )
  return {
    tag,
    view,
    breadcrumbs,
    alternates,
    head: pageHead(shop, {
      title: tag.name,
      path: view.choice.page > 1 ? `${path}?page=${view.choice.page}` : path,
      alternates: view.choice.page === 1 ? alternates : {},
      index: isPlainListing(view),
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function TagPage({ loaderData: { tag, view } }: Route.ComponentProps) {
  const t = useStrings()
  return (
    <main className="wrap">
      <ListingHead title={tag.name} />
      <Listing view={view} empty={<EmptyState title={<h2>{t('listing.empty')}</h2>} />} />
    </main>
  )
}
