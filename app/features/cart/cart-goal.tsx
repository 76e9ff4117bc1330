/**
 * A progress bar drawn as a battery: first towards the store's minimum order (MINORD-02), then towards free
 * delivery. Names the shipping method that becomes free, because not every one does.
 */
import type { CartItem } from '../../../contract/cart.ts'
import { minimumOrderSumMinor, type MinimumOrder } from '../../../domain/cart/minimum-order.ts'
import { formatMoney, type Minor, subtractMinor } from '../../../domain/money/money.ts'
import type { PricedCart } from '../../../domain/pricing/priced-cart.ts'
import { shippingPriceMinor, unitsToShip } from '../../../domain/shipping/shipping-methods.ts'
import { useGrossNote } from '../../state/use-gross-note.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { StoreDetails } from '../../state/store-details.server.ts'
import { useStoreDetails } from '../../state/use-store-details.ts'
import styles from './cart-goal.module.css'

/** Whether the method can carry the cart; a cart of gift cards alone is not shipped. */
function carriesCart(
  { id, maxUnits, maxWeightGrams }: Offer,
  { items, units, grams }: { items: readonly CartItem[]; units: number; grams: number },
): boolean {
  return (
    units > 0 &&
    units <= (maxUnits ?? units) &&
    grams <= (maxWeightGrams ?? grams) &&
    items.every(({ shipping }) => !shipping?.excluded_methods.includes(id))
  )
}

type Offer = StoreDetails['delivery'][number]

/**
 * Delivery of the cart: its lowest price, and of the methods that are free from some sum the one with the lowest sum.
 * Null or undefined where there is none.
 */
export function useCartDelivery(priced: PricedCart | null) {
  const offers = useStoreDetails().delivery
  const items = useShopState((state) => state.cart.items)
  if (priced === null) return { fromMinor: null, free: undefined }
  const units = unitsToShip(priced.lines)
  const grams = items.reduce(
    (sum, { shipping, quantity }) => sum + (shipping?.weight_grams ?? 0) * quantity,
    0,
  )
  const offered = offers.filter((offer) => carriesCart(offer, { items, units, grams }))
  const sumMinor = minimumOrderSumMinor(priced)
  const prices = offered.map((offer) => shippingPriceMinor(offer, sumMinor, grams))
  const [free] = offered
    .flatMap(({ name, freeFromMinor }) =>
      freeFromMinor === null ? [] : [{ name, fromMinor: freeFromMinor }],
    )
    .toSorted((a, b) => a.fromMinor - b.fromMinor)
  return { fromMinor: prices.toSorted((a, b) => a - b)[0] ?? null, free }
}

export function CartGoal({ minimum, priced }: { minimum: MinimumOrder; priced: PricedCart }) {
  const { sumMinor } = priced
  const t = useStrings()
  const gross = useGrossNote()
  const store = useStore()
  const money = (amount: Minor) => formatMoney(amount, store)
  const { free } = useCartDelivery(priced)
  if (minimum.shown && !minimum.reached) {
    return (
      <Charge label={t('cart.minimum_label')} percent={minimum.percent} state="low">
        {gross(
          t('cart.minimum_missing', {
            amount: money(minimum.missingMinor),
            minimum: money(store.minimumOrderMinor),
          }),
        )}
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
        : gross(t('cart.free_missing', { amount: money(missing), method: free.name }))}
    </Charge>
  )
}

/** Id of what is missing, in words. */
export const goalId = 'cart-goal'

interface ChargeProps {
  label: string
  percent: number
  state: 'low' | 'charging' | 'full'
  children: string
}

function Charge({ label, percent, state, children }: ChargeProps) {
  return (
    <div className={styles.goal} data-state={state}>
      {/* Read as the value of the progress bar. */}
      <p id={goalId} className={styles.text} aria-hidden="true">
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
