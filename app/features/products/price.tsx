/**
 * A product's price in the shopper's VAT view: current price, earlier price, the lowest price of the thirty
 * days before a reduction (Dir. 98/6/EC Art. 6a), the price per metre, litre or kilogram, and the disclaimer.
 */
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { formatMoney, toBasisPoints, toMinor, type Minor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { activeTiers, reductionBadge, shownPrice } from '../../../domain/pricing/tiers.ts'
import { viewUnitMinor } from '../../../domain/pricing/vat-view.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useVatIncluded } from '../../state/use-vat.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './price.module.css'

export type Priced = Pick<
  ProductCard,
  'prices' | 'vat' | 'lowest_30_days' | 'unit_price' | 'variations' | 'discount_category' | 'type'
>

/** The logged-in customer's percentage on a product (COUPON-19, ROLE-05); 0 for guests. */
export function useOwnPercent(): (product: Pick<Priced, 'discount_category' | 'type'>) => number {
  const discounts = useShopState((state) => state.auth.user?.discount)
  return ({ discount_category: category, type }) =>
    category !== null && type !== productTypes.GiftCard ? (discounts?.[category] ?? 0) : 0
}

/** Formats a gross amount, less a percentage, in the shopper's VAT view. */
export function useMoney(): (amountMinor: Minor, vatPercent: number, percentOff?: number) => string {
  const store = useStore()
  const vat = useVatIncluded()
  return (unitMinor, vatPercent, percentOff = 0) => {
    const unit = {
      unitMinor,
      percentBasisPoints: toBasisPoints(percentOff),
      vatRateBasisPoints: toBasisPoints(vatPercent),
      digits: store.currencyDigits,
    }
    return formatMoney(viewUnitMinor(unit, vat), store, { vat })
  }
}

interface PriceProps {
  product: Priced
  quantity?: number
  size?: 'small' | 'normal' | 'large'
  /** Leaves out the lines below the price. */
  bare?: boolean
}

export function Price({ product, quantity, size = 'normal', bare = false }: PriceProps) {
  const t = useStrings()
  const store = useStore()
  const money = useMoney()
  const vat = useVatIncluded()
  const shown = shownPrice(readPrices(product.prices), quantity)
  const own = useOwnPercent()(product)
  if (shown === null) return null
  const text = (amountMinor: Minor) => money(amountMinor, product.vat)
  const now = money(shown.unitMinor, product.vat, own)
  const from = product.variations.length > 0
  const { unit_price: measure, lowest_30_days: lowest } = product
  return (
    <div
      className={classNames(
        styles.price,
        size !== 'normal' && styles[size],
        shown.beforeMinor !== null && styles.reduced,
      )}
    >
      <span className={styles.now}>{from ? t('price.from', { price: now }) : now}</span>
      {own > 0 && (
        <span className={styles.before}>
          {t('why.customer')} {reductionBadge(own)}
        </span>
      )}
      {shown.beforeMinor !== null && (
        <s className={styles.before}>
          <span className="visually-hidden">{t('price.before')} </span>
          {text(shown.beforeMinor)}
        </s>
      )}
      {!vat && <span className={styles.before}>{t('price.ex_vat')}</span>}
      {!bare && shown.beforeMinor !== null && lowest !== null && (
        <span className={styles.note}>{t('price.lowest_30_days', { price: text(toMinor(lowest)) })}</span>
      )}
      {!bare && measure && (
        <span className={styles.note}>
          {text(toMinor(measure.amount))}/{measure.unit}
        </span>
      )}
      {!bare && store.showPriceDisclaimer && <span className={styles.note}>{t('price.disclaimer')}</span>}
    </div>
  )
}

/** The price tiers in force as rows: minimum quantity, unit price, and whether the quantity reaches it. */
export function TierTable({ product, quantity }: { product: Priced; quantity: number }) {
  const t = useStrings()
  const money = useMoney()
  const tiers = activeTiers(readPrices(product.prices))
  const own = useOwnPercent()(product)
  // A parent is not sold itself; its variants have their own tiers.
  if (tiers.length < 2 || product.variations.length > 0) return null
  const reached = tiers.findLast((tier) => tier.quantity <= quantity)
  return (
    <table className={styles.tiers}>
      <caption>{t('price.tiers')}</caption>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.quantity} aria-current={tier === reached ? 'true' : undefined}>
            <th scope="row">{t('price.tier_from', { quantity: tier.quantity })}</th>
            <td>{t('price.each', { price: money(tier.unitMinor, product.vat, own) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
