/**
 * What the browser remembers under the one key `bex05`: cart, discount, auth, history (CART-19, CONST-07). The
 * rules are pure functions of the domain; this file only holds and persists. Read after hydration, so that the
 * first picture is the server's.
 */
import { create } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import type { ProductPrices } from '../../domain/catalogue/product.ts'
import { emptyCart, type CartState } from '../../domain/cart/cart.ts'
import { noDiscounts, type DiscountState } from '../../domain/coupons/discount-state.ts'

/** CONST-07. */
export const persistenceKey = 'bex05'

/** ENTITY-37. */
export interface ViewedProduct {
  sku: string
  name: string
  slug: string
  thumb: { url: string; width: number; height: number } | null
  prices: ProductPrices
  vat: number
}

export interface AuthState {
  strategy: 'account' | 'order'
  /** Who is logged in; tokens are in HttpOnly cookies, never here. */
  user: { scope: string | null; order_id: string | null; discount: Record<string, number> } | null
}

/** The four parts that are stored. */
export interface StoredState {
  cart: CartState
  discount: DiscountState
  auth: AuthState
  history: { items: ViewedProduct[] }
}

export interface ShopState extends StoredState {
  /** Whether `bex05` has been read; until then the page shows what the server rendered. */
  hydrated: boolean
  /** `failed`: the last sync did not reach the server, the cart is as the shopper left it. */
  syncStatus: 'idle' | 'running' | 'failed'
}

/** bex05 holds exactly the four parts; a stored value that cannot be read counts as none. */
const storage: PersistStorage<StoredState> = {
  getItem(name) {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
      return isStoredState(stored) ? { state: stored } : null
    } catch {
      return null
    }
  },
  setItem(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value.state))
    } catch {
      // Storage full or forbidden: the shop works on without memory.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}

export const useShopState = create<ShopState>()(
  persist(
    (): ShopState => ({
      cart: emptyCart(),
      discount: noDiscounts(),
      auth: { strategy: 'account', user: null },
      history: { items: [] },
      hydrated: false,
      syncStatus: 'idle',
    }),
    {
      name: persistenceKey,
      storage,
      skipHydration: true,
      partialize: ({ cart, discount, auth, history }) => ({ cart, discount, auth, history }),
      // A panel that was open when the page was left is not open when it is found again.
      merge: (stored, current) => {
        const kept = (stored ?? {}) as Partial<StoredState>
        return {
          ...current,
          ...kept,
          cart: { ...current.cart, ...kept.cart, open: false, openUpselling: null },
        }
      },
    },
  ),
)

/** Reads `bex05` and follows the changes of other tabs. Answers the way to stop following. */
export function startShopState(vatIncluded: boolean): () => void {
  void useShopState.persist.rehydrate()
  // The cookie decided what the server rendered, so it wins over what was stored (design, section 4).
  useShopState.setState((state) => ({ hydrated: true, cart: { ...state.cart, vat: vatIncluded } }))
  const follow = (event: StorageEvent) => {
    if (event.key !== persistenceKey) return
    const { open, openUpselling } = useShopState.getState().cart
    void useShopState.persist.rehydrate()
    useShopState.setState((state) => ({ cart: { ...state.cart, open, openUpselling } }))
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function isStoredState(value: unknown): value is StoredState {
  if (typeof value !== 'object' || value === null) return false
  const { cart, discount, history } = value as Partial<StoredState>
  return Array.isArray(cart?.items) && Array.isArray(discount?.items) && Array.isArray(history?.items)
}
