/** Brand, name, rating, and the key facts. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import ProductMark from '../../features/products/product-mark.tsx'
import styles from './product-title.module.css'

interface ProductTitleProps {
  product: ProductDetails
  /** The variant that a parent's page offers; else the product. */
  offered: ProductDetails
}

export default function ProductTitle({ product, offered }: ProductTitleProps) {
  const t = useStrings()
  const { code } = useStore()
  const { brand, condition } = product
  const fits =
    product.fits.length > 0 ? [{ text: t('product.fits_count', { count: product.fits.length }) }] : []
  return (
    <>
      <div className={styles.title}>
        {brand && (
          <p className={styles.brand}>
            <a href={links.brand(code, brand.slug)}>{brand.name}</a>
          </p>
        )}
        <h1>
          {product.prefix && `${product.prefix} `}
          <UnbrokenName name={product.name} />
        </h1>
        <p className={styles.meta}>
          <span className={styles.sku}>{t('product.sku', { sku: offered.sku })}</span>
          <Stars score={product.score} count={product.score_count} />
          {condition !== 'new' && <Badge>{t(`product.${condition}`)}</Badge>}
        </p>
        <ProductMark product={product} className={styles.save!} />
      </div>
      <Chips
        label={t('product.facts')}
        chips={[...product.metadata.facts.map((text) => ({ text })), ...fits]}
      />
    </>
  )
}
