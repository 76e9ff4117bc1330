/**
 * A progress bar drawn as a battery: first towards the store's minimum order (MINORD-02), then towards free
 * delivery. Names the shipping method that becomes free, because not every one does.
 */
import type { CartItem } from '../../../contract/cart.ts'
import type { MinimumOrder } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, type Minor, subtractMinor } from '../../../domain/money/money.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { unitsToShip } from '../../../domain/shipping/shipping-methods.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { StoreDetails } from '../../state/store-details.server.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import styles from './cart-goal.module.css'

/**
 * Of the shipping methods that can carry the cart, the one that is free from the lowest sum; undefined if there is
 * none, or only gift cards are bought, which are not shipped.
 */
function firstFree(offers: StoreDetails['freeDelivery'], items: readonly CartItem[], units: number) {
  const grams = items.reduce(
    (sum, { shipping, quantity }) => sum + (shipping?.weight_grams ?? 0) * quantity,
    0,
  )
  return offers.find(
    ({ id, maxUnits, maxWeightGrams }) =>
      units > 0 &&
      units <= (maxUnits ?? units) &&
      grams <= (maxWeightGrams ?? grams) &&
      items.every(({ shipping }) => !shipping?.excluded_methods.includes(id)),
  )
}

export function CartGoal({ minimum, priced }: { minimum: MinimumOrder; priced: PricedCart }) {
  const { sumMinor } = priced
  const t = useStrings()
  const store = useStore()
  const money = (amount: Minor) => formatMoney(amount, store)
  const items = useShopState((state) => state.cart.items)
  const free = firstFree(useStoreDetails().freeDelivery, items, unitsToShip(priced.lines))
  if (minimum.shown && !minimum.reached) {
    return (
      <Charge label={t('cart.minimum_label')} percent={minimum.percent} state="low">
        {t('cart.minimum_missing', {
          amount: money(minimum.missingMinor),
          minimum: money(store.minimumOrderMinor),
        })}
      </Charge>
    )
  }
  if (!free) return null
  const missing = subtractMinor(free.fromMinor, sumMinor)
  const isFree = missing <= 0
  return (
    <Charge
      label={t('cart.free_label')}
      percent={isFree ? 100 : (sumMinor / free.fromMinor) * 100}
      state={isFree ? 'full' : 'charging'}
    >
      {isFree
        ? t('cart.free_reached', { method: free.name })
        : t('cart.free_missing', { amount: money(missing), method: free.name })}
    </Charge>
  )
}

interface ChargeProps {
  label: string
  percent: number
  state: 'low' | 'charging' | 'full'
  children: string
}

function Charge({ label, percent, state, children }: ChargeProps) {
  return (
    <div className={styles.goal} data-state={state}>
      <p className={styles.text}>
        <Icon name={state === 'full' ? 'check' : state === 'low' ? 'bolt' : 'truck'} size={18} />
        {children}
      </p>
      <div
        className={styles.battery}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        aria-valuetext={children}
      >
        <span className={styles.cell}>
          <span className={styles.charge} style={{ width: `${percent}%` }} />
        </span>
      </div>
    </div>
  )
}
