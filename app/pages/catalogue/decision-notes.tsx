/**
 * Below Buy: the right to return the goods, and what is in stock instead of a product that cannot be bought now: what
 * fits the same, else the category.
 */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { links } from '../../links.ts'
import { Price } from '../../features/products/price.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { mostCompared } from './compare-rows.ts'
import styles from './decision-notes.module.css'

/** Alternatives shown in the decision column. */
const mostAlternatives = 3

export default function DecisionNotes({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code } = useStore()
  const alternatives = product.orderable
    ? []
    : product.related.filter((card) => card.orderable).slice(0, mostAlternatives)
  const category = product.categories.find(({ main }) => main)
  const compared = isComparable(product)
    ? product.related
        .filter((card) => card.orderable && card.variations.length === 0)
        .map(({ sku }) => sku)
        .slice(0, mostCompared - 1)
    : []
  return (
    <>
      {alternatives.length > 0 && (
        <section className={styles.alternatives} aria-labelledby="alternatives">
          <h2 id="alternatives">{t('product.alternatives')}</h2>
          <ul>
            {alternatives.map((card) => (
              <li key={card.id}>
                <Picture picture={card.thumb} sizes="56px" largest={160} alt="" />
                <a href={links.product(code, card.slug)}>
                  <UnbrokenName name={card.name} />
                </a>
                <Price product={card} bare size="small" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!product.orderable && alternatives.length === 0 && category && (
        <p className={styles.returns}>
          <Icon name="search" size={20} />
          <a href={links.category(code, category.path)}>{t('gone.category', { name: category.name })}</a>
        </p>
      )}
      {compared.length > 0 && (
        <p className={styles.returns}>
          <Icon name="filter" size={20} />
          <a href={links.compare(code, [product.sku, ...compared])}>{t('compare.link')}</a>
        </p>
      )}
      {product.type === productTypes.GiftCard && (
        <p className={styles.returns}>
          <Icon name="check" size={20} />
          {t('product.by_email')}
        </p>
      )}
      {product.type !== productTypes.GiftCard && (
        <p className={styles.returns}>
          <Icon name="return" size={20} />
          <a href={links.page(code, 'returns-info')}>{t('usp.returns')}</a>
        </p>
      )}
    </>
  )
}

/** A product that is sold itself and has facts to compare. */
function isComparable({ type, variations, facts }: ProductDetails): boolean {
  return type !== productTypes.GiftCard && variations.length === 0 && facts.length > 0
}
