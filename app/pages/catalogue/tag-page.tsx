/** All products with one tag (PAGE-08). */
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { breadcrumbData, metaOf } from '../page-head.ts'
import { asText, useFromText } from '../../rendering/sent-as-text.ts'
import { Listing, ListingHead } from './listing.tsx'
import { listingHead, loadListing, missingListing } from './load-listing.server.ts'
import type { Route } from './+types/tag-page'

/** 404: the store has no such tag; 301: it has moved to another slug. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const tag = shop.catalogue.tag(code, params.slug)
  if (tag === null) {
    const moved = shop.catalogue.movedListing(code, 'tag', params.slug)
    throw missingListing(shop, request, { moved, addressOf: (present) => links.tag(code, present) })
  }
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
    (Object.entries(tag.slugs) as [StoreCode, string][])
      .filter(([other, slug]) => (shop.catalogue.tag(other, slug)?.count ?? 0) > 0)
      .map(([other, slug]) => [other, links.tag(other, slug)]),
  )
  return {
    tag,
    view: asText(view, shop.switchedOff),
    breadcrumbs,
    alternates,
    head: listingHead(shop, view, {
      name: tag.name,
      text: serverTranslate(shop.store)('listing.tag_text', { name: tag.name }),
      alternates,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { tag } = loaderData
  const view = useFromText(loaderData.view)
  return (
    <main className="wrap">
      <ListingHead title={tag.name} total={view.total} />
      <Listing view={view} />
    </main>
  )
}
