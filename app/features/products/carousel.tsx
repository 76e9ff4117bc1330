/** A strip that scrolls sideways by touch, wheel, keyboard or its two buttons; it never scrolls by itself. */
import { useId, useRef, type ReactNode } from 'react'
import type { ProductCard as Product } from '../../../contract/catalogue.ts'
import { useStrings } from '../../../ui/strings.tsx'
import type { AddOptions } from '../../state/use-add-to-cart.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ProductCard } from './product-card.tsx'
import styles from './carousel.module.css'

/**
 * How many slides are seen at once, by the width of the window (CHROME-22): carousel.module.css states the
 * steps.
 */
export type CarouselWidth = 'narrow' | 'wide'

interface CarouselProps {
  title: ReactNode
  /** Address of the whole list. */
  more?: { text: string; href: string }
  width?: CarouselWidth
  /** Takes half the width where there is room for two; for two products or fewer. */
  half?: boolean
  /** On phones a grid of two columns instead of a strip. */
  phoneGrid?: boolean
  children: ReactNode
}

/** `children` are `<li>`s. */
export function Carousel({
  title,
  more,
  width = 'wide',
  half = false,
  phoneGrid = false,
  children,
}: CarouselProps) {
  const t = useStrings()
  const id = useId()
  const strip = useRef<HTMLUListElement>(null)
  const scroll = (direction: 1 | -1) =>
    strip.current?.scrollBy({ left: direction * strip.current.clientWidth * 0.8 })
  return (
    <section
      className={classNames(
        styles.carousel,
        width === 'wide' && styles.wide,
        half && styles.half,
        phoneGrid && styles.phoneGrid,
      )}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {more && (
          <a className={styles.more} href={more.href}>
            {more.text}
          </a>
        )}
        <div className={styles.buttons}>
          <button
            type="button"
            className={styles.step}
            aria-label={t('carousel.previous')}
            onClick={() => scroll(-1)}
          >
            ←
          </button>
          <button
            type="button"
            className={styles.step}
            aria-label={t('carousel.next')}
            onClick={() => scroll(1)}
          >
            →
          </button>
        </div>
      </div>
      {/* A region that scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <ul ref={strip} className={styles.strip} tabIndex={0} aria-labelledby={id}>
        {children}
      </ul>
    </section>
  )
}

interface ProductCarouselProps extends Omit<CarouselProps, 'children'> {
  products: readonly Product[]
  /** The list the products were shown in, stored with the cart line. */
  origin?: AddOptions['origin']
  /** In place of a card's own button; null: its own. */
  actionOf?: (product: Product) => ReactNode
}

/** Renders nothing without products. */
export function ProductCarousel({ products, origin, actionOf, ...carousel }: ProductCarouselProps) {
  if (products.length === 0) return null
  return (
    <Carousel {...carousel}>
      {products.map((product) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            origin={origin}
            action={actionOf?.(product)}
            width={carousel.phoneGrid ? undefined : '90vw'}
          />
        </li>
      ))}
    </Carousel>
  )
}
