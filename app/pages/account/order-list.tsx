/** The customer's orders, newest first, each a link (ORDER-01). */
import type { ReactNode } from 'react'
import type { OrderEntry } from '../../../contract/orders.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AccountFailure } from './account-failure.tsx'
import { useAccountList } from './use-account-list.ts'
import styles from './order-list.module.css'

/** An order in the list of its customer, with the store as a store's code. */
export type ListedOrder = OrderEntry & { store: StoreCode }

interface OrderListProps {
  /** The address of an order. */
  linkOf: (order: ListedOrder) => string
  /** What is shown of the newest order, above the list of the others. */
  lead?: (newest: ListedOrder) => ReactNode
  /** What is shown where there are none. */
  empty?: ReactNode
}

export function OrderList({ linkOf, lead, empty = <NoOrders /> }: OrderListProps) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const orders = useAccountList<ListedOrder>('orders')
  if (orders.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (orders.state === 'failed') return <AccountFailure status={orders.status} retry={orders.retry} />
  if (orders.items.length === 0) return empty
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  const [newest] = orders.items
  const listed = lead ? orders.items.slice(1) : orders.items
  return (
    <>
      {newest && lead?.(newest)}
      <ul className={styles.orders} hidden={listed.length === 0}>
        {listed.map((order) => (
          <li key={order.id}>
            <a href={linkOf(order)}>
              <span className={styles.number}>
                <span className="visually-hidden">{t('account.order_number')} </span>
                {order.id}
              </span>
              <time dateTime={order.placed_at}>{day.format(new Date(order.placed_at))}</time>
              <span className={styles.status}>{t(`order_status.${order.status}`)}</span>
              <span className={styles.total}>{formatMoney(toMinor(order.total), stores[order.store])}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a customer sees who has not ordered anything yet. */
export function NoOrders() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <EmptyState title={<h3>{t('account.no_orders')}</h3>} text={t('account.no_orders_text')}>
      <ButtonLink look="main" href={links.home(code)}>
        {t('confirmation.shop_on')}
      </ButtonLink>
      <ButtonLink href={links.myOrder(code)}>{t('login.to_order')}</ButtonLink>
    </EmptyState>
  )
}
