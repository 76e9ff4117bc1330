/** The first page of the account: the newest order, with what its buyer most often wants of it, above the menu (ROUTE-04). */
import { gated } from '../../guards.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'
import { AccountFailure } from './account-failure.tsx'
import styles from './account-page.module.css'
import { ConfirmFormerOrders } from './confirm-former-orders.tsx'
import { LastOrder } from './last-order.tsx'
import { NoOrders, type ListedOrder } from './order-list.tsx'
import { StoreCredit } from './store-credit.tsx'
import { useAccountList } from './use-account-list.ts'
import { useFormerOrders } from './use-former-orders.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function OverviewPage() {
  const t = useStrings()
  const orders = useAccountList<ListedOrder>('orders')
  return (
    <div className={styles.newest}>
      <StoreCredit />
      {orders.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {orders.state === 'failed' && <AccountFailure status={orders.status} retry={orders.retry} />}
      {orders.state === 'there' &&
        (orders.items[0] ? <LastOrder order={orders.items[0]} /> : <NoOwnOrders />)}
    </div>
  )
}

/** Of a customer who may have bought at a former shop. */
function NoOwnOrders() {
  const t = useStrings()
  const { code } = useStore()
  const { isLoading, orders, emailToConfirm } = useFormerOrders()
  if (isLoading) return <p role="status">{t('account.loading')}</p>
  if (emailToConfirm !== null) return <ConfirmFormerOrders email={emailToConfirm} />
  if (orders.length === 0) return <NoOrders />
  return (
    <EmptyState title={<h3>{t('account.former_orders')}</h3>} text={t('account.former_orders_listed')}>
      <ButtonLink look="main" href={links.account(code, 'orders')}>
        {t('account.former_orders_show')}
      </ButtonLink>
    </EmptyState>
  )
}
