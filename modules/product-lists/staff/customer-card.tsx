/** On the page of a customer: the lists of products, and what is saved. */
import { Link } from 'react-router'
import { paths } from '../../../admin/paths.ts'
import { can, useSession } from '../../../admin/session.ts'
import { Card } from '../../../admin/shell/card.tsx'
import type { CustomerCardProps } from '../../../admin/shell/module-cards.tsx'
import { storeName } from '../../../admin/store-name.ts'
import { useTexts } from '../../../admin/texts.tsx'
import { useCustomerLists } from './use-customer-lists.ts'
import styles from '../../../admin/pages/orders/order.module.css'

export default function ListsOfCustomer({ customer }: CustomerCardProps) {
  const { t } = useTexts()
  const seesProducts = can(useSession(), 'product:read')
  const lists = useCustomerLists(customer)
  if (lists === null) return null
  return (
    <Card title={t('customers.lists')}>
      {lists.length === 0 ? (
        <p>{t('customers.no_lists')}</p>
      ) : (
        <ul className={styles.entries}>
          {lists.map(({ id, store, name, isShared, lines }) => (
            <li key={`${store} ${id}`}>
              <b>{name ?? t('customers.saved_products')}</b>{' '}
              <span className={styles.soft}>
                {storeName(store)}
                {isShared && `, ${t('customers.list_shared')}`}
              </span>
              {lines.length === 0 && <div>{t('customers.list_empty')}</div>}
              {lines.map((line) => (
                <div key={line.sku}>
                  {line.quantity} ×{' '}
                  {seesProducts ? <Link to={paths.product(line.sku)}>{line.name}</Link> : line.name}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
