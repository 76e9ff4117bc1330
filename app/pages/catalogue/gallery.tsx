/** A product's pictures: one large, the others as thumbnails. */
import { useState } from 'react'
import { imageTypes, sortImages } from '../../../domain/catalogue/image-type.ts'
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { reductionBadge, shownPrice } from '../../../domain/pricing/tiers.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './gallery.module.css'

export default function Gallery({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const [chosen, setChosen] = useState(0)
  const store = useStore()
  const pictures = picturesOf(product)
  const reduction = shownPrice(readPrices(product.prices))?.reductionPercent ?? null
  const shown = pictures[chosen] ?? pictures[0] ?? null
  return (
    <section className={styles.gallery} aria-label={t('product.gallery')}>
      <div className={styles.stage}>
        <Picture
          picture={shown}
          sizes="(min-width: 1280px) 640px, (min-width: 768px) 50vw, 100vw"
          largest={800}
          priority
        />
        {reduction !== null && (
          <span className={styles.badge}>
            <Badge look="reduction">{reductionBadge(reduction, store)}</Badge>
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbs}>
          {pictures.map((picture, index) => (
            <li key={picture.key}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={`${t('product.picture', { number: index + 1 })}: ${picture.alt}`}
                aria-current={index === chosen ? 'true' : undefined}
                onClick={() => setChosen(index)}
              >
                <Picture picture={picture} sizes="72px" largest={160} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The gallery's pictures; without any, the product's main picture. */
function picturesOf(product: ProductDetails) {
  const { Gallery: gallery, Featured, General, Thumb } = imageTypes
  for (const type of [gallery, Featured, General, Thumb]) {
    const images = product.images[type] ?? []
    if (images.length > 0) return sortImages(images)
  }
  return product.thumb ? [product.thumb] : []
}
