/** A category: its page with sub-categories and first products, or the full listing (PAGE-02, PAGE-03). */
import type { CategoryDetails } from '../../../domain/catalogue/catalogue.ts'
import { pagePaths } from '../../../domain/seo/module-pages.ts'
import { parseArticlePath } from '../../../domain/stores/paths.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { movedOrMissing } from '../../moved-or-missing.server.ts'
import { shopContext, type ShopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { trailOf } from '../../layout/breadcrumb-trail.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { branchLinks } from '../../features/menus/module-menus.ts'
import { breadcrumbData, metaOf } from '../page-head.ts'
import { asText, useFromText } from '../../rendering/sent-as-text.ts'
import { Listing, ListingHead } from './listing.tsx'
import { listingHead, loadListing, missingListing, type ListingView } from './load-listing.server.ts'
import type { Route } from './+types/category-page'

/**
 * 404: the address matches none of the three forms of ROUTE-38, or the store has no such category; 301: it
 * has moved; 410: it was removed.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const address = parseArticlePath(params['*'])
  if (address === null || address.name === 'product') throw movedOrMissing(shop, request)
  const category = shop.catalogue.category(shop.store.code, address.path)
  const full = address.name === 'product-category-all'
  if (category === null) throw movedOrUnknown(shop, request, { path: address.path, full })
  const path = links.categoryAll(shop.store.code, category.path)
  const [view] = await loadListing({
    shop,
    // The category page shows the unfiltered first products; every filter or order links to the full listing.
    url: full ? new URL(request.url) : new URL(path, request.url),
    path,
    ask: (choice) =>
      shop.catalogue.listing(shop.store.code, {
        scope: { kind: 'category', path: category.path },
        ...choice,
      }),
  })
  shop.tag(`category:${category.id}`)
  const alternates = alternatesOf(shop, category, full)
  const breadcrumbs = breadcrumbsOf(shop, category)
  const t = serverTranslate(shop.store)
  return {
    category: {
      name: category.name,
      description: category.description,
      children: category.children.map(({ name, path: child, count }) => ({ name, path: child, count })),
    },
    guides: guideChips(shop, category, view),
    full,
    view: asText(full ? view : { ...view, pageCount: 1, pages: [] }, shop.switchedOff),
    breadcrumbs,
    alternates,
    head: listingHead(shop, full ? view : { ...view, path: links.category(shop.store.code, category.path) }, {
      name: full ? t('listing.all_of', { name: category.name }) : category.name,
      text: category.description,
      alternates,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

function movedOrUnknown(
  shop: ShopContext,
  request: Request,
  { path, full }: { path: string; full: boolean },
): Response {
  const { code } = shop.store
  const moved = shop.catalogue.movedListing(code, 'category', path)
  const addressOf = full ? links.categoryAll : links.category
  return missingListing(shop, request, { moved, addressOf: (present) => addressOf(code, present) })
}

/** Links of modules that help to choose in the category's branch. */
function guideChips(shop: ShopContext, { hierarchy }: CategoryDetails, { facets }: ListingView) {
  const { code } = shop.store
  const root = hierarchy[0] && shop.catalogue.category(code, hierarchy[0].path)
  const t = serverTranslate(shop.store)
  const groups = branchLinks(pagePaths(code), {
    icon: root?.icon ?? null,
    category: { isMain: hierarchy.length <= 1, facets: facets.map((facet) => facet.code) },
  })
  return groups.map(({ label, links: guides }) => ({
    label: t(label),
    chips: guides.map(({ text, href }) => ({ text: `${t(label)}: ${t(text)}`, href })),
  }))
}

/** Rendered only where the category has something to show. */
function alternatesOf(
  shop: ShopContext,
  category: CategoryDetails,
  full: boolean,
): Partial<Record<StoreCode, string>> {
  const address = full ? links.categoryAll : links.category
  return Object.fromEntries(
    (Object.entries(category.paths) as [StoreCode, string][])
      .filter(([code, path]) => (shop.catalogue.category(code, path)?.count ?? 0) > 0)
      .map(([code, path]) => [code, address(code, path)]),
  )
}

function breadcrumbsOf(shop: ShopContext, category: CategoryDetails) {
  return trailOf(
    category.hierarchy.map(({ name, path }) => ({ text: name, to: links.category(shop.store.code, path) })),
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const { code } = useStore()
  const { category, guides, full } = loaderData
  const view = useFromText(loaderData.view)
  const all = t('listing.all', { count: view.total })
  const hidden = view.total > view.products.length
  return (
    <main className="wrap">
      <ListingHead title={category.name} lead={category.description} total={view.total}>
        {guides.map(({ label, chips }) => (
          <Chips key={label} label={label} chips={chips} />
        ))}
        <Chips
          label={t('listing.children')}
          chips={category.children.map(({ name, path, count }) => ({
            text: name,
            href: links.category(code, path),
            count,
          }))}
        />
      </ListingHead>
      <Listing view={view}>
        {!full &&
          (hidden ? (
            <ButtonLink size="large" href={view.path}>
              {all}
            </ButtonLink>
          ) : (
            <a href={`${view.path}#grid`}>{all}</a>
          ))}
      </Listing>
    </main>
  )
}
