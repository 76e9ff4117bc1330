/** Price, tiers, stock, quantity and Buy; on phones a sticky bar at the bottom repeats price and Buy. */
import { useStoreDetails } from '../../state/use-store-details.ts'
import { useEffect, useRef, useState } from 'react'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { canQuickAdd, useAddToCart } from '../../state/use-add-to-cart.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NotifyButton } from '../../features/products/notify-button.tsx'
import { Price, TierTable } from '../../features/products/price.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { DispatchCountdown } from './dispatch-countdown.tsx'
import { SubscriptionChoice } from './subscription-choice.tsx'
import styles from './product-page.module.css'

const shipsAtOnce = new Set(['in_stock', 'few_left'])

export function PurchaseBox({ product, nextDelivery }: { product: ProductDetails; nextDelivery: number }) {
  const t = useStrings()
  const { code, showShippingInfo } = useStore()
  const { takesDeposit } = useStoreDetails()
  const add = useAddToCart()
  const [quantity, setQuantity] = useState(1)
  const [interval, setInterval] = useState<string | null>(null)
  const [buttonRef, isAway] = useIsAway()
  const choosable = canQuickAdd(product)
  const buy = () => add(product, { quantity, subscriptionInterval: interval })
  return (
    <div className={styles.box}>
      <Price product={product} quantity={quantity} size="large" />
      {showShippingInfo && (
        <a className={styles.shipping} href={links.page(code, servicePages.shipping)}>
          {t('card.shipping_info')}
        </a>
      )}
      <TierTable product={product} quantity={quantity} />
      {product.starter_battery && takesDeposit && <p>{t('product.deposit')}</p>}
      <div className={styles.stock}>
        <StockLabel product={product} />
        {shipsAtOnce.has(product.stock_status) && (
          <DispatchCountdown at={nextDelivery} className={styles.dispatch!} clockClassName={styles.left!} />
        )}
      </div>
      <SubscriptionChoice product={product} quantity={quantity} chosen={interval} onChoose={setInterval} />
      <div
        ref={buttonRef}
        className={classNames(styles.buy, !(product.orderable && choosable) && styles.buyAlone)}
      >
        {!choosable ? (
          <Button look="main" size="large" wide disabled>
            {t('product.choose_first')}
          </Button>
        ) : product.orderable ? (
          <>
            <QuantityStepper large quantity={quantity} onChange={setQuantity} label={t('quantity.label')} />
            <Button look="main" size="large" wide onClick={buy}>
              {t('card.buy')}
            </Button>
          </>
        ) : (
          product.notifyable && <NotifyButton sku={product.sku} name={product.name} />
        )}
      </div>
      {choosable && product.orderable && (
        <div className={styles.bar} data-away={isAway ? undefined : ''}>
          <Price product={product} quantity={quantity} bare />
          <Button look="main" wide onClick={buy}>
            {t('card.buy')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether an element is outside the viewport; false until it has been observed. */
function useIsAway() {
  const element = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setIsAway(entry?.isIntersecting === false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, isAway] as const
}
