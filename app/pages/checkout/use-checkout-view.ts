/**
 * The checkout as the page shows it: opened once, priced again when the cart changes, always the newest
 * answer.
 */
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import type { ApiAnswer } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { openCheckout, type CheckoutPhase } from './open-checkout.ts'
import { readSettledCheckout } from './read-settled-checkout.ts'

export interface ShownCheckout {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Shows an answer unless a newer one was requested; a failed one leaves the page unchanged. */
  show(asked: Promise<ApiAnswer<CheckoutView>>): Promise<void>
  /** The cart is changing, and the displayed prices are not for it yet. */
  repricing: boolean
  retry(): void
}

/**
 * While `inFlight` an order is being placed, and changes of the cart are ignored. The checkout is read again
 * only after the pending saves have ended (`idle`): an answer before that could lack what was just filled in.
 */
export function useCheckoutView(
  store: Store,
  id: string | undefined,
  { inFlight, idle }: { inFlight: RefObject<boolean>; idle: () => Promise<void> },
): ShownCheckout {
  const hydrated = useShopState((state) => state.hydrated)
  const items = useShopState((state) => state.cart.items)
  const syncing = useShopState((state) => state.syncStatus === 'running')
  const [opened, setOpened] = useState<{ phase: CheckoutPhase; view: CheckoutView | null }>(closed)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(0)
  /** The lines of the latest request. */
  const askedItems = useRef(items)
  /** The lines of the latest answer. */
  const [answeredItems, setAnsweredItems] = useState(items)
  const { phase, view } = opened

  useEffect(() => {
    if (!hydrated) return
    let left = false
    void openCheckout(store, id).then((answer) => {
      if (left) return
      askedItems.current = useShopState.getState().cart.items
      setAnsweredItems(askedItems.current)
      setOpened(answer)
      const { view: checkout } = answer
      if (checkout !== null)
        void import('../../state/shop-events.ts').then(({ trackCheckout }) => trackCheckout(store, checkout))
    })
    return () => {
      left = true
    }
  }, [hydrated, store, id, attempt])

  const show = async (asked: Promise<ApiAnswer<CheckoutView>>) => {
    const turn = ++latest.current
    const { items: asItWas } = useShopState.getState().cart
    const answer = await asked
    if (turn !== latest.current) return
    setAnsweredItems(asItWas)
    if (answer.ok) setOpened({ phase: 'open', view: answer.data })
  }

  const openId = phase === 'open' ? (view?.id ?? null) : null
  useEffect(() => {
    if (inFlight.current || syncing || phase === 'loading' || askedItems.current === items) return
    askedItems.current = items
    if (items.length === 0) setOpened({ phase: 'empty', view: null })
    else if (openId === null) setAttempt((count) => count + 1)
    else void show(idle().then(() => readSettledCheckout(store, openId)))
  }, [items, syncing, phase, openId, store, inFlight, idle])

  return {
    phase,
    view,
    show,
    repricing: syncing || answeredItems !== items,
    retry: () => {
      setOpened(closed)
      setAttempt(attempt + 1)
    },
  }
}

const closed = { phase: 'loading', view: null } as const
