/** Average rating as stars with its count; renders nothing without ratings (CARD-03). */
import { formatNumber } from '../domain/content/locale-formats.ts'
import { useStore, useStrings } from './strings.tsx'
import styles from './stars.module.css'

export function Stars({ score, count }: { score: number | null; count: number }) {
  const t = useStrings()
  const { iso } = useStore()
  if (score === null) return null
  return (
    <span className={styles.stars}>
      <span className="visually-hidden">{t('card.score', { score: formatNumber(score, iso), count })}</span>
      <span className={styles.row} aria-hidden="true" data-score={score}>
        <span className={styles.full} style={{ width: `${score * 20}%` }} />
      </span>
      <span aria-hidden="true">{count}</span>
    </span>
  )
}
