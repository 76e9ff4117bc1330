/**
 * The state the browser stores under the one key `bex05`: cart, discount, auth, history (CART-19, CONST-07).
 * The rules are pure functions of the domain; this file only holds and persists the state. It is read after
 * hydration, so that the first render matches the server's.
 */
import { create } from 'zustand'
import { noDiscounts } from '../../domain/coupons/no-discounts.ts'
import { emptyCart } from './cart-state.ts'
import { readHistory, readStoredState, type StoredState, type ViewedProduct } from './stored-state.ts'

/** The only key the browser state is stored under (CONST-07). */
const persistenceKey = 'bex05'

export interface ShopState extends StoredState {
  /** Whether `bex05` has been read; until then the page shows what the server rendered. */
  hydrated: boolean
  /** `failed`: the last sync failed, the cart is unchanged. */
  syncStatus: 'idle' | 'running' | 'failed'
  /** Lines the last sync removed because the store does not sell them. */
  removedLines: number
  /** Article numbers of the address that the store does not sell, until the message about them is closed. */
  unknownSkus: readonly string[]
  /** Discount codes of the address that this page was opened with, until the message about them is closed. */
  landedCodes: readonly string[]
}

export const useShopState = create<ShopState>()(() => ({
  cart: emptyCart(),
  discount: noDiscounts(),
  auth: { strategy: 'account', user: null },
  history: readHistory({}),
  hydrated: false,
  syncStatus: 'idle',
  removedLines: 0,
  unknownSkus: [],
  landedCodes: [],
}))

/** Nothing is written before the stored state has been read: that would overwrite it. */
let mayWrite = false

/** Writes exactly the four parts. Open panels are not stored: they belong to this tab and this visit. */
function remember({ cart, discount, auth, history }: ShopState): void {
  if (!mayWrite) return
  const stored: StoredState = {
    cart: { ...cart, open: false, openUpselling: null },
    discount,
    auth,
    history,
  }
  try {
    localStorage.setItem(persistenceKey, JSON.stringify(stored))
  } catch {
    // Storage full or forbidden: the shop works without it.
  }
}

/** Loads the stored state; a value that cannot be parsed counts as none. */
function recall(): void {
  try {
    const kept = readStoredState(JSON.parse(localStorage.getItem(persistenceKey) ?? 'null'))
    if (kept === null) return
    useShopState.setState(({ cart: { open, openUpselling } }) => ({
      ...kept,
      cart: { ...kept.cart, open, openUpselling },
    }))
  } catch {
    // Storage is forbidden, or the value was written by other code.
  }
}

useShopState.subscribe(remember)

/** Reads `bex05` and follows the changes of other tabs. Returns a function that stops following. */
export function startShopState(vatIncluded: boolean): () => void {
  const seen = useShopState.getState().history.items
  mayWrite = true
  recall()
  // The cookie decided what the server rendered, so it overrides the stored value (design, section 4).
  useShopState.setState(({ cart, history }) => ({
    hydrated: true,
    cart: { ...cart, vat: vatIncluded },
    // A page may record its view before the stored list is read.
    history:
      seen.length > 0 && !useShopState.getState().hydrated
        ? { ...history, items: [...seen, ...without(history.items, seen)] }
        : history,
  }))
  const follow = (event: StorageEvent) => {
    if (event.key === persistenceKey) recall()
  }
  // A page restored from the back/forward cache missed the changes of other tabs.
  const restore = (event: PageTransitionEvent) => {
    if (event.persisted) recall()
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', restore)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pageshow', restore)
  }
}

const without = (items: readonly ViewedProduct[], others: readonly ViewedProduct[]) =>
  items.filter(({ sku }) => !others.some((other) => other.sku === sku))
