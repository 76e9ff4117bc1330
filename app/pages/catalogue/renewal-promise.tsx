/** What each later delivery costs at most, once an interval is chosen (decision 67). */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { formatMoney } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { promisedTiers, promisedUnitMinor } from '../../../domain/pricing/promised-price.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import styles from './purchase-parts.module.css'

interface RenewalPromiseProps {
  prices: ProductDetails['prices']
  quantity: number
}

export default function RenewalPromise({ prices, quantity }: RenewalPromiseProps) {
  const t = useStrings()
  const store = useStore()
  const promisedMinor = promisedUnitMinor(promisedTiers(readPrices(prices)), quantity)
  if (promisedMinor === null) return null
  return (
    <p className={styles.promise}>{t('product.promise', { price: formatMoney(promisedMinor, store) })}</p>
  )
}
