/** When the next parcels leave; with 24 hours or less to go, with a countdown. */
import { showsNextDelivery } from '../../../domain/content/deal.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { clockText, useSecondsLeft } from '../../../ui/use-countdown.ts'
import styles from './purchase-parts.module.css'

interface DispatchCountdownProps {
  /** Epoch milliseconds. */
  at: number
}

export default function DispatchCountdown({ at }: DispatchCountdownProps) {
  const t = useStrings()
  const { iso, timeZone } = useStore()
  const left = useSecondsLeft(at)
  // A date, not "today": the cached page may be read on another day than it was rendered. Nor a weekday alone: on a
  // Friday, "on Friday" is read as the next one.
  const day = new Date(at).toLocaleDateString(iso, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  })
  const time = new Date(at).toLocaleTimeString(iso, { hour: '2-digit', minute: '2-digit', timeZone })
  if (left === 0) return null
  return (
    <span className={styles.dispatch}>
      {t('product.dispatch', { time, day })}
      <span className={styles.left} role="timer">
        {left !== null &&
          showsNextDelivery(left * 1000, 0) &&
          t('product.time_left', { time: clockText(left, iso) })}
      </span>
    </span>
  )
}
