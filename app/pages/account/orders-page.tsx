/**
 * A member's orders (ROUTE-06, ORDER-01), and below them those at a former shop. Behind the account's guard like every
 * page below it.
 */
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { AccountPart } from './account-part.tsx'
import { FormerOrders, type ListedFormerOrder } from './former-orders.tsx'
import { LastOrder } from './last-order.tsx'
import { OrderList } from './order-list.tsx'
import { useAccountList } from './use-account-list.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OrdersPage() {
  const t = useStrings()
  const former = useAccountList<ListedFormerOrder>('former-orders')
  const formerOrders = former.state === 'there' ? former.items : []
  return (
    <AccountPart title={t('account.orders')}>
      <OrderList
        linkOf={({ store, id }) => links.myOrder(store, id)}
        lead={(newest) => <LastOrder order={newest} />}
        {...(formerOrders.length > 0 && { empty: <p>{t('account.only_former_orders')}</p> })}
      />
      {formerOrders.length > 0 && <FormerOrders orders={formerOrders} />}
    </AccountPart>
  )
}
