/** The orders of the company, newest first; for approvers and admins. */
import type { CompanyOrderEntry } from '../../../contract/companies.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { links } from '../../links.ts'
import { AccountFailure } from './account-failure.tsx'
import styles from './security.module.css'
import { useAccountList } from './use-account-list.ts'

export function CompanyOrders() {
  const t = useStrings()
  const store = useStore()
  const orders = useAccountList<CompanyOrderEntry>('company/orders')
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium', timeZone: store.timeZone })
  return (
    <section className={styles.part}>
      <h3>{t('company.orders')}</h3>
      {orders.state === 'loading' && <p role="status">{t('account.loading')}</p>}
      {orders.state === 'failed' && <AccountFailure status={orders.status} retry={orders.retry} />}
      {orders.state === 'there' && orders.items.length === 0 && <p>{t('company.no_orders')}</p>}
      {orders.state === 'there' && orders.items.length > 0 && (
        <ul className={styles.list}>
          {orders.items.map((order) => (
            <li key={order.id}>
              <span className={styles.what}>
                <a href={links.myOrder(store.code, order.id)}>{order.id}</a>
                <span className={styles.note}>
                  {day.format(new Date(order.placed_at))} · {order.buyer} ·{' '}
                  {t(`order_status.${order.status}`)}
                </span>
              </span>
              <span>{formatMoney(toMinor(order.total), store)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
