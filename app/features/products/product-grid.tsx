/** Product cards in two to five columns, depending on the width. */
import type { ProductCard as Product } from '../../../contract/catalogue.ts'
import { ProductCard } from './product-card.tsx'
import styles from './product-grid.module.css'

/** `eager`: how many of the first pictures load eagerly. */
export function ProductGrid({ products, eager = 0 }: { products: readonly Product[]; eager?: number }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} priority={index < eager} />
          </li>
        ))}
      </ul>
    </div>
  )
}
