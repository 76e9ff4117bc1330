/** "Save for later": moves a line of the cart to the saved products. */
import type { CartLineActionProps } from '../../../app/features/cart/cart-line-action.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { removeSaved, saveProduct } from './saved-products.ts'

export default function SaveForLater({ item, className, takeOut }: CartLineActionProps) {
  const t = useStrings()
  const store = useStore()
  const { sku, name, quantity } = item
  const save = () => {
    void saveProduct(store, sku, quantity)
    takeOut({ text: 'list.saved_later', undo: () => void removeSaved(store, sku) })
  }
  return (
    <button type="button" className={className} aria-label={t('list.save_later_of', { name })} onClick={save}>
      <Icon name="heart" size={18} /> {t('list.save_later')}
    </button>
  )
}
