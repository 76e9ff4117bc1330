/** A packing slip: where the goods go and what is in the parcel. */
import { Facts } from '../../shell/card.tsx'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import { addressText, type OrderPageData } from './order-words.ts'
import styles from './order.module.css'

export interface SlipOrder extends Pick<
  OrderPageData,
  'number' | 'store' | 'placedAt' | 'recipient' | 'noteOfBuyer'
> {
  method: string
  servicePoint: string | null
  lines: readonly Pick<OrderPageData['lines'][number], 'uuid' | 'sku' | 'name' | 'quantity' | 'parts'>[]
}

export function PackingSlip({ order }: { order: SlipOrder }) {
  const { t, date, iso } = useTexts()
  return (
    <>
      <h1>
        {t('order.packing_slip')} {order.number}
      </h1>
      <Facts
        facts={[
          [t('orders.store'), storeName(order.store)],
          [t('orders.placed'), date(order.placedAt)],
          [t('order.recipient'), addressText(order.recipient, iso)],
          [t('order.method'), order.method],
          [t('order.service_point'), order.servicePoint],
          [t('order.buyer_note'), order.noteOfBuyer],
        ]}
      />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('order.product')}</th>
            <th scope="col" className={styles.number}>
              {t('order.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map(({ uuid, sku, name, quantity, parts }) => (
            <tr key={uuid}>
              <th scope="row" className={styles.product}>
                {name}
                <span className={styles.sku}>{sku}</span>
                {parts.length > 0 && (
                  <ul className={styles.parts}>
                    {parts.map((part) => (
                      <li key={part.sku}>
                        {quantity * part.perUnit} × {part.name}
                        <span className={styles.sku}>{part.sku}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </th>
              <td className={styles.number}>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
