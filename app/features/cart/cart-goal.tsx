/**
 * A progress bar drawn as a battery: first towards the store's minimum order (MINORD-02), then towards free
 * delivery. Names the shipping method that becomes free, because not every one does.
 */
import type { MinimumOrder } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, type Minor, subtractMinor } from '../../../domain/money/money.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { simpleConsignment, type Consignment } from '../../../domain/shipping/consignment.ts'
import { canCarry, unitsToShip } from '../../../domain/shipping/shipping-methods.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { StoreDetails } from '../../state/store-details.server.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import styles from './cart-goal.module.css'

/**
 * Of the shipping methods that can carry this consignment, the one with the lowest free-delivery threshold;
 * null if only gift cards are bought, which are not shipped.
 */
function firstFree(offers: StoreDetails['freeDelivery'], goods: Consignment) {
  if (goods.units === 0) return null
  return (
    offers.filter((method) => canCarry(method, goods)).toSorted((a, b) => a.fromMinor - b.fromMinor)[0] ??
    null
  )
}

export function CartGoal({ minimum, priced }: { minimum: MinimumOrder; priced: PricedCart }) {
  const { sumMinor } = priced
  const t = useStrings()
  const store = useStore()
  const money = (amount: Minor) => formatMoney(amount, store)
  const starterBatteries = useShopState((state) =>
    state.cart.items.some((item) => item.starter_battery === true),
  )
  const goods = simpleConsignment(unitsToShip(priced.lines), starterBatteries ? ['lead_acid_wet'] : [])
  const free = firstFree(useStoreDetails().freeDelivery, goods)
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
  if (free === null) return null
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
