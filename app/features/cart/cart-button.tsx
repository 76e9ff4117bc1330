/** Opens the mini cart and counts its units (CHROME-04). */
import { showCart } from '../../state/cart-actions.ts'
import { unitsOf } from '../../state/cart-state.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface CartButtonProps {
  className: string
  countClassName: string
  wordClassName: string
}

export function CartButton({ className, countClassName, wordClassName }: CartButtonProps) {
  const t = useStrings()
  const units = useShopState((state) => unitsOf(state.cart.items))
  return (
    <button type="button" className={className} aria-haspopup="dialog" onClick={() => showCart(true)}>
      <Icon name="cart" />
      <span className={wordClassName} aria-hidden="true">
        {t('chrome.cart')}
      </span>
      <span className="visually-hidden">{t('chrome.open_cart', { count: units })}</span>
      {units > 0 && (
        <span className={countClassName} aria-hidden="true" data-cart-count>
          {units}
        </span>
      )}
    </button>
  )
}
