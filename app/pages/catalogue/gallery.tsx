/** A product's pictures: one large, the others as thumbnails. */
import { useState, type ReactNode } from 'react'
import type { Picture as PictureData } from '../../../domain/catalogue/product.ts'
import { useStrings } from '../../state/strings.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './gallery.module.css'

export function Gallery({ pictures, badge }: { pictures: readonly PictureData[]; badge: ReactNode }) {
  const t = useStrings()
  const [chosen, setChosen] = useState(0)
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
        {badge && <span className={styles.badge}>{badge}</span>}
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
