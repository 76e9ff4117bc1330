/** Buys a product of a page and one that is cheaper with it: the price of both is on the button (UPSELL-05). */
import type { ProductCard } from '../../../contract/catalogue.ts'
import { addMinor, formatMoney, toBasisPoints, toMinor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { viewUnitMinor } from '../../../domain/pricing/vat-view.ts'
import { addToCart } from '../../state/cart-actions.ts'
import { cartItemOf } from '../../state/cart-item.ts'
import { canQuickAdd } from '../../state/use-add-to-cart.ts'
import { useVatIncluded } from '../../state/use-vat.ts'
import { Button } from '../../../ui/button.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { atOwnPrice, useOwnPercent, type PricedProps } from './price.tsx'
import cardStyles from './product-card.module.css'

interface BuyBothProps extends PricedProps {
  /** The product of the page, at the shopper's own price. */
  product: ProductCard
  /** What is cheaper with it. */
  other: ProductCard & { cross_selling_price: number }
}

const BothButton = atOwnPrice(function ListBothButton({ product, other }: BuyBothProps) {
  const t = useStrings()
  const store = useStore()
  const vat = useVatIncluded()
  const own = useOwnPercent()(product)
  const unit = shownPrice(readPrices(product.prices))
  if (unit === null) return null
  const view = (card: ProductCard, unitMinor: typeof unit.unitMinor, percentOff: number) =>
    viewUnitMinor(
      {
        unitMinor,
        percentBasisPoints: toBasisPoints(percentOff),
        vatRateBasisPoints: toBasisPoints(card.vat),
        digits: store.currencyDigits,
      },
      vat,
    )
  const bothMinor = addMinor(
    view(product, unit.unitMinor, own),
    view(other, toMinor(other.cross_selling_price), 0),
  )
  const text = t('card.both', { price: formatMoney(bothMinor, store, { vat }) })
  const hasDeposit = store.showPriceDisclaimer && (product.starter_battery || other.starter_battery)
  return (
    <>
      {hasDeposit && <p className={cardStyles.deposit}>{t('price.disclaimer_deposit')}</p>}
      <Button
        className={cardStyles.action}
        look="main"
        wide
        aria-label={`${text}: ${product.name}, ${other.name}`}
        onClick={() => {
          void addToCart(store, cartItemOf(product, 1))
          void addToCart(store, cartItemOf(other, 1, { cross_selling_product_id: product.id }))
        }}
      >
        {text}
      </Button>
    </>
  )
})

/** The button of a card beside the page's product; null: the two have no price of their own, or one cannot be bought. */
export function bothAction(product: ProductCard, other: ProductCard) {
  const { cross_selling_price: price } = other
  const isBuyable = [product, other].every((each) => each.orderable && canQuickAdd(each))
  if (price === null || !isBuyable) return null
  return <BothButton product={product} other={{ ...other, cross_selling_price: price }} />
}
