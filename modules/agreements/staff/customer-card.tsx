/** On the page of a customer: the price agreements with the customer and the customer's companies. */
import { Card } from '../../../admin/shell/card.tsx'
import type { CustomerCardProps } from '../../../admin/shell/module-cards.tsx'
import { can, useSession } from '../../../admin/session.ts'
import { storeName } from '../../../admin/store-name.ts'
import { useTexts } from '../../../admin/texts.tsx'
import { useCustomerAgreements } from './use-customer-agreements.ts'
import styles from '../../../admin/pages/orders/order.module.css'

export default function AgreementsOfCustomer({ customer }: CustomerCardProps) {
  return can(useSession(), 'price:read') && <Agreements customer={customer} />
}

function Agreements({ customer }: { customer: number }) {
  const { t, date, number } = useTexts()
  const agreements = useCustomerAgreements(customer)
  if (agreements === null) return null
  return (
    <Card title={t('customers.agreements')}>
      {agreements.length === 0 ? (
        <p>{t('customers.no_agreements')}</p>
      ) : (
        <ul className={styles.entries}>
          {agreements.map((one) => (
            <li key={one.id}>
              <b>{one.name}</b>{' '}
              <span className={styles.soft}>
                {[storeName(one.store), one.company].filter(Boolean).join(', ')}
              </span>
              <div>
                {one.validTo === null
                  ? t('customers.agreement_from', { from: date(one.validFrom) })
                  : t('customers.agreement_between', { from: date(one.validFrom), to: date(one.validTo) })}
                {one.isFixed && `, ${t('customers.agreement_fixed')}`}
              </div>
              {one.prices > 0 && <div>{t('customers.agreement_prices', { count: number(one.prices) })}</div>}
              {one.percentages.map(({ percent, brand, category }) => (
                <div key={`${brand} ${category}`}>
                  {t('customers.agreement_percentage', {
                    percent: number(percent),
                    on: brand ?? category ?? t('customers.whole_range'),
                  })}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
