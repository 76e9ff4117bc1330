/**
 * Return of one order, for its account or its order login (ROUTE-12, RETURN-06). Everybody else gets the
 * order login here; whether the order exists is not disclosed.
 */
import { data } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { OrderLoginForm } from '../../features/login/order-login-form.tsx'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { loadReturn } from '../returns/load-return.server.ts'
import { OrderReturn } from '../returns/order-return.tsx'
import type { Route } from './+types/my-order-return-page'

export const handle: PageHandle = { layout: 'plain' }

/** If the database is unavailable it throws (500) for a logged-in visitor. */
export const loader = gated(
  { validate: orderNumberInAddress },
  async ({ params, context }: Route.LoaderArgs) => {
    const shop = context.get(shopContext)
    const { code } = shop.store
    const number = params.id.toUpperCase()
    const order = await loadReturn(shop, number, orderLinks.myOrderReturn)
    const refused = order === null && (await shop.session()) !== null
    const title = serverTranslate(shop.store)('return.title', { number })
    const head = pageHead(shop, { title, path: links.myOrder(code), index: false })
    return data({ number, order, refused, head }, { status: refused ? 403 : 200 })
  },
)

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MyOrderReturnPage({ loaderData }: Route.ComponentProps) {
  const t = useStrings()
  const { number, order, refused } = loaderData
  const title = t('return.title', { number })
  if (order)
    return (
      <PlainPage title={title} subject={title}>
        <OrderReturn order={order} />
      </PlainPage>
    )
  return (
    <PlainPage title={title} lead={t(refused ? 'order.no_access_text' : 'login.order_text')} subject={title}>
      {refused && (
        <Notice look="warning" role="alert">
          {t('order.no_access')}
        </Notice>
      )}
      <OrderLoginForm named={number} pageOf={orderLinks.myOrderReturn} />
    </PlainPage>
  )
}
