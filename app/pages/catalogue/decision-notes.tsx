/** Below Buy: how to compare the product, what modules offer to do with it, and the right to return it. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { compareLink } from '../../compare-link.ts'
import { links } from '../../links.ts'
import { ModuleActions } from '../../features/products/module-actions.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useStoreDetails } from '../../state/use-store-details.ts'
import { mostCompared } from './compare-rows.ts'
import styles from './decision-notes.module.css'

export default function DecisionNotes({ product }: { product: ProductDetails }) {
  const t = useStrings()
  const { code } = useStore()
  const { returnDays: days } = useStoreDetails()
  const compared = isComparable(product)
    ? product.related
        .filter((card) => card.orderable && card.variations.length === 0)
        .map(({ sku }) => sku)
        .slice(0, mostCompared - 1)
    : []
  return (
    <>
      {compared.length > 0 && (
        <p className={styles.returns}>
          <Icon name="filter" size={20} />
          <a href={compareLink(code, [product.sku, ...compared])}>{t('compare.link')}</a>
        </p>
      )}
      {product.type !== productTypes.GiftCard && product.stock_status !== 'discontinued' && (
        <ModuleActions product={product} />
      )}
      {product.type === productTypes.GiftCard && (
        <p className={styles.returns}>
          <Icon name="check" size={20} />
          {t('product.by_email')}
        </p>
      )}
      {product.type !== productTypes.GiftCard && days !== null && (
        <p className={styles.returns}>
          <Icon name="return" size={20} />
          <a href={links.page(code, 'returns-info')}>{t('product.returns', { days })}</a>
        </p>
      )}
    </>
  )
}

/** A product that is sold itself and has facts to compare. */
function isComparable({ type, variations, facts }: ProductDetails): boolean {
  return type !== productTypes.GiftCard && variations.length === 0 && facts.length > 0
}
