/** One return: what comes back and why, its photos, what is paid out, and the next steps. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { returnPage } from '../staff-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../../admin/api-client.ts'
import { paths } from '../../../admin/paths.ts'
import { can, useSession } from '../../../admin/session.ts'
import { Card, Columns, Facts } from '../../../admin/shell/card.tsx'
import { Page } from '../../../admin/shell/page.tsx'
import { PhotoList } from '../../../admin/shell/photo-list.tsx'
import { Status } from '../../../admin/shell/status.tsx'
import { storeName } from '../../../admin/store-name.ts'
import { Timeline } from '../../../admin/shell/timeline.tsx'
import { useTexts } from '../../../admin/texts.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { returnTones } from '../return-tones.ts'
import { payingActions, type ReturnAction } from './return-words.ts'
import orders from '../../../admin/pages/orders/order.module.css'
import styles from './return-page.module.css'
import { returnApi } from './return-paths.ts'

type Return = z.infer<typeof returnPage>

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<Return>(returnApi.return(params['id'] ?? ''), request.signal)

export function Component() {
  const { t, dateTime, money } = useTexts()
  const session = useSession()
  const own = useLoaderData<Return>()
  const [action, setAction] = useState<ReturnAction | null>(null)
  const { id, store, status, order, parcel } = own
  const amount = own.amount === null ? null : money(own.amount, own.currency)
  return (
    <Page
      title={id}
      badges={<Status tone={returnTones[status]} text={t(`returns.status_${status}`)} />}
      intro={t('order.intro', { store: storeName(store), time: dateTime(own.registeredAt) })}
      back={{ label: t('section.returns'), to: paths.resource('returns') }}
      actions={
        can(session, 'return:handle', store) &&
        own.actions
          .filter((each) => !payingActions.has(each) || can(session, 'order:refund', store))
          .map((each) => (
            <Button key={each} size="small" onClick={() => setAction(each)}>
              {t(`returns.action_${each}`)}
            </Button>
          ))
      }
    >
      <Columns
        main={
          <>
            <Card title={t('returns.goods')} isFlush>
              <Goods items={own.items} />
            </Card>
            {(own.comment !== '' || own.photos.length > 0) && (
              <Card title={t('returns.comment')}>
                {own.comment !== '' && <p className={styles.comment}>{own.comment}</p>}
                <PhotoList addresses={own.photos.map((photo) => returnApi.photo(id, photo))} />
              </Card>
            )}
            <Card title={t('timeline.title')}>
              <Timeline entries={own.timeline} />
            </Card>
          </>
        }
        side={
          <Card title={t('returns.facts')}>
            <Facts
              facts={[
                [
                  t('returns.order'),
                  <Link key="order" to={paths.order(order)}>
                    {order}
                  </Link>,
                ],
                [t('orders.buyer'), own.buyer],
                [
                  t(own.refund === null ? 'returns.amount' : 'returns.amount_done'),
                  amount !== null && (
                    <>
                      {amount}
                      {own.refundsShipping && <small> ({t('returns.shipping')})</small>}
                    </>
                  ),
                ],
                [t('returns.exchange_order'), own.exchangeOrder],
                [t('order.reason'), own.rejection],
                [
                  t('returns.parcel'),
                  parcel?.trackingUrl ? (
                    <a href={parcel.trackingUrl} target="_blank" rel="noreferrer">
                      {parcel.carrier}
                    </a>
                  ) : (
                    parcel?.carrier
                  ),
                ],
              ]}
            />
          </Card>
        }
      />
      {action && (
        <ReturnDialog id={id} currency={own.currency} action={action} onClose={() => setAction(null)} />
      )}
    </Page>
  )
}

function Goods({ items }: Pick<Return, 'items'>) {
  const { t, number } = useTexts()
  return (
    <table className={orders.table}>
      <thead>
        <tr>
          <th scope="col">{t('orders.sku')}</th>
          <th scope="col">{t('order.product')}</th>
          <th scope="col">{t('returns.units')}</th>
          <th scope="col">{t('returns.reasons')}</th>
          <th scope="col">{t('returns.note')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ sku, name, quantity, reason, transport, exchange }) => (
          <tr key={sku}>
            <th scope="row">
              <Link to={paths.product(sku)}>{sku}</Link>
            </th>
            <td>{name}</td>
            <td>{number(quantity)}</td>
            <td>{t(`returns.reason_${reason}`)}</td>
            <td>
              {transport !== 'parcel' && <b>{t(`returns.transport_${transport}`)} </b>}
              {exchange && t('returns.exchange_for', { name: exchange.name, sku: exchange.sku })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
