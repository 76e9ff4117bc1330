/** How near the cart is to the store's minimum order: a battery that charges (MINORD-02). */
import type { MinimumOrder } from '../../domain/cart/minimum-order.ts'
import { formatMoney } from '../../domain/money/money.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { useStrings } from '../state/strings.tsx'
import styles from './cart-panel.module.css'

export function MinimumOrderBar({ minimum, store }: { minimum: MinimumOrder; store: Store }) {
  const t = useStrings()
  const money = (minor: number) => formatMoney(minor, store)
  return (
    <div className={styles.minimum}>
      <div
        className={styles.battery}
        role="progressbar"
        aria-label={t('cart.minimum_label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(minimum.percent)}
      >
        <span
          className={styles.charge}
          style={{ width: `${minimum.percent}%` }}
          data-full={minimum.reached}
        />
      </div>
      <p className={styles.note}>
        {minimum.reached
          ? t('cart.minimum_reached')
          : t('cart.minimum_missing', {
              amount: money(minimum.missingMinor),
              minimum: money(store.minimumOrderMinor),
            })}
      </p>
    </div>
  )
}
