/**
 * The response for a product address under which nothing is sold: a redirect where staff gave it one, else 410 with
 * alternatives if a product existed, or 404.
 */
import { data } from 'react-router'
import type { GoneProduct } from '../../../domain/catalogue/catalogue-directory.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { movedAnswer, movedOrMissing } from '../../moved-or-missing.server.ts'
import type { ShopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { trailOf } from '../../layout/breadcrumb-trail.ts'
import { pageHead } from '../page-head.ts'

/** Alternatives shown instead. */
const nearest = 8

/**
 * The page of a product that is no longer sold (410). Throws the redirect that staff gave its address, and a 404 if no
 * product ever had it.
 */
export function goneAnswer(shop: ShopContext, request: Request, slug: string) {
  const { code } = shop.store
  const gone = shop.catalogue.goneProduct(code, slug)
  if (gone === null) throw movedOrMissing(shop, request)
  const moved = movedAnswer(shop, request)
  if (moved !== null) throw moved
  const category = gone.categoryPath === null ? null : shop.catalogue.category(code, gone.categoryPath)
  const breadcrumbs = trailOf([
    ...(category?.hierarchy ?? []).map(({ name, path }) => ({ text: name, to: links.category(code, path) })),
    { text: gone.name },
  ])
  const t = serverTranslate(shop.store)
  return data(
    {
      gone: { name: gone.name, sku: gone.sku },
      category: category && { name: category.name, path: category.path },
      products: nearestProducts(shop, gone),
      breadcrumbs,
      alternates: {},
      head: pageHead(shop, {
        title: t('gone.title', { name: gone.name }),
        path: links.product(code, slug),
        index: false,
      }),
    },
    { status: 410 },
  )
}

/** The best sellers of its category. */
function nearestProducts(shop: ShopContext, { categoryPath }: GoneProduct): ProductCard[] {
  if (categoryPath === null) return []
  const listing = shop.catalogue.listing(shop.store.code, {
    scope: { kind: 'category', path: categoryPath },
    sort: 'relevance',
    page: 1,
    facets: {},
  })
  return listing?.products.slice(0, nearest) ?? []
}
