/** A member's orders (ROUTE-06, ORDER-01). Behind the account's guard like every page below it. */
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { AccountPart } from './account-part.tsx'
import { LastOrder } from './last-order.tsx'
import { OrderList } from './order-list.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OrdersPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('account.orders')}>
      <OrderList
        linkOf={({ store, id }) => links.myOrder(store, id)}
        lead={(newest) => <LastOrder order={newest} />}
      />
    </AccountPart>
  )
}
