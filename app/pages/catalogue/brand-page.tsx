/** All products of one brand (PAGE-08). */
import { brandSlugFromRest } from '../../../domain/stores/paths.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { breadcrumbData, metaOf } from '../page-head.ts'
import { asText, useFromText } from '../../rendering/sent-as-text.ts'
import { Listing, ListingHead } from './listing.tsx'
import { listingHead, loadListing, missingListing } from './load-listing.server.ts'
import type { Route } from './+types/brand-page'

/**
 * 404: the brand slug is written differently, or the store has no such brand; 301: it has moved to another
 * slug.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const slug = brandSlugFromRest(code, params['*'] ?? '')
  const brand = slug === null ? null : shop.catalogue.brand(code, slug)
  if (brand === null) {
    const moved = slug === null ? null : shop.catalogue.movedListing(code, 'brand', slug)
    throw missingListing(shop, request, { moved, addressOf: (present) => links.brand(code, present) })
  }
  shop.tag(`brand:${brand.id}`)
  const path = links.brand(code, brand.slug)
  const [view] = await loadListing({
    shop,
    url: new URL(request.url),
    path,
    ask: (choice) => shop.catalogue.listing(code, { scope: { kind: 'brand', slug: brand.slug }, ...choice }),
  })
  const breadcrumbs = [{ text: brand.name, to: path }]
  const alternates = Object.fromEntries(
    storeCodes
      .filter((other) => (shop.catalogue.brand(other, brand.slug)?.count ?? 0) > 0)
      .map((other) => [other, links.brand(other, brand.slug)]),
  )
  return {
    brand,
    view: asText(view, shop.switchedOff),
    breadcrumbs,
    alternates,
    head: listingHead(shop, view, {
      name: brand.name,
      text: serverTranslate(shop.store)('listing.brand_text', { name: brand.name }),
      alternates,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function BrandPage({ loaderData }: Route.ComponentProps) {
  const { brand } = loaderData
  const view = useFromText(loaderData.view)
  const t = useStrings()
  return (
    <main className="wrap">
      <ListingHead
        title={brand.name}
        lead={t('listing.brand_text', { name: brand.name })}
        total={view.total}
      />
      <Listing view={view} />
    </main>
  )
}
