/** Stock status as text with a dot (STOCK-01..04). */
import { stockLabel } from '../domain/catalogue/stock-status.ts'
import { formatDate } from '../domain/content/locale-formats.ts'
import type { Store } from '../domain/stores/stores.ts'
import { useStore, useStrings } from './strings.tsx'
import { classNames } from './class-names.ts'
import styles from './stock-label.module.css'

/** A date in the store's format: "3 dec. 2026". */
function formatDay(date: string | number, store: Pick<Store, 'iso' | 'timeZone'>): string {
  return formatDate(new Date(date), store.iso, store.timeZone)
}

interface StockLabelProps {
  product: { stock_status: string | null; estimated_at: string | number | null }
}

export function StockLabel({ product }: StockLabelProps) {
  const t = useStrings()
  const store = useStore()
  const { text, date } = stockLabel(product.stock_status, product.estimated_at)
  return (
    <span className={classNames(styles.label, styles[text])} data-stock={text}>
      {date !== null && (text === 'presale' || text === 'out_of_stock')
        ? t(`stock.${text}_date`, { date: formatDay(date, store) })
        : t(`stock.${text}`)}
    </span>
  )
}
