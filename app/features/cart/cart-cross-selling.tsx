/**
 * Related products for the cart, fetched again when its quantities change; hidden when there are none
 * (UPSELL-04, CART-08).
 */
import { useEffect, useState } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { cartItemOf } from '../../state/cart-item.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { links } from '../../links.ts'
import { callApi } from '../../state/api-client.ts'
import { addToCart } from '../../state/cart-actions.ts'
import { useVariant } from '../../state/use-variant.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useMoney } from '../products/price.tsx'
import { Button } from '../../../ui/button.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import styles from './cart-panel.module.css'

/** Number of products shown; the experiment `cart-suggestions` tries more. */
const shownProducts = 2
const mostShown = 4

/** `onAdd` is called with the sku of a product that was added. */
export function CartCrossSelling({ onAdd }: { onAdd: (sku: string) => void }) {
  const t = useStrings()
  const store = useStore()
  const money = useMoney()
  const items = useShopState((state) => state.cart.items)
  const checkoutID = useShopState((state) => state.cart.checkoutID)
  const [products, setProducts] = useState<ProductCard[]>([])
  const shown = useVariant('cart-suggestions') === 'four' ? mostShown : shownProducts
  const contents = items.map((item) => `${item.product_id}x${item.quantity}`).join()
  useEffect(() => {
    const overtaken = new AbortController()
    void callApi<ProductCard[]>(store, 'cross-selling-products', {
      method: 'POST',
      body: { checkout_order_id: checkoutID, cart: useShopState.getState().cart.items },
      signal: overtaken.signal,
    }).then((answer) => {
      if (!overtaken.signal.aborted) setProducts(answer.ok ? answer.data.slice(0, mostShown) : [])
    })
    return () => overtaken.abort()
  }, [contents, store, checkoutID])
  if (products.length === 0) return null
  return (
    <section className={styles.cross} aria-label={t('cart.cross_sell')}>
      <h3>{t('cart.cross_sell')}</h3>
      <ul>
        {products.slice(0, shown).map((product) => (
          <li key={product.id}>
            {product.thumb && <img src={product.thumb.url} width={48} height={48} alt="" />}
            <a href={links.product(store.code, product.slug)}>
              <UnbrokenName name={product.name} />
            </a>
            <strong>
              {money(toMinor(product.cross_selling_price ?? product.prices.n[0]?.p ?? 0), product.vat)}
            </strong>
            <Button
              size="small"
              aria-label={t('cart.add_of', { name: product.name })}
              onClick={() => {
                void addToCart(
                  store,
                  cartItemOf(
                    product,
                    1,
                    product.cross_selling_price === null ? {} : { cross_selling_product_id: product.id },
                  ),
                )
                onAdd(product.sku)
              }}
            >
              {t('cart.add_short')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
