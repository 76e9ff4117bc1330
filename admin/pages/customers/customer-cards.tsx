/** What a customer has beside orders: returns, lists of products, price agreements, and the mails they want. */
import { Link } from 'react-router'
import type { z } from 'zod'
import type { customerPage } from '../../../contract/admin/customers.ts'
import { paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card, Facts } from '../../shell/card.tsx'
import { mailTopicNames } from '../../shell/mail-topics.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { returnTones } from '../returns/return-words.ts'
import styles from '../orders/order.module.css'

export type CustomerPageData = z.infer<typeof customerPage>

export function CustomerFormerOrders({ orders }: { orders: CustomerPageData['former_orders'] }) {
  const { t, date, money } = useTexts()
  return (
    <Card title={t('customers.former_orders')}>
      <ul className={styles.entries}>
        {orders.map(({ id, number, placed_at: placedAt, total, currency, is_confirmed: isConfirmed }) => (
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

export function CustomerReturns({ returns }: Pick<CustomerPageData, 'returns'>) {
  const { t, date, number } = useTexts()
  return (
    <Card title={t('section.returns')}>
      {returns.length === 0 ? (
        <p>{t('customers.no_returns')}</p>
      ) : (
        <ul className={styles.entries}>
          {returns.map(({ id, status, registered_at: registeredAt, units }) => (
            <li key={id}>
              <Link to={paths.return(id)}>{id}</Link> {date(registeredAt)},{' '}
              {t('customers.units', { count: number(units) })}{' '}
              <Status tone={returnTones[status]} text={t(`returns.status_${status}`)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function CustomerLists({ lists }: Pick<CustomerPageData, 'lists'>) {
  const { t } = useTexts()
  const seesProducts = can(useSession(), 'product:read')
  return (
    <Card title={t('customers.lists')}>
      {lists.length === 0 ? (
        <p>{t('customers.no_lists')}</p>
      ) : (
        <ul className={styles.entries}>
          {lists.map(({ id, store, name, is_shared: isShared, lines }) => (
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

export function CustomerAgreements({ agreements }: Pick<CustomerPageData, 'agreements'>) {
  const { t, date, number } = useTexts()
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
                {one.valid_to === null
                  ? t('customers.agreement_from', { from: date(one.valid_from) })
                  : t('customers.agreement_between', { from: date(one.valid_from), to: date(one.valid_to) })}
                {one.is_fixed && `, ${t('customers.agreement_fixed')}`}
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

export function CustomerConsents({ consents }: Pick<CustomerPageData, 'consents'>) {
  const { t, date } = useTexts()
  return (
    <Card title={t('customers.consents')}>
      <Facts
        facts={consents.map(({ topic, is_wanted: isWanted, since }) => [
          t(mailTopicNames[topic]),
          since === null
            ? t(isWanted ? 'table.yes' : 'table.no')
            : t(isWanted ? 'customers.wanted_since' : 'customers.refused_since', { date: date(since) }),
        ])}
      />
    </Card>
  )
}
