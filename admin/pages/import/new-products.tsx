/** The first products that an import would create, as cards, which show whether the file was understood. */
import type { ImportCheck } from '../../../contract/admin/imports.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../shell/card.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './new-products.module.css'

type NewProduct = ImportCheck['newProducts'][number]

export function NewProducts({
  products,
  currency,
  onOpen,
}: {
  products: readonly NewProduct[]
  currency: string
  /** Opens the page of the product at this place. */
  onOpen: (at: number) => void
}) {
  const { t } = useTexts()
  return (
    <Card title={t('import.new_products')}>
      <ul className={styles.products}>
        {products.map((product, at) => (
          // Two products may have the same name.
          <li key={at} className={styles.product}>
            <NewProductCard product={product} currency={currency} />
            <Button
              size="small"
              aria-label={t('import.preview_of', { name: product.name })}
              onClick={() => onOpen(at)}
            >
              {t('import.preview_show')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NewProductCard({ product, currency }: { product: NewProduct; currency: string }) {
  const { t, money } = useTexts()
  const { name, price, highestPrice: highest, category, choices, choiceCount } = product
  const more = choiceCount > choices.length ? ' …' : ''
  return (
    <>
      <strong className={styles.name}>{name}</strong>
      <span>
        {money(price, currency)}
        {highest !== null && ` – ${money(highest, currency)}`}
      </span>
      <span className={styles.soft}>
        {category.length === 0 ? t('import.new_product_category') : category.join(' › ')}
      </span>
      {choiceCount > 0 && (
        <span>
          {t('import.new_product_choices', { count: choiceCount, choices: choices.join(' · ') + more })}
        </span>
      )}
      <span className={styles.soft}>{t('import.new_product_pictures', { count: product.pictureCount })}</span>
    </>
  )
}
