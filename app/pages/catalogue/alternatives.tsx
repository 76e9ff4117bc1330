/** Below Buy of a product that is not in stock: the nearest products that are, else its category. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { Price } from '../../features/products/price.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { nearestAlternatives } from './nearest-alternatives.ts'
import styles from './decision-notes.module.css'

export default function Alternatives({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code } = useStore()
  const alternatives = nearestAlternatives(product)
  const category = product.categories.find(({ main }) => main)
  if (alternatives.length > 0)
    return (
      <section className={styles.alternatives} aria-labelledby="alternatives">
        <h2 id="alternatives">{t('product.alternatives')}</h2>
        <ul>
          {alternatives.map((card) => (
            <li key={card.id}>
              <Picture picture={card.thumb} sizes="56px" largest={160} alt="" />
              <div>
                <a href={links.product(code, card.slug)}>
                  <UnbrokenName name={card.name} />
                </a>
                <StockLabel product={card} />
              </div>
              <Price product={card} bare size="small" />
            </li>
          ))}
        </ul>
      </section>
    )
  if (product.orderable || !category) return null
  return (
    <p className={styles.returns}>
      <Icon name="search" size={20} />
      <a href={links.category(code, category.path)}>{t('gone.category', { name: category.name })}</a>
    </p>
  )
}
