/** The price tiers of a product, at the price agreed with the shopper's company where there is one. */
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { activeTiers, tierAt } from '../../../domain/pricing/tiers.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { atOwnPrice, useMoney, useOwnPercent, type PricedProps } from './price.tsx'
import { tierText } from './tier-text.ts'
import styles from './price.module.css'

/** The price tiers in force as rows: minimum quantity, unit price, and whether the quantity reaches it. */
export const TierTable = atOwnPrice(function ListTiers({
  product,
  quantity,
}: PricedProps & { quantity: number }) {
  const t = useStrings()
  const money = useMoney()
  const tiers = activeTiers(readPrices(product.prices))
  const own = useOwnPercent()(product)
  // A parent is not sold itself; its variants have their own tiers.
  if (tiers.length < 2 || product.variations.length > 0) return null
  const reached = tierAt(tiers, quantity)
  return (
    <table className={styles.tiers}>
      <caption>{t('price.tiers')}</caption>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.quantity} aria-current={tier === reached || undefined}>
            <th scope="row">{tierText(t, tier.quantity, product)}</th>
            <td>{t('price.each', { price: money(tier.unitMinor, product.vat, own) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
})
