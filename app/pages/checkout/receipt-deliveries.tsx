/** What of an order has left, with its tracking, and the invoices issued for it. */
import { useStrings } from '../../../ui/strings.tsx'
import type { Receipt } from './receipt.ts'
import styles from './receipt.module.css'

/** Nothing while nothing has left and nothing is invoiced. */
export function ReceiptDeliveries({ parcels, documents }: Pick<Receipt, 'parcels' | 'documents'>) {
  const t = useStrings()
  return (
    <>
      {parcels.length > 0 && (
        <section className={styles.part}>
          <h2>{t('order.parcels')}</h2>
          <ul className={styles.deliveries}>
            {parcels.map(({ number, day, carrier, trackingNumber, trackingUrl }) => (
              <li key={number}>
                {t('order.parcel_sent', { day })}
                {trackingNumber !== null && <span className={styles.note}>{trackingNumber}</span>}
                {trackingUrl !== null && (
                  <a href={trackingUrl} rel="noreferrer">
                    {t('track.parcel', { carrier: carrier ?? t('track.carrier') })}
                  </a>
                )}
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
