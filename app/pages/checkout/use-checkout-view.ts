/** A checkout as the page shows it: opened once, priced anew when the cart changes, always the newest answer. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import type { ApiAnswer } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutView } from './checkout-types.ts'
import { openCheckout, readCheckout, type CheckoutPhase } from './open-checkout.ts'

export interface ShownCheckout {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Shows an answer unless a newer one was asked for; a failed one leaves what is shown. */
  show(asked: Promise<ApiAnswer<CheckoutView>>): Promise<void>
  retry(): void
}

/** While `underWay` an order is being placed, and the cart may do as it likes. */
export function useCheckoutView(
  store: Store,
  id: string | undefined,
  underWay: RefObject<boolean>,
): ShownCheckout {
  const hydrated = useShopState((state) => state.hydrated)
  const items = useShopState((state) => state.cart.items)
  const syncing = useShopState((state) => state.syncStatus === 'running')
  const [opened, setOpened] = useState<{ phase: CheckoutPhase; view: CheckoutView | null }>(closed)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(0)
  /** The lines the view was last priced for. */
  const pricedItems = useRef(items)
  const { phase, view } = opened

  useEffect(() => {
    if (!hydrated) return
    let left = false
    void openCheckout(store, id).then((answer) => {
      if (left) return
      pricedItems.current = useShopState.getState().cart.items
      setOpened(answer)
      const { view: checkout } = answer
      if (checkout !== null)
        void import('../../state/shop-events.ts').then(({ tellCheckout }) => tellCheckout(store, checkout))
    })
    return () => {
      left = true
    }
  }, [hydrated, store, id, attempt])

  const show = async (asked: Promise<ApiAnswer<CheckoutView>>) => {
    const turn = ++latest.current
    const answer = await asked
    if (answer.ok && turn === latest.current) setOpened({ phase: 'open', view: answer.data })
  }

  const openId = phase === 'open' ? (view?.id ?? null) : null
  useEffect(() => {
    if (underWay.current || syncing || phase === 'loading' || pricedItems.current === items) return
    pricedItems.current = items
    if (items.length === 0) setOpened({ phase: 'empty', view: null })
    else if (openId === null) setAttempt((count) => count + 1)
    else void show(readCheckout(store, openId))
  }, [items, syncing, phase, openId, store, underWay])

  return {
    phase,
    view,
    show,
    retry: () => {
      setOpened(closed)
      setAttempt(attempt + 1)
    },
  }
}

const closed = { phase: 'loading', view: null } as const
