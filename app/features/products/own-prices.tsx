/**
 * The logged-in shopper's own prices: those agreed with their company, asked for in one request for all products that are
 * shown, and the note on a customer's percentage. Loaded only for logged-in shoppers.
 */
import { useEffect, useSyncExternalStore, type ComponentType } from 'react'
import type { OwnPricesAnswer } from '../../../contract/own-prices.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callApi } from '../../state/api-client.ts'
import { reductionBadge } from '../../../domain/pricing/tiers.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useOwnPercent, type Priced, type PricedProps } from './price.tsx'
import styles from './price.module.css'

type Prices = Priced['prices']

/** After this time a price is asked for again. */
const freshMs = 300_000
/** Most products of one request (contract/own-prices.ts). */
const mostPerRequest = 200

const prices = new Map<string, Prices>()
const askedAt = new Map<string, number>()
const waiting = new Set<number>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for the price of a product together with all others that are asked for in the same moment. */
function ask(store: Store, id: number): void {
  const key = keyOf(store, id)
  if (Date.now() - (askedAt.get(key) ?? 0) < freshMs) return
  askedAt.set(key, Date.now())
  if (waiting.size === 0) queueMicrotask(() => void askWaiting(store))
  waiting.add(id)
}

const keyOf = ({ code }: Store, id: number): string => `${code} ${id}`

/** Without an answer the general prices stay; the cart has the right ones. */
async function askWaiting(store: Store): Promise<void> {
  const ids = [...waiting]
  waiting.clear()
  for (let start = 0; start < ids.length; start += mostPerRequest) {
    const some = ids.slice(start, start + mostPerRequest)
    const answer = await callApi<OwnPricesAnswer>(store, 'own-prices', { query: { ids: some.join(',') } })
    if (!answer.ok) continue
    for (const id of some) prices.delete(keyOf(store, id))
    for (const { id, tiers } of answer.data)
      prices.set(keyOf(store, id), { n: tiers.map(({ q, p }) => ({ q, p, o: null, d: 0 })), c: [] })
  }
  for (const listener of listeners) listener()
}

/** `view`: what shows the price. */
export default function OwnPrices({
  view: View,
  ...props
}: PricedProps & { view: ComponentType<PricedProps> }) {
  const t = useStrings()
  const store = useStore()
  const { product, bare = false, quantity, size } = props
  // Not below a table of tiers, nor where the price is repeated.
  const isMarked = !bare && (quantity === undefined || size !== undefined)
  const { id, variations } = product
  const isMember = useShopState(({ auth }) => Boolean(auth.user?.company))
  const percent = useOwnPercent()(product)
  // A parent is not sold itself.
  const canBeOwn = variations.length === 0 && id > 0 && isMember
  useEffect(() => {
    if (canBeOwn) ask(store, id)
  }, [store, id, canBeOwn])
  const own = useSyncExternalStore(subscribe, () => prices.get(keyOf(store, id)) ?? null)
  if (own === null || !canBeOwn) {
    return (
      <>
        <View {...props} />
        {percent > 0 && isMarked && (
          <span className={styles.note}>
            {t('why.customer')} {reductionBadge(percent, store)}
          </span>
        )}
      </>
    )
  }
  const price = (
    <>
      {isMarked && <span className={styles.note}>{t('price.yours')}</span>}
      <View
        {...props}
        product={{
          ...product,
          prices: own,
          discount_category: null,
          lowest_30_days: null,
          unit_price: null,
        }}
      />
    </>
  )
  // On the product page each child is a row of its own.
  return size === 'large' ? <div>{price}</div> : price
}
