/** Related products offered for a product just added; declining opens the mini cart (UPSELL-02, 03). */
import { useEffect, useState } from 'react'
import { cartItemOf } from '../../state/cart-item.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { callApi } from '../../state/api-client.ts'
import { addToCart, showCart } from '../../state/cart-actions.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Price } from '../products/price.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import styles from './cart-panel.module.css'

export default function UpsellingPanel({ productId }: { productId: number }) {
  const t = useStrings()
  const store = useStore()
  const [bundles, setBundles] = useState<ProductCard[]>([])
  useEffect(() => {
    let left = false
    void callApi<ProductCard[] | null>(store, `products/${productId}/upselling`).then((answer) => {
      if (left) return
      if (answer.ok && answer.data) setBundles(answer.data)
      else showCart(true)
    })
    return () => {
      left = true
    }
  }, [productId, store])
  return (
    <div className={styles.scrolled}>
      <ul className={styles.bundles}>
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            {bundle.thumb && <img src={bundle.thumb.url} width={96} height={96} alt="" />}
            <div>
              <strong>
                <UnbrokenName name={bundle.name} />
              </strong>
              <Price product={{ ...bundle, id: 0 }} />
              <Button
                look="main"
                aria-label={t('cart.add_of', { name: bundle.name })}
                onClick={() =>
                  void addToCart(
                    store,
                    cartItemOf(bundle, 1, {
                      upselling_bundle_id: productId,
                    }),
                  )
                }
              >
                {t('cart.add_short')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button wide onClick={() => showCart(true)}>
        {t('upsell.decline')}
      </Button>
    </div>
  )
}
