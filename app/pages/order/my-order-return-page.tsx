/** Return of one order (ROUTE-12); until it can be registered here, whom to ask for it. */
import type { PageHandle } from '../../chrome/page-handle.ts'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { ReturnSoon } from './return-soon.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/my-order-return-page'

export const handle: PageHandle = { layout: 'plain' }

export const loader = gated({ validate: orderNumberInAddress }, ({ params, context }: Route.LoaderArgs) => {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('return.title_any')
  return {
    number: params.id,
    head: pageHead(shop, { title, path: links.myOrder(shop.store.code), index: false }),
  }
})

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MyOrderReturnPage({ loaderData: { number } }: Route.ComponentProps) {
  return <ReturnSoon number={number} />
}
