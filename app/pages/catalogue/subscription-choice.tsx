/**
 * A single purchase, or a subscription at an interval, with what it promises; renders nothing if the product has no
 * intervals (SUBS-01).
 */
import { formatMoney } from '../../../domain/money/money.ts'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { promisedTiers, promisedUnitMinor } from '../../../domain/pricing/promised-price.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { intervalText } from '../../features/products/interval-text.ts'
import styles from './product-page.module.css'

interface SubscriptionChoiceProps {
  product: Pick<ProductDetails, 'subscription_intervals' | 'prices'>
  quantity: number
  chosen: string | null
  onChoose: (interval: string | null) => void
}

export function SubscriptionChoice({ product, quantity, chosen, onChoose }: SubscriptionChoiceProps) {
  const t = useStrings()
  const store = useStore()
  const intervals = product.subscription_intervals
  if (intervals.length === 0) return null
  const promisedMinor = promisedUnitMinor(promisedTiers(readPrices(product.prices)), quantity)
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
      {chosen !== null && promisedMinor !== null && (
        <p className={styles.promise}>{t('product.promise', { price: formatMoney(promisedMinor, store) })}</p>
      )}
    </fieldset>
  )
}
