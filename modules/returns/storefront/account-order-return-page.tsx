/** Return of a member's order (ROUTE-10): first the order, then its lines. Behind the account's guard. */
import { links } from '../../../app/links.ts'
import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { gated, orderNumberInAddress } from '../../../app/guards.server.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { loadReturn } from './load-return.server.ts'
import { OrderReturn } from './parts/order-return.tsx'
import { AccountPart } from '../../../app/pages/account/account-part.tsx'
import { OrderList } from '../../../app/pages/account/order-list.tsx'

/** If the database is unavailable, it throws (500). */
export const loader = gated(
  { guards: ['account'], validate: orderNumberInAddress },
  async ({ params, context }: LoaderFunctionArgs) => {
    const number = params['id']?.toUpperCase() ?? null
    if (number === null) return data({ number, order: null })
    const order = await loadReturn(context.get(shopContext), number, (store, id) =>
      links.account(store, `orders/return/${id}`),
    )
    return data({ number, order }, { status: order ? 200 : 403 })
  },
)

export default function OrderReturnPage() {
  const { number, order } = useLoaderData<typeof loader>()
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
