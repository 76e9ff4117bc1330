/**
 * What the browser remembers under the one key `bex05`: cart, discount, auth, history (CART-19, CONST-07). The
 * rules are pure functions of the domain; this file only holds and persists. Read after hydration, so that the
 * first picture is the server's.
 */
import { create } from 'zustand'
import { emptyCart } from './cart-state.ts'
import { noDiscounts, readStoredState, type StoredState, type ViewedProduct } from './stored-state.ts'

/** CONST-07. */
const persistenceKey = 'bex05'

export interface ShopState extends StoredState {
  /** Whether `bex05` has been read; until then the page shows what the server rendered. */
  hydrated: boolean
  /** `failed`: the last sync did not reach the server, the cart is as the shopper left it. */
  syncStatus: 'idle' | 'running' | 'failed'
  /** Lines the last sync left out because the store does not sell them. */
  removedLines: number
}

export const useShopState = create<ShopState>()(() => ({
  cart: emptyCart(),
  discount: noDiscounts(),
  auth: { strategy: 'account', user: null },
  history: { items: [], devices: [] },
  hydrated: false,
  syncStatus: 'idle',
  removedLines: 0,
}))

/** Nothing is written before what was stored has been read: it would be lost. */
let mayWrite = false

/** Writes exactly the four parts. A panel that is open here is open in no other tab, nor when the page is found again. */
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
    // Storage full or forbidden: the shop works on without memory.
  }
}

/** Takes over what is stored; a value that cannot be read counts as none. */
function recall(): void {
  try {
    const kept = readStoredState(JSON.parse(localStorage.getItem(persistenceKey) ?? 'null'))
    if (kept === null) return
    useShopState.setState(({ cart: { open, openUpselling } }) => ({
      ...kept,
      cart: { ...kept.cart, open, openUpselling },
    }))
  } catch {
    // Storage forbidden, or written by somebody else.
  }
}

useShopState.subscribe(remember)

/** Reads `bex05` and follows the changes of other tabs. Answers the way to stop following. */
export function startShopState(vatIncluded: boolean): () => void {
  const seen = useShopState.getState().history.items
  mayWrite = true
  recall()
  // The cookie decided what the server rendered, so it wins over what was stored (design, section 4).
  useShopState.setState(({ cart, history }) => ({
    hydrated: true,
    cart: { ...cart, vat: vatIncluded },
    // Pages say that they were seen before the stored list is read.
    history:
      seen.length > 0 && !useShopState.getState().hydrated
        ? { ...history, items: [...seen, ...without(history.items, seen)] }
        : history,
  }))
  const follow = (event: StorageEvent) => {
    if (event.key === persistenceKey) recall()
  }
  // A page that comes back from the browser's memory missed what other tabs did meanwhile.
  const wake = (event: PageTransitionEvent) => {
    if (event.persisted) recall()
  }
  addEventListener('storage', follow)
  addEventListener('pageshow', wake)
  return () => {
    removeEventListener('storage', follow)
    removeEventListener('pageshow', wake)
  }
}

const without = (items: readonly ViewedProduct[], others: readonly ViewedProduct[]) =>
  items.filter(({ sku }) => !others.some((other) => other.sku === sku))
