/** What was sent, what is booked, and what was paid back. */
import { Card } from '../../shell/card.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
import { refundEntries } from './refund-parts.ts'
import styles from './order.module.css'

export function OrderShipments({ order }: { order: OrderPageData }) {
  const { t, dateTime } = useTexts()
  if (order.shipments.length === 0 && order.parcels.length === 0) return null
  const parcelOf = (trackingNumber: string) =>
    order.parcels.find((parcel) => parcel.isShipped && parcel.trackingNumber === trackingNumber)
  const nameOf = (uuid: string) => order.lines.find((line) => line.uuid === uuid)?.sku ?? uuid
  return (
    <Card title={t('order.shipments')}>
      <ul className={styles.entries}>
        {order.shipments.map((shipment) => (
          <li key={shipment.number}>
            <b>{t('order.shipment', { number: shipment.number })}</b>{' '}
            <span className={styles.soft}>{dateTime(shipment.shippedAt)}</span>
            <div>
              {shipment.units.map(({ uuid, quantity }) => `${quantity} × ${nameOf(uuid)}`).join(', ')}
            </div>
            {shipment.trackingNumber !== null && (
              <div>
                {shipment.trackingUrl === null ? (
                  shipment.trackingNumber
                ) : (
                  <a href={shipment.trackingUrl} target="_blank" rel="noreferrer">
                    {shipment.trackingNumber}
                  </a>
                )}
                <ParcelLabel order={order} parcel={parcelOf(shipment.trackingNumber)} />
              </div>
            )}
          </li>
        ))}
        {order.parcels
          .filter(({ isShipped }) => !isShipped)
          .map((parcel) => (
            <li key={parcel.reference}>
              <b>
                {t(parcel.direction === 'return' ? 'order.parcel_of_return' : 'order.parcel', {
                  carrier: parcel.carrier,
                })}
              </b>{' '}
              <span className={styles.soft}>{t(parcelStatusKeys[parcel.status])}</span>
              <ParcelLabel order={order} parcel={parcel} />
              {parcel.problem !== null && <div className={styles.problem}>{parcel.problem}</div>}
            </li>
          ))}
      </ul>
    </Card>
  )
}

const parcelStatusKeys = {
  sent: 'order.parcel_sent',
  unknown: 'order.parcel_sent',
  booked: 'order.parcel_booked',
  refused: 'order.parcel_refused',
  cancelled: 'order.parcel_cancelled',
} as const satisfies Record<OrderPageData['parcels'][number]['status'], AdminKey>

/** The link to the label, for who ships. */
function ParcelLabel({
  order,
  parcel,
}: {
  order: OrderPageData
  parcel: OrderPageData['parcels'][number] | undefined
}) {
  const { t } = useTexts()
  const session = useSession()
  if (parcel?.hasLabel !== true || !can(session, 'order:ship', order.store)) return null
  return (
    <div>
      <a
        href={apiPaths.parcelLabel(order.number, parcel.reference)}
        aria-label={`${t('order.label')} ${parcel.reference}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('order.label')}
      </a>
    </div>
  )
}

export function OrderRefunds({ order }: { order: OrderPageData }) {
  const words = useTexts()
  const { t, money, dateTime } = words
  const { refunds } = order
  const ofModules = refundEntries(order, words)
  if (refunds.length + ofModules.length === 0) return null
  return (
    <Card title={t('order.refunds_and_returns')}>
      <ul className={styles.entries}>
        {refunds.map((refund) => (
          <li key={`refund ${refund.number}`}>
            <b>{t('order.refund_of', { amount: money(refund.amount, order.currency) })}</b>{' '}
            <span className={styles.soft}>{dateTime(refund.at)}</span>
            <div>{t(`refund.reason_${refund.reason as 'goodwill'}`)}</div>
            {refund.uncollected > 0 && (
              <div>
                {t('refund.uncollected')}: {money(refund.uncollected, order.currency)}
              </div>
            )}
            {refund.toGiftCards > 0 && (
              <div>
                {t('refund.to_gift_cards')}: {money(refund.toGiftCards, order.currency)}
              </div>
            )}
            {refund.creditNote !== null && (
              <div>{t('order.credit_note_number', { number: refund.creditNote })}</div>
            )}
          </li>
        ))}
        {ofModules}
      </ul>
    </Card>
  )
}
