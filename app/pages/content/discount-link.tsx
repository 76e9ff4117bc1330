/** Discount links: no page of their own, they lead to the store's home or to a category with the code (ROUTE-39..43). */
import { redirect } from 'react-router'
import { readDiscountLink } from '../../../domain/coupons/discount-link.ts'
import { storeFromPath } from '../../../domain/stores/stores.ts'
import { links, withQuery } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import type { Route } from './+types/discount-link'

/** Anything else under the address is an unknown page. Landing parameters are added by the server (ROUTE-41). */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const address = new URL(request.url)
  const { code: store } = context.get(shopContext).store
  const link = readDiscountLink(params['*'])
  if (link === null || storeFromPath(address.pathname) === null) throw new Response(null, { status: 404 })
  const path = link.categoryPath === null ? links.home(store) : links.category(store, link.categoryPath)
  // Of a navigation inside the shop: React Router names the routes whose data it asks for.
  address.searchParams.delete('_routes')
  const kept = Object.fromEntries(address.searchParams)
  return redirect(withQuery(path, { ...kept, disc: link.code }))
}

/** Never drawn; a route without a component would answer unknown links without the shop around the error. */
export default function DiscountLink() {
  return null
}
