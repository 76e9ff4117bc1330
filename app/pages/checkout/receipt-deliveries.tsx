/** What of an order has left, with its tracking, what is still to come, and the invoices issued for it. */
import { carrierName } from '../../../domain/shipping/carrier-name.ts'
import { classNames } from '../../../ui/class-names.ts'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import type { Receipt } from './receipt.ts'
import styles from './receipt.module.css'

interface ReceiptDeliveriesProps extends Pick<Receipt, 'parcels' | 'coming' | 'documents'> {
  /** Whether what is still to come is printed only, because the page says it elsewhere. */
  isComingPrinted?: boolean
}

export function ReceiptDeliveries({
  parcels,
  coming,
  documents,
  isComingPrinted = false,
}: ReceiptDeliveriesProps) {
  const t = useStrings()
  return (
    <>
      {parcels.length > 0 && (
        <section className={styles.part}>
          <h2>{t('order.parcels')}</h2>
          <ul className={styles.deliveries}>
            {parcels.map(({ number, day, carrier, trackingNumber, trackingUrl, goods }) => (
              <li key={number}>
                {t('order.parcel_sent', { day })}
                {trackingNumber !== null && <span className={styles.note}>{trackingNumber}</span>}
                {trackingUrl !== null && (
                  <a href={trackingUrl} rel="noreferrer">
                    {t('track.parcel', {
                      carrier: carrier === null ? t('track.carrier') : carrierName(carrier),
                    })}
                  </a>
                )}
                {goods.length > 0 && (
                  <span className={styles.goods}>
                    <UnbrokenName name={goods.join(', ')} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {coming.length > 0 && (
        <section className={classNames(styles.part, isComingPrinted && styles.printed)} data-coming>
          <h2>{t(parcels.length > 0 ? 'order.coming' : 'order.coming_all')}</h2>
          <ul className={styles.deliveries}>
            {coming.map(({ uuid, goods, arrival }) => (
              <li key={uuid}>
                <span>
                  <UnbrokenName name={goods} />
                </span>
                <span className={styles.note}>
                  {arrival === null
                    ? t('order.coming_unknown')
                    : t('order.coming_arrives', { days: arrival })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {documents.length > 0 && (
        <section className={styles.part}>
          <h2>{t('order.documents')}</h2>
          <ul className={styles.deliveries}>
            {documents.map(({ number, kind, href }) => (
              <li key={`${kind} ${number}`}>
                <a href={href} data-document download>
                  {t(`order.document_${kind}`, { number })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
