/** The mini cart: lines, codes, totals, link to checkout (CART-21, CHROME-21). */
import { useEffect, useRef, useState } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { links } from '../../links.ts'
import { syncCart } from '../../state/cart-actions.ts'
import { restoreLine } from '../../state/cart-line-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import { carryCartInto, useIsForeignCart } from '../../state/store-changes.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useCartPrice } from '../../state/use-cart-price.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CartBlocks } from './cart-blocks.tsx'
import { CartCodes } from './cart-codes.tsx'
import { CartCrossSelling } from './cart-cross-selling.tsx'
import type { TakenOut } from './cart-line-action.tsx'
import { CartLine } from './cart-line.tsx'
import { CartSums, CartTotals } from './cart-totals.tsx'
import { StoreChanges } from './store-changes.tsx'
import { UnknownSkus } from './unknown-skus.tsx'
import styles from './cart-panel.module.css'

/** The line that was just removed. */
interface Removed {
  item: CartItem
  place: number
  /** What a module has done with it; null: it was removed. */
  done: TakenOut | null
}

export default function CartPanel() {
  const t = useStrings()
  const store = useStore()
  const { items, priced, lineOf } = useCartPrice()
  const foreign = useIsForeignCart()
  const failed = useShopState((state) => state.syncStatus === 'failed')
  const gone = useShopState((state) => state.removedLines)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [addedSku, setAddedSku] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  // The button that had the focus goes with a line that is removed, and with what puts one into the cart.
  useEffect(() => {
    const wanted = removed
      ? '[data-removed]'
      : addedSku === null
        ? null
        : `[data-line="${CSS.escape(addedSku)}"] a`
    if (wanted !== null)
      panel.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: removed !== null })
  }, [removed, addedSku])
  const remove = (line: Removed) => {
    setRemoved(line)
    setAddedSku(null)
  }
  // Another tab may have moved the cart to another store.
  useEffect(() => {
    if (foreign) void carryCartInto(store)
  }, [foreign, store])
  return (
    <div ref={panel} className={styles.panel}>
      <div className={styles.scrolled}>
        <StoreChanges />
        <div className={styles.notices}>
          <UnknownSkus />
          {gone > 0 && (
            <Notice look="warning" role="status">
              {t('cart.gone', { count: gone })}
            </Notice>
          )}
          {failed && (
            <Notice look="warning" role="alert">
              {t('cart.sync_failed')}{' '}
              <button type="button" className={styles.linkButton} onClick={() => void syncCart(store)}>
                {t('cart.retry')}
              </button>
            </Notice>
          )}
          {removed && (
            <div data-removed tabIndex={-1} role="group" aria-labelledby="removed-line">
              <Notice>
                <span id="removed-line">
                  {t(removed.done?.text ?? 'cart.removed', { name: removed.item.name })}
                </span>{' '}
                <button
                  type="button"
                  className={styles.linkButton}
                  onClick={() => {
                    void restoreLine(store, removed.item, removed.place)
                    removed.done?.undo()
                    setRemoved(null)
                    setAddedSku(removed.item.sku)
                  }}
                >
                  {t('cart.undo')}
                </button>
              </Notice>
            </div>
          )}
        </div>
        {items.length === 0 ? (
          <EmptyCart />
        ) : (
          <>
            <ul className={styles.lines}>
              {items.map((item, place) => (
                <CartLine
                  key={item.uuid}
                  item={item}
                  line={foreign ? undefined : lineOf(item.uuid)}
                  onRemove={(done) => remove({ item, place, done })}
                />
              ))}
            </ul>
            <CartBlocks lines={items} />
            <CartCrossSelling
              onAdd={(sku) => {
                setRemoved(null)
                setAddedSku(sku)
              }}
            />
            <CartCodes />
            <CartSums priced={foreign ? null : priced} />
          </>
        )}
      </div>
      {items.length > 0 && <CartTotals priced={foreign ? null : priced} />}
    </div>
  )
}

/** An empty cart offers three links. */
function EmptyCart() {
  const t = useStrings()
  const store = useStore()
  return (
    <EmptyState title={<h3>{t('cart.empty')}</h3>} text={t('cart.empty_text')}>
      <ButtonLink look="main" href={links.home(store.code)}>
        {t('cart.way_batteries')}
      </ButtonLink>
      <ButtonLink href={links.search(store.code, '')}>{t('cart.way_search')}</ButtonLink>
      <ButtonLink href={links.page(store.code, servicePages.customerService)}>
        {t('cart.way_help')}
      </ButtonLink>
    </EmptyState>
  )
}
