/** Order tracking (ROUTE-31, TRACK-01), by order number and e-mail. */
import type { PageHandle } from '../../layout/page-handle.ts'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { orderLinks } from '../../order-links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { PlainPage } from '../content/plain-page.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { TrackOrder } from './track-order.tsx'
import type { Route } from './+types/track-order-page'

export const handle: PageHandle = { layout: 'plain' }

export const loader = gated({ validate: orderNumberInAddress }, ({ params, context }: Route.LoaderArgs) => {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('track.title')
  return {
    number: params.id ?? '',
    head: pageHead(shop, { title, path: orderLinks.trackOrder(shop.store.code), index: false }),
  }
})

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function TrackOrderPage({ loaderData: { number } }: Route.ComponentProps) {
  const t = useStrings()
  const subject = t('track.ask_subject', { number }).trim()
  return (
    <PlainPage title={t('track.title')} lead={t('track.lead')} subject={subject}>
      <TrackOrder named={number} />
    </PlainPage>
  )
}
