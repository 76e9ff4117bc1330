/**
 * A product's price in the shopper's VAT view: current price, earlier price, the lowest price of the thirty
 * days before a reduction (Dir. 98/6/EC Art. 6a), the price per metre, litre or kilogram, and the disclaimer.
 */
import { Suspense, type ComponentType } from 'react'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { formatMoney, toBasisPoints, toMinor, type Minor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { viewUnitMinor, type CurrencyDigits } from '../../../domain/pricing/vat-view.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { links } from '../../links.ts'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useVatIncluded } from '../../state/use-vat.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './price.module.css'

export type Priced = Pick<
  ProductCard,
  | 'id'
  | 'prices'
  | 'vat'
  | 'lowest_30_days'
  | 'unit_price'
  | 'variations'
  | 'discount_category'
  | 'type'
  | 'starter_battery'
>

/** The logged-in customer's percentage on a product (COUPON-19, ROLE-05); 0 for guests. */
export function useOwnPercent(): (product: Pick<Priced, 'discount_category' | 'type'>) => number {
  const discounts = useShopState((state) => state.auth.user?.discount)
  return ({ discount_category: category, type }) =>
    category !== null && type !== productTypes.GiftCard ? (discounts?.[category] ?? 0) : 0
}

/** Formats a gross amount, less a percentage, in the shopper's VAT view, rounded to the store's decimals unless given. */
export function useMoney(): (
  amountMinor: Minor,
  vatPercent: number,
  percentOff?: number,
  digits?: CurrencyDigits,
) => string {
  const store = useStore()
  const vat = useVatIncluded()
  return (unitMinor, vatPercent, percentOff = 0, digits = store.currencyDigits) => {
    const unit = {
      unitMinor,
      percentBasisPoints: toBasisPoints(percentOff),
      vatRateBasisPoints: toBasisPoints(vatPercent),
      digits,
    }
    return formatMoney(viewUnitMinor(unit, vat), store, { vat })
  }
}

const OwnPrices = lazyChunk(() => import('./own-prices.tsx'))

/** What shows the price of a product. */
export interface PricedProps {
  /** With the id 0 where the price is not the product's own: a bundle's, or with another product. */
  product: Priced
  /** Leaves out the lines below the price. */
  bare?: boolean
  /** The price is part of a link: what is around it shows the disclaimer, which is a link of its own. */
  inLink?: boolean
  quantity?: number
  size?: 'small' | 'large'
}

/**
 * Shows the price that was agreed with the shopper's company once it is known. Guests, and pages from the cache, have
 * the general one; the script is loaded for logged-in shoppers.
 */
export function atOwnPrice<Props extends PricedProps>(View: ComponentType<Props>) {
  return (props: Props) => {
    const general = <View {...props} />
    return useShopState(({ auth }) => auth.user) ? (
      <Suspense fallback={general}>
        <OwnPrices view={View as ComponentType<PricedProps>} {...props} />
      </Suspense>
    ) : (
      general
    )
  }
}

export const Price = atOwnPrice(function ListPrice({ product, quantity, size, bare, inLink }: PricedProps) {
  const t = useStrings()
  const store = useStore()
  const money = useMoney()
  const vat = useVatIncluded()
  const shown = shownPrice(readPrices(product.prices), quantity)
  const own = useOwnPercent()(product)
  if (shown === null) return null
  const { beforeMinor } = shown
  const text = (amountMinor: Minor) => money(amountMinor, product.vat)
  const now = money(shown.unitMinor, product.vat, own)
  const from = product.variations.length > 0
  const { unit_price: measure, lowest_30_days: lowest } = product
  const perMeasure = measure ? money(toMinor(measure.amount), product.vat, own, 2) : ''
  return (
    <div className={classNames(styles.price, size && styles[size], beforeMinor !== null && styles.reduced)}>
      <span className={styles.now}>{from ? t('price.from', { price: now }) : now}</span>
      {beforeMinor !== null && (
        <s className={styles.before}>
          <span className="visually-hidden">{t('price.before')} </span>
          {text(beforeMinor)}
        </s>
      )}
      {!vat && <span className={styles.before}>{t('price.ex_vat')}</span>}
      {!bare && (
        <>
          {beforeMinor !== null && lowest !== null && (
            <span className={styles.note}>{t('price.lowest_30_days', { price: text(toMinor(lowest)) })}</span>
          )}
          {measure && (
            <span className={styles.note}>
              {measure.unit === 'piece'
                ? t('price.per_piece', { price: perMeasure })
                : `${perMeasure}/${measure.unit}`}
            </span>
          )}
          {store.showPriceDisclaimer && !inLink && product.type !== productTypes.GiftCard && (
            <PriceDisclaimer deposit={product.starter_battery} />
          )}
        </>
      )}
    </div>
  )
})

/**
 * Whether VAT, delivery and a deposit are included (PAngV § 7), linked to the delivery prices where the store shows them
 * (PAGE-11, CARD-09).
 */
function PriceDisclaimer({ deposit }: { deposit: boolean }) {
  const t = useStrings()
  const { code, showShippingInfo } = useStore()
  const text = t(deposit ? 'price.disclaimer_deposit' : 'price.disclaimer')
  return showShippingInfo ? (
    <a className={classNames(styles.note, styles.disclaimer)} href={links.page(code, servicePages.shipping)}>
      {text}
    </a>
  ) : (
    <span className={styles.note}>{text}</span>
  )
}
