/**
 * Buy: adds a product to the cart, or opens its page if a variant must be chosen first (CARD-07, 10,
 * VALID-02).
 */
import { useNavigate } from 'react-router'
import type { GiftRecipient, LineOrigin } from '../../contract/cart.ts'
import { cartItemOf } from './cart-item.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'
import { callApi } from './api-client.ts'
import { addToCart } from './cart-actions.ts'
import { useStore } from '../../ui/strings.tsx'

export interface AddOptions {
  quantity?: number
  subscriptionInterval?: string | null
  giftRecipient?: GiftRecipient | null
  origin?: Partial<LineOrigin>
}

/** Whether a product can be added without choosing a variant (VALID-02). */
export function canQuickAdd(product: Pick<ProductCard, 'variations' | 'variation_attributes'>): boolean {
  return product.variations.length === 0 && product.variation_attributes.length === 0
}

export function useAddToCart() {
  const store = useStore()
  const navigate = useNavigate()
  return (
    product: ProductCard,
    { quantity = 1, subscriptionInterval = null, giftRecipient = null, origin = {} }: AddOptions = {},
  ) => {
    if (!canQuickAdd(product)) {
      void navigate(links.product(store.code, product.slug))
      return
    }
    const line = cartItemOf(product, quantity, {
      ...origin,
      ...(subscriptionInterval !== null && { subscription_interval: subscriptionInterval }),
      ...(giftRecipient !== null && { gift_recipient: giftRecipient }),
    })
    void hasUpselling(store, product).then((upselling) => addToCart(store, line, upselling))
  }
}

/** Whether the upselling panel opens instead of the mini cart; a failed check counts as no (UPSELL-02). */
export async function hasUpselling(
  store: Store,
  product: Pick<ProductCard, 'id' | 'has_upselling'>,
): Promise<boolean> {
  if (!product.has_upselling) return false
  const answer = await callApi<unknown>(store, `products/${product.id}/upselling`)
  return answer.ok && Boolean(answer.data)
}
