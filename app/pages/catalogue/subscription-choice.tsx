/**
 * A single purchase, or a subscription at an interval; renders nothing if the product has no intervals
 * (SUBS-01).
 */
import { useStrings, type Translate } from '../../../ui/strings.tsx'
import styles from './product-page.module.css'

/** "3 months" in the store's language; an interval in another format is shown unchanged. */
function intervalText(interval: string, t: Translate): string {
  const months = /^(\d+) months?$/.exec(interval)?.[1]
  return months === undefined ? interval : t('product.interval_months', { count: Number(months) })
}

interface SubscriptionChoiceProps {
  intervals: readonly string[]
  chosen: string | null
  onChoose: (interval: string | null) => void
}

export function SubscriptionChoice({ intervals, chosen, onChoose }: SubscriptionChoiceProps) {
  const t = useStrings()
  if (intervals.length === 0) return null
  const option = (interval: string | null, text: string) => (
    <label key={interval} className={styles.option}>
      <input type="radio" name="interval" checked={chosen === interval} onChange={() => onChoose(interval)} />
      {text}
    </label>
  )
  return (
    <fieldset className={styles.options}>
      <legend>{t('product.subscription')}</legend>
      {option(null, t('product.once'))}
      {intervals.map((interval) =>
        option(interval, t('product.every', { interval: intervalText(interval, t) })),
      )}
    </fieldset>
  )
}
