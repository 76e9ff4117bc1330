/**
 * A member's orders (ROUTE-06, ORDER-01), and below them those at a former shop. Behind the account's guard like every
 * page below it.
 */
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { AccountPart } from './account-part.tsx'
import { ConfirmFormerOrders } from './confirm-former-orders.tsx'
import { FormerOrders } from './former-orders.tsx'
import { LastOrder } from './last-order.tsx'
import { OrderList } from './order-list.tsx'
import { useFormerOrders } from './use-former-orders.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OrdersPage() {
  const t = useStrings()
  const { isLoading, orders, emailToConfirm } = useFormerOrders()
  return (
    <AccountPart title={t('account.orders')}>
      <OrderList
        linkOf={({ store, id }) => links.myOrder(store, id)}
        lead={(newest) => <LastOrder order={newest} />}
        {...(isLoading && { empty: <p role="status">{t('account.loading')}</p> })}
        {...(emailToConfirm !== null && { empty: null })}
        {...(orders.length > 0 && { empty: <p>{t('account.only_former_orders')}</p> })}
      />
      {emailToConfirm !== null && <ConfirmFormerOrders email={emailToConfirm} />}
      {orders.length > 0 && <FormerOrders orders={orders} />}
    </AccountPart>
  )
}
