/** One order for whoever holds its login (ROUTE-11); until that opens, the way to it is the link in its mail. */
import type { PageHandle } from '../../chrome/page-handle.ts'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../state/strings.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import type { Route } from './+types/my-order-page'

export const handle: PageHandle = { layout: 'plain' }

/** The same for every number: whether an order exists is nobody else's business. */
export const loader = gated({ validate: orderNumberInAddress }, ({ params, context }: Route.LoaderArgs) => {
  const shop = context.get(shopContext)
  const number = params.id ?? null
  const title = serverTranslate(shop.store)('order.title')
  return { number, head: pageHead(shop, { title, path: links.myOrder(shop.store.code), index: false }) }
})

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function MyOrderPage({ loaderData: { number } }: Route.ComponentProps) {
  const t = useStrings()
  const title = number === null ? t('order.title') : t('order.title_number', { number })
  return (
    <PlainPage title={title} lead={t('order.closed')} subject={title}>
      <Notice>{t('order.login_soon')}</Notice>
    </PlainPage>
  )
}
