/** What is being bought and what it comes to, VAT named per rate; folded on a phone (VAT-10). */
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { showCart } from '../../state/cart-actions.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CheckoutView } from './checkout-types.ts'
import styles from './checkout.module.css'

export function CheckoutSummary({ view, chosen }: { view: CheckoutView; chosen: boolean }) {
  const t = useStrings()
  const store = useStore()
  const money = (major: number) => formatMoney(toMinor(major), store)
  return (
    <aside className={styles.summary} aria-label={t('checkout.summary')}>
      <details open>
        <summary>
          <h2>{t('checkout.summary')}</h2>
          <strong>{money(view.total)}</strong>
        </summary>
        <ul className={styles.lines}>
          {view.items.map((item) => (
            <li key={item.uuid}>
              <img src={item.thumb?.url ?? '/favicon.svg'} width={56} height={56} alt="" />
              <span>
                {item.name}
                <span className={styles.hint}>
                  {item.quantity} × {money(item.price)}
                </span>
                {(item.cart_notice || item.adjusted_quantity) && (
                  <Notice look="warning">{item.cart_notice ?? t('product.adjusted_quantity')}</Notice>
                )}
              </span>
              <span className={styles.price}>{formatMoney(toMinor(item.price) * item.quantity, store)}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.sums}>
          {view.discounts.map((discount) => (
            <div key={discount.code}>
              <dt>{discount.label}</dt>
              <dd>−{money(discount.amount)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('checkout.items_sum')}</dt>
            <dd>{money(view.sum)}</dd>
          </div>
          <div>
            <dt>{t('checkout.shipping')}</dt>
            <dd>
              {!chosen
                ? t('checkout.choose_shipping')
                : view.shipping === 0
                  ? t('checkout.free')
                  : money(view.shipping)}
            </dd>
          </div>
          <div className={styles.total}>
            <dt>{t('checkout.total')}</dt>
            <dd data-checkout-total>{money(view.total)}</dd>
          </div>
          {view.vat_rates.map((rate) => (
            <div key={rate.vat} className={styles.hint}>
              <dt>{t('checkout.vat_at', { rate: rate.vat })}</dt>
              <dd>{formatMoney(toMinor(rate.vat_amount), store, { vat: false })}</dd>
            </div>
          ))}
        </dl>
        <Button size="small" onClick={() => showCart(true)}>
          {t('checkout.change_cart')}
        </Button>
      </details>
    </aside>
  )
}
