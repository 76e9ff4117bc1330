/** The mini cart: lines, codes, what it comes to, the way to checkout (CART-21, CHROME-21). */
import { useState } from 'react'
import { minimumOrderSumMinor } from '../../domain/cart/price-cart-lines.ts'
import { minimumOrder } from '../../domain/cart/minimum-order.ts'
import type { CartItem } from '../../domain/cart/cart-item.ts'
import { formatMoney } from '../../domain/money/money.ts'
import { links } from '../links.ts'
import { restoreLines, syncCart } from '../state/cart-actions.ts'
import { useShopState } from '../state/shop-state.ts'
import { useStore, useStrings } from '../state/strings.tsx'
import { useCartPrice } from '../state/use-cart-price.ts'
import { useVatIncluded } from '../state/use-vat.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { CartCodes } from './cart-codes.tsx'
import { CartCrossSelling } from './cart-cross-selling.tsx'
import { CartLine } from './cart-line.tsx'
import { MinimumOrderBar } from './minimum-order-bar.tsx'
import { StoreChanges } from './store-changes.tsx'
import styles from './cart-panel.module.css'

export default function CartPanel() {
  const t = useStrings()
  const store = useStore()
  const { items, priced, lineOf } = useCartPrice()
  const failed = useShopState((state) => state.syncStatus === 'failed')
  const [removed, setRemoved] = useState<{ name: string; before: CartItem[] } | null>(null)
  return (
    <div className={styles.panel}>
      <StoreChanges />
      {removed && (
        <Notice role="status">
          {t('cart.removed', { name: removed.name })}{' '}
          <button
            type="button"
            className={styles.linkButton}
            onClick={() => {
              void restoreLines(store, removed.before)
              setRemoved(null)
            }}
          >
            {t('cart.undo')}
          </button>
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
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          <ul className={styles.lines}>
            {items.map((item) => (
              <CartLine
                key={item.uuid}
                item={item}
                line={lineOf(item.uuid)}
                onRemove={() => setRemoved({ name: item.name, before: items })}
              />
            ))}
          </ul>
          <CartCrossSelling />
          <CartCodes />
          <CartTotals />
        </>
      )}
    </div>
  )

  function CartTotals() {
    const vat = useVatIncluded()
    const minimum = minimumOrder(minimumOrderSumMinor(priced), store.minimumOrderMinor)
    const money = (minor: number) => formatMoney(minor, store, { vat })
    return (
      <div className={styles.totals}>
        {minimum.shown && <MinimumOrderBar minimum={minimum} store={store} />}
        <dl className={styles.sums}>
          {priced.deductions.map((deduction) => (
            <div key={deduction.code}>
              <dt>{deduction.label}</dt>
              <dd>−{money(vat ? deduction.amountMinor : deduction.amountMinor - deduction.vatMinor)}</dd>
            </div>
          ))}
          <div className={styles.sum}>
            <dt>{t(vat ? 'cart.sum' : 'cart.sum_ex_vat')}</dt>
            <dd data-cart-sum>{money(vat ? priced.sumMinor : priced.sumExVatMinor)}</dd>
          </div>
          {vat && (
            <div className={styles.vat}>
              <dt>{t('cart.vat_in')}</dt>
              <dd>{formatMoney(priced.vatMinor, store, { vat: false })}</dd>
            </div>
          )}
        </dl>
        {minimum.reached ? (
          <ButtonLink look="main" size="large" wide href={links.checkout(store.code)}>
            {t('cart.to_checkout')}
          </ButtonLink>
        ) : (
          <Button look="main" size="large" wide disabled>
            {t('cart.to_checkout')}
          </Button>
        )}
      </div>
    )
  }
}

function EmptyCart() {
  const t = useStrings()
  const store = useStore()
  return (
    <EmptyState title={<h3>{t('cart.empty')}</h3>} text={t('cart.empty_text')}>
      <ButtonLink look="main" href={links.home(store.code)}>
        {t('cart.way_batteries')}
      </ButtonLink>
      <ButtonLink href={links.search(store.code, '')}>{t('cart.way_search')}</ButtonLink>
      <ButtonLink href={links.page(store.code, 'customer-service')}>{t('cart.way_help')}</ButtonLink>
    </EmptyState>
  )
}
