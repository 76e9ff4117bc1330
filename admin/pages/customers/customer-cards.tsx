/** What a customer has beside orders: those of former shops, and the mails they want. */
import { Link } from 'react-router'
import type { z } from 'zod'
import type { CustomerPageParts, customerPage } from '../../../contract/admin/customers.ts'
import { paths } from '../../paths.ts'
import { Card, Facts } from '../../shell/card.tsx'
import { mailTopicNames } from '../../shell/mail-topics.ts'
import { Status } from '../../shell/status.tsx'
import { useTexts } from '../../texts.tsx'
import styles from '../orders/order.module.css'

export type CustomerPageData = z.infer<typeof customerPage> & CustomerPageParts

export function CustomerFormerOrders({ orders }: { orders: CustomerPageData['formerOrders'] }) {
  const { t, date, money } = useTexts()
  return (
    <Card title={t('customers.formerOrders')}>
      <ul className={styles.entries}>
        {orders.map(({ id, number, placedAt, total, currency, isConfirmed }) => (
          <li key={id}>
            <Link to={paths.row('former-orders', String(id))}>{number}</Link> {date(placedAt)},{' '}
            {money(total, currency)}
            {!isConfirmed && (
              <>
                {' '}
                <Status tone="warning" text={t('customers.former_unconfirmed')} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function CustomerConsents({ consents }: Pick<CustomerPageData, 'consents'>) {
  const { t, date } = useTexts()
  return (
    <Card title={t('customers.consents')}>
      <Facts
        facts={consents.map(({ topic, isWanted, since }) => [
          t(mailTopicNames[topic]),
          since === null
            ? t(isWanted ? 'table.yes' : 'table.no')
            : t(isWanted ? 'customers.wanted_since' : 'customers.refused_since', { date: date(since) }),
        ])}
      />
    </Card>
  )
}
