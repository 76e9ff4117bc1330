/**
 * Price, stock, quantity and Buy, then what is not needed to decide; a bar at the bottom of the window repeats price and
 * Buy while the button is out of it.
 */
import { useStoreDetails } from '../../state/use-store-details.ts'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { canQuickAdd, useAddToCart } from '../../state/use-add-to-cart.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { buyWords } from '../../features/products/buy-words.ts'
import { BuyWithoutScript } from '../../features/products/buy-without-script.tsx'
import { UnavailableAction } from '../../features/products/unavailable-action.tsx'
import { Price } from '../../features/products/price.tsx'
import { TierTable } from '../../features/products/tier-table.tsx'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { wantedVariant } from './wanted-variant.ts'
import { GiftChoice, type GiftAnswer } from './gift-choice.tsx'
import { IntervalChoice } from './interval-choice.tsx'
import styles from './product-page.module.css'

// Its props do not change before it is hydrated (`hydrateOnInteraction`). The choices of a subscription and a gift
// are part of the page: hydrated by the interaction, they would lose the choice that began it.
const DispatchCountdown = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./dispatch-countdown.tsx') : null,
  () => import('./dispatch-countdown.tsx'),
)
/** Loaded when an interval is chosen. */
const RenewalPromise = lazyChunk(() => import('./renewal-promise.tsx'))

const shipsAtOnce = new Set(['in_stock', 'few_left'])

interface PurchaseBoxProps {
  product: ProductDetails
  /** Epoch milliseconds; null for what is not sent by parcel. */
  nextDelivery: number | null
  /** What delivery costs. */
  delivery: ReactNode
}

export function PurchaseBox({ product, nextDelivery, delivery }: PurchaseBoxProps) {
  const t = useStrings()
  const { code } = useStore()
  const { takesDeposit } = useStoreDetails()
  const add = useAddToCart()
  const [quantity, setQuantity] = useState(1)
  const [interval, setInterval] = useState<string | null>(null)
  const [buttonRef, isAway] = useIsAway()
  const choosable = canQuickAdd(product)
  const words = buyWords(product, t)
  const [gift, setGift] = useState<GiftAnswer>(null)
  const [asked, setAsked] = useState(0)
  const buy = () => {
    if (gift === 'incomplete') return setAsked(asked + 1)
    const bought = wantedVariant(product, code) ?? product
    // Its page, which is pending, offers what there is instead.
    if (bought.orderable) add(bought, { quantity, subscriptionInterval: interval, giftRecipient: gift })
  }
  return (
    <div className={styles.box}>
      <Price product={product} quantity={quantity} size="large" />
      {nextDelivery !== null && (
        <div className={styles.stock}>
          <StockLabel product={product} />
          {shipsAtOnce.has(product.stock_status) && <DispatchCountdown at={nextDelivery} />}
        </div>
      )}
      <IntervalChoice product={product} chosen={interval} onChoose={setInterval} />
      {interval !== null && (
        <Suspense>
          <RenewalPromise prices={product.prices} quantity={quantity} />
        </Suspense>
      )}
      {product.type === productTypes.GiftCard && product.orderable && choosable && (
        <GiftChoice gift={gift} asked={asked} onChange={setGift} />
      )}
      <div
        ref={buttonRef}
        className={classNames(styles.buy, product.orderable && choosable && styles.needsScript)}
      >
        {!choosable ? (
          <Button look="main" size="large" wide disabled>
            {t('product.choose_first')}
          </Button>
        ) : product.orderable ? (
          <>
            <QuantityStepper large quantity={quantity} onChange={setQuantity} label={t('quantity.label')} />
            <Button look="main" size="large" wide onClick={buy}>
              {words.text}
            </Button>
          </>
        ) : (
          product.notifyable && <UnavailableAction product={product} />
        )}
      </div>
      {choosable && product.orderable && <BuyWithoutScript product={product} size="large" />}
      {delivery}
      <TierTable product={product} quantity={quantity} />
      {product.starter_battery && takesDeposit && <p>{t('product.deposit')}</p>}
      {choosable && product.orderable && (
        <div className={styles.bar} data-away={isAway ? undefined : ''}>
          <p>
            <UnbrokenName name={product.name} />
          </p>
          <Price product={product} quantity={quantity} bare />
          <Button look="main" wide onClick={buy}>
            {words.text}
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
