/** Return of a member's order (ROUTE-10): first the order, then its lines. Behind the account's guard. */
import { data } from 'react-router'
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { loadReturn } from '../returns/load-return.server.ts'
import { OrderReturn } from '../returns/order-return.tsx'
import { AccountPart } from './account-part.tsx'
import { OrderList } from './order-list.tsx'
import type { Route } from './+types/order-return-page'

/** If the database is unavailable, it throws (500). */
export const loader = gated(
  { guards: ['account'], validate: orderNumberInAddress },
  async ({ params, context }: Route.LoaderArgs) => {
    const number = params.id?.toUpperCase() ?? null
    if (number === null) return data({ number, order: null })
    const order = await loadReturn(context.get(shopContext), number, (store, id) =>
      links.account(store, `orders/return/${id}`),
    )
    return data({ number, order }, { status: order ? 200 : 403 })
  },
)

export default function OrderReturnPage({ loaderData: { number, order } }: Route.ComponentProps) {
  const t = useStrings()
  if (number === null) {
    return (
      <AccountPart title={t('return.title_any')}>
        <p>{t('account.choose_order')}</p>
        <OrderList linkOf={({ store, id }) => links.account(store, `orders/return/${id}`)} />
      </AccountPart>
    )
  }
  return (
    <AccountPart title={t('return.title', { number })}>
      {order ? (
        <OrderReturn order={order} />
      ) : (
        <Notice look="warning" role="alert">
          {t('order.no_access')}
        </Notice>
      )}
    </AccountPart>
  )
}
