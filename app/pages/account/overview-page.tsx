/** The first page of the account: the newest order, with what its buyer most often wants of it, above the menu (ROUTE-04). */
import { gated } from '../../guards.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { AccountFailure } from './account-failure.tsx'
import styles from './account-page.module.css'
import { LastOrder } from './last-order.tsx'
import { NoOrders, type ListedOrder } from './order-list.tsx'
import { useAccountList } from './use-account-list.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OverviewPage() {
  const t = useStrings()
  const orders = useAccountList<ListedOrder>('orders')
  return (
    <div className={styles.newest}>
      {orders.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {orders.state === 'failed' && <AccountFailure status={orders.status} retry={orders.retry} />}
      {orders.state === 'there' && (orders.items[0] ? <LastOrder order={orders.items[0]} /> : <NoOrders />)}
    </div>
  )
}
