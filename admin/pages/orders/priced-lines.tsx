import type { ReactNode } from 'react'
import { useTexts } from '../../texts.tsx'
import styles from './order.module.css'

interface PricedLine {
  uuid: string
  name: string
  sku: string
  quantity: number
  /** Major units. */
  total: number
}

/** What a cart would cost, line by line. `traceOf`: how the price of a line came about. */
export function PricedLines<Line extends PricedLine>({
  lines,
  currency,
  traceOf,
}: {
  lines: readonly Line[]
  currency: string
  traceOf?: (line: Line) => ReactNode
}) {
  const { t, money } = useTexts()
  if (lines.length === 0) return null
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('order.product')}</th>
          <th scope="col" className={styles.number}>
            {t('order.quantity')}
          </th>
          <th scope="col" className={styles.number}>
            {t('orders.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.uuid}>
            <th scope="row" className={styles.product}>
              {line.name}
              <span className={styles.sku}>{line.sku}</span>
              {traceOf?.(line)}
            </th>
            <td className={styles.number}>{line.quantity}</td>
            <td className={styles.number}>{money(line.total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
