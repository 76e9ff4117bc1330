/** A product that is no longer sold: its name, its category, and similar products (410). */
import type { ProductCard } from '../../../contract/catalogue.ts'
import { SearchField } from '../../features/search/search-field.tsx'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import { ListingHead } from './listing.tsx'
import styles from './gone-page.module.css'

interface GonePageProps {
  gone: { name: string; sku: string }
  /** Null: its category no longer exists either. */
  category: { name: string; path: string } | null
  products: readonly ProductCard[]
}

export default function GonePage({ gone, category, products }: GonePageProps) {
  const t = useStrings()
  const { code } = useStore()
  return (
    <main className="wrap">
      <ListingHead title={t('gone.title', { name: gone.name })} lead={t('gone.text', { sku: gone.sku })}>
        <div className={styles.ways}>
          <ButtonLink look="main" href={category ? links.category(code, category.path) : links.home(code)}>
            {category ? t('gone.category', { name: category.name }) : t('error.home')}
          </ButtonLink>
          <SearchField large />
        </div>
      </ListingHead>
      {products.length > 0 && (
        <section aria-labelledby="nearest">
          <h2 id="nearest" className={styles.title}>
            {t('gone.nearest')}
          </h2>
          <ProductGrid products={products} eager={4} />
        </section>
      )}
    </main>
  )
}
