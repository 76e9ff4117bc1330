/**
 * Offers for a product that was just added (UPSELL-02, 03): says that it is in the cart, then what each offer saves. An
 * offer that contains the product takes its place in the cart; declining opens the mini cart.
 */
import { useEffect, useState } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { cartItemOf, isPlainItem } from '../../state/cart-item.ts'
import { callApi } from '../../state/api-client.ts'
import { addToCart, showCart } from '../../state/cart-actions.ts'
import { changeQuantity } from '../../state/cart-line-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Price, useMoney } from '../products/price.tsx'
import { setSaving } from '../products/set-saving.ts'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import styles from './cart-panel.module.css'

interface Offer {
  card: ProductCard
  /** What it consists of; empty: no set, or unknown. */
  parts: ProductDetails['set_parts']
}

export default function UpsellingPanel({ productId }: { productId: number }) {
  const t = useStrings()
  const store = useStore()
  const [offers, setOffers] = useState<Offer[]>([])
  const added = useShopState(({ cart }) => cart.items.find((item) => isAdded(item, productId)))
  useEffect(() => {
    let left = false
    void readOffers(store, productId).then((found) => {
      if (left) return
      if (found) setOffers(found)
      else showCart(true)
    })
    return () => {
      left = true
    }
  }, [productId, store])
  return (
    <div className={styles.scrolled}>
      {added && (
        <p className={styles.added} role="status">
          <Icon name="check" size={20} />
          <span>
            {added.quantity} × <UnbrokenName name={added.name} />
          </span>
        </p>
      )}
      {offers.length > 0 && <h3>{t('upsell.offer')}</h3>}
      <ul className={styles.bundles}>
        {offers.map((offer) => (
          <Bundle key={offer.card.id} offer={offer} productId={productId} />
        ))}
      </ul>
      <Button wide onClick={() => showCart(true)}>
        {t('upsell.decline')}
      </Button>
    </div>
  )
}

function Bundle({ offer: { card, parts }, productId }: { offer: Offer; productId: number }) {
  const t = useStrings()
  const store = useStore()
  const money = useMoney()
  const saving = setSaving({ set_parts: parts, prices: card.prices })
  const contained = parts.find(({ product }) => product.id === productId)?.quantity ?? 0
  return (
    <li>
      {card.thumb && <img src={card.thumb.url} width={96} height={96} alt="" />}
      <div>
        <strong>
          <UnbrokenName name={card.name} />
        </strong>
        {saving && (
          <span className={styles.deduction}>
            {t('set.saving', {
              parts: money(saving.partsMinor, card.vat),
              saving: money(saving.savingMinor, card.vat),
            })}
          </span>
        )}
        <Price product={{ ...card, id: 0 }} />
        <Button
          look="main"
          aria-label={t(contained > 0 ? 'upsell.replace_of' : 'cart.add_of', { name: card.name })}
          onClick={() => take(store, card, { productId, contained })}
        >
          {t(contained > 0 ? 'upsell.replace' : 'cart.add_short')}
        </Button>
      </div>
    </li>
  )
}

/** The line of the product that was added, as it is sold alone. */
const isAdded = (item: CartItem, productId: number) => item.product_id === productId && isPlainItem(item)

/** Adds the offer; the units of the product that it contains leave their own line. */
function take(
  store: Store,
  card: ProductCard,
  { productId, contained }: { productId: number; contained: number },
): void {
  const line = useShopState.getState().cart.items.find((item) => isAdded(item, productId))
  void addToCart(store, cartItemOf(card, 1, { upselling_bundle_id: productId }))
  if (line && contained > 0) void changeQuantity(store, line.uuid, Math.max(0, line.quantity - contained))
}

/** Null: there are none. Of an offer whose parts cannot be read, only the price is known. */
async function readOffers(store: Store, productId: number): Promise<Offer[] | null> {
  const answer = await callApi<ProductCard[] | null>(store, `products/${productId}/upselling`)
  if (!answer.ok || !answer.data) return null
  return Promise.all(
    answer.data.map(async (card) => {
      const details = await callApi<ProductDetails>(store, `products/${card.slug}`)
      return { card, parts: details.ok ? details.data.set_parts : [] }
    }),
  )
}
