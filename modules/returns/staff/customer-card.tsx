/** On the page of a customer: the latest returns, which the page has read. */
import { Link, useLoaderData } from 'react-router'
import type { CustomerPageParts } from '../../../contract/admin/customers.ts'
import { paths } from '../../../admin/paths.ts'
import { can, useSession } from '../../../admin/session.ts'
import { Card } from '../../../admin/shell/card.tsx'
import { Status } from '../../../admin/shell/status.tsx'
import { useTexts } from '../../../admin/texts.tsx'
import { returnTones } from '../return-tones.ts'
import styles from '../../../admin/pages/orders/order.module.css'

export default function ReturnsOfCustomer() {
  const { customer } = useLoaderData<{ customer: CustomerPageParts }>()
  return can(useSession(), 'return:read') && <CustomerReturns returns={customer.returns} />
}

function CustomerReturns({ returns }: Pick<CustomerPageParts, 'returns'>) {
  const { t, date, number } = useTexts()
  return (
    <Card title={t('section.returns')}>
      {returns.length === 0 ? (
        <p>{t('customers.no_returns')}</p>
      ) : (
        <ul className={styles.entries}>
          {returns.map(({ id, status, registeredAt, units }) => (
            <li key={id}>
              <Link to={paths.row('returns', id)}>{id}</Link> {date(registeredAt)},{' '}
              {t('customers.units', { count: number(units) })}{' '}
              <Status tone={returnTones[status]} text={t(`returns.status_${status}`)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
