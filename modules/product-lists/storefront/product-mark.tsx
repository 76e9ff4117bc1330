/** The heart: saves a product, or removes it from the saved ones. */
import type { ProductMarkProps } from '../../../app/features/products/product-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useShopState } from '../../../app/state/shop-state.ts'

export default function SaveButton({ product: { sku, name }, className }: ProductMarkProps) {
  const t = useStrings()
  const store = useStore()
  const isSaved = useShopState(({ history }) => history.saved.some((saved) => saved.sku === sku))
  const toggle = async () => (await import('./saved-products.ts')).toggleSaved(store, sku)
  return (
    <button
      type="button"
      className={className}
      aria-label={t('list.save_of', { name })}
      aria-pressed={isSaved}
      onClick={toggle}
    >
      <Icon name="heart" />
    </button>
  )
}
