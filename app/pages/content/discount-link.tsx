/**
 * Discount links: they have no page and redirect with the code to the store's home or to a category
 * (ROUTE-39..43).
 */
import { redirect } from 'react-router'
import { readDiscountLink } from '../../../domain/coupons/discount-link.ts'
import { storeFromPath } from '../../../domain/stores/stores.ts'
import { links, withQuery } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import type { Route } from './+types/discount-link'

/** Any other address is an unknown page. The server adds landing parameters (ROUTE-41). */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const address = new URL(request.url)
  const { code: store } = context.get(shopContext).store
  const link = readDiscountLink(params['*'])
  if (link === null || storeFromPath(address.pathname) === null) throw new Response(null, { status: 404 })
  const path = link.categoryPath === null ? links.home(store) : links.category(store, link.categoryPath)
  // For a client-side navigation: React Router names the routes whose data it requests.
  address.searchParams.delete('_routes')
  const kept = Object.fromEntries(address.searchParams)
  return redirect(withQuery(path, { ...kept, disc: link.code }))
}

/** Never rendered; without a component, an unknown link would show its error without the store's layout. */
export default function DiscountLink() {
  return null
}
