/** A product in a grid or carousel (CARD rows): name, key facts, price, stock, Buy. */
import { memo, Suspense, useState, type ReactNode } from 'react'
import type { ProductCard as Product } from '../../../contract/catalogue.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { reductionBadge, shownPrice } from '../../../domain/pricing/tiers.ts'
import { links } from '../../links.ts'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useHydrated } from '../../state/use-hydrated.ts'
import { canQuickAdd, useAddToCart, type AddOptions } from '../../state/use-add-to-cart.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { buyWords } from './buy-words.ts'
import { BuyWithoutScript } from './buy-without-script.tsx'
import { UnavailableAction } from './unavailable-action.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from './price.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import styles from './product-card.module.css'

const CustomerDiscount = lazyChunk(() => import('./customer-discount.tsx'))

// Not in the HTML, and loaded after hydration: its script is not part of the first load.
const ProductMark = lazyChunk(() => import('./product-mark.tsx'))

interface ProductCardProps {
  product: Product
  /** Among the first pictures of the page, which load eagerly. */
  priority?: boolean
  /** The list the product was shown in, stored with the cart line. */
  origin?: AddOptions['origin']
  /** In place of the card's own button. */
  action?: ReactNode
  /** The picture's width on phones: that of a grid (product-grid.module.css) unless a strip names its own. */
  width?: string | undefined
}

export const ProductCard = memo(function ProductCard({
  product,
  priority = false,
  origin,
  action,
  width = '46vw',
}: ProductCardProps) {
  const { code } = useStore()
  const sizes = `(min-width: 1200px) 240px, (min-width: 768px) 30vw, ${width}`
  const address = links.product(code, product.slug)
  // The second picture is for mouse users: it is not in the HTML, and phones do not load it.
  const [met, setMet] = useState(false)
  return (
    <article className={styles.card} data-sku={product.sku} onMouseEnter={() => setMet(true)}>
      <div className={styles.media}>
        <Picture picture={product.thumb} sizes={sizes} priority={priority} />
        {met && product.hover_thumb && (
          <Picture className={styles.second!} picture={product.hover_thumb} sizes={sizes} alt="" />
        )}
        <ReductionBadge product={product} />
        {product.metadata.decoration && (
          <span className={styles.decoration}>{product.metadata.decoration}</span>
        )}
      </div>
      <div className={styles.body}>
        <CardMark product={product} />
        <p>{product.brand?.name}</p>
        <h3>
          <a href={address}>
            {product.prefix && `${product.prefix} `}
            <UnbrokenName name={product.name} />
          </a>
        </h3>
        <ul className={styles.facts}>
          {product.metadata.facts.slice(0, 2).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <div>
          <Stars score={product.score} count={product.score_count} />
        </div>
      </div>
      <div className={styles.deal}>
        <Price product={product} />
        <StockLabel product={product} />
        {action ?? <CardAction product={product} address={address} origin={origin} />}
      </div>
    </article>
  )
})

function CardMark({ product }: { product: Product }) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <ProductMark product={product} className={styles.save!} />
    </Suspense>
  )
}

/** The reduction (CARD-05); the shopper's codes and customer discount count. */
function ReductionBadge({ product }: { product: Product }) {
  const store = useStore()
  const mine = useShopState(({ auth, discount }) => auth.user ?? discount.items[0])
  const reduction = shownPrice(readPrices(product.prices))?.reductionPercent
  const badge = reduction && <span className={styles.badge}>{reductionBadge(reduction, store)}</span>
  if (!product.id || !mine) return badge
  return (
    <Suspense fallback={badge}>
      <CustomerDiscount product={product} reduction={reduction}>
        {badge}
      </CustomerDiscount>
    </Suspense>
  )
}

/** The card's button: buy, choose a variant, notify when back in stock, or none (CARD-07, 08, 10). */
function CardAction({
  product,
  address,
  origin,
}: {
  product: Product
  address: string
  origin: AddOptions['origin']
}) {
  const t = useStrings()
  const add = useAddToCart()
  if (!canQuickAdd(product)) {
    return (
      <ButtonLink
        className={styles.action}
        wide
        href={address}
        aria-label={t('card.choose_of', { name: product.name })}
      >
        {t('card.choose')}
      </ButtonLink>
    )
  }
  if (product.orderable) {
    return (
      <>
        <Button
          className={styles.action}
          look="main"
          wide
          aria-label={buyWords(product, t).named}
          onClick={() => add(product, origin ? { origin } : {})}
        >
          {buyWords(product, t).short}
        </Button>
        <BuyWithoutScript product={product} />
      </>
    )
  }
  return product.notifyable && <UnavailableAction className={styles.action} product={product} />
}
