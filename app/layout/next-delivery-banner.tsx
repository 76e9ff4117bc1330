/**
 * Counts down to the next dispatch of parcels, within its last 24 hours (DEAL-04). Until hydration the
 * server's decision is used, so that the markup matches.
 */
import { showsNextDelivery } from '../../domain/content/deal.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { clockText, useSecondsLeft } from '../../ui/use-countdown.ts'
import styles from './next-delivery-banner.module.css'

export interface NextDelivery {
  /** Epoch milliseconds. */
  at: number
  /** Whether the banner was due when the server rendered the page. */
  isDue: boolean
}

export function NextDeliveryBanner({ at, isDue }: NextDelivery) {
  const t = useStrings()
  const { iso } = useStore()
  const left = useSecondsLeft(at)
  if (!(left === null ? isDue : showsNextDelivery(left * 1000, 0))) return null
  return (
    <aside className={styles.banner} aria-label={t('delivery.label')} data-next-delivery>
      {/* One item of the grid that the bar of notices is on phones. */}
      <span>
        {t('delivery.leaves_in')}{' '}
        <span className={styles.clock} role="timer">
          {clockText(left, iso)}
        </span>
      </span>
    </aside>
  )
}
