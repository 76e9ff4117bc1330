/** Returns with their status (RETURN-05). */
import type { ReturnStatus } from '../../../domain/returns/return.ts'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './returns.module.css'

export interface ShownReturn {
  /** S100001-R1. */
  id: string
  status: ReturnStatus
  /** Date of registration as text. */
  day: string
  labelUrl: string
  items: readonly { sku: string; name: string; quantity: number }[]
}

export function ReturnList({ returns }: { returns: readonly ShownReturn[] }) {
  const t = useStrings()
  return (
    <ul className={styles.returns}>
      {returns.map(({ id, status, day, labelUrl, items }) => (
        <li key={id}>
          <p className={styles.number}>
            <span className="visually-hidden">{t('return.number')} </span>
            {id}
          </p>
          <p className={styles.soft}>{day}</p>
          <p className={styles.status} data-return-status={status}>
            {t(`return_status.${status}`)}
          </p>
          <ul className={styles.goods}>
            {items.map(({ sku, name, quantity }, index) => (
              <li key={`${sku} ${index}`}>
                {quantity} × {name}
              </li>
            ))}
          </ul>
          {status === 'registered' && (
            <a href={labelUrl} aria-label={t('return.label_of', { id })}>
              {t('return.slip')}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
