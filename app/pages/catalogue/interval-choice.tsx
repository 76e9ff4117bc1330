/** A single purchase, or one at an interval; renders nothing if the product has no intervals (SUBS-01). */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { intervalText } from '../../features/products/interval-text.ts'
import styles from './purchase-parts.module.css'

interface IntervalChoiceProps {
  product: Pick<ProductDetails, 'subscription_intervals'>
  chosen: string | null
  onChoose: (interval: string | null) => void
}

export function IntervalChoice({ product, chosen, onChoose }: IntervalChoiceProps) {
  const t = useStrings()
  const intervals = product.subscription_intervals
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
