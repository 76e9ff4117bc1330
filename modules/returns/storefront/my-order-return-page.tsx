/**
 * Return of one order, for its account or its order login (ROUTE-12, RETURN-06). Everybody else gets the
 * order login here; whether the order exists is not disclosed.
 */
import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { OrderLoginForm } from '../../../app/features/login/order-login-form.tsx'
import { gated, orderNumberInAddress } from '../../../app/guards.server.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../../app/links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PlainPage } from '../../../app/pages/content/plain-page.tsx'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { loadReturn } from './load-return.server.ts'
import { OrderReturn } from './parts/order-return.tsx'

/** As `orderReturnPath`: a file that both pages share would be a script of its own. */
const pageOf = (store: StoreCode, number: string) => `/${store}/my-order/return/${number}`

export const handle: PageHandle = { layout: 'plain' }

/** If the database is unavailable it throws (500) for a logged-in visitor. */
export const loader = gated(
  { validate: orderNumberInAddress },
  async ({ params, context }: LoaderFunctionArgs) => {
    const shop = context.get(shopContext)
    const { code } = shop.store
    const number = params['id']!.toUpperCase()
    const order = await loadReturn(shop, number, pageOf)
    const refused = order === null && (await shop.session()) !== null
    const title = serverTranslate(shop.store)('return.title', { number })
    const head = pageHead(shop, { title, path: links.myOrder(code), index: false })
    return data({ number, order, refused, head }, { status: refused ? 403 : 200 })
  },
)

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData)

export default function MyOrderReturnPage() {
  const loaderData = useLoaderData<typeof loader>()
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
      <OrderLoginForm named={number} pageOf={pageOf} />
    </PlainPage>
  )
}
