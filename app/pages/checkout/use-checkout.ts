/**
 * The checkout of this page: opened for the cart or found by its id, kept as the shopper fills it in, priced anew
 * when the cart changes, and placed once (CHECKOUT-02, 03, 10, 14). Nothing typed is lost when a call fails.
 */
import { useEffect, useRef, useState } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { callApi } from '../../state/api-client.ts'
import { emptyCartAfterOrder, syncCart } from '../../state/cart-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutForm, CheckoutView } from './checkout-types.ts'
import { createCheckout, openCheckout, readCheckout, type CheckoutPhase } from './open-checkout.ts'
import { refusalOf, type PlaceRefusal } from './place-refusal.ts'

export interface CheckoutSession {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Keeps part of the form; what a failed call did not keep goes along with the order. */
  keep(part: Partial<CheckoutForm>): Promise<void>
  /** Places the order; answers only when it was refused, otherwise the browser is on its way. */
  place(form: CheckoutForm): Promise<PlaceRefusal | null>
  placing: boolean
  retry(): void
}

/** What is never kept before the order: a secret, and a consent. */
function keepable(part: Partial<CheckoutForm>): Partial<CheckoutForm> {
  const { identityNumber: _secret, acceptTerms: _consent, ...rest } = part
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
}

export function useCheckout(store: Store, id: string | undefined): CheckoutSession {
  const hydrated = useShopState((state) => state.hydrated)
  const items = useShopState((state) => state.cart.items)
  const syncing = useShopState((state) => state.syncStatus === 'running')
  const [phase, setPhase] = useState<CheckoutPhase>('loading')
  const [view, setView] = useState<CheckoutView | null>(null)
  const [placing, setPlacing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  /** The order is being placed, or was. */
  const underWay = useRef(false)
  /** Counts calls whose answer is a view: only the newest one is shown. */
  const latest = useRef(0)
  /** The lines the view was last priced for. */
  const pricedItems = useRef(items)

  useEffect(() => {
    if (!hydrated) return
    let left = false
    void openCheckout(store, id).then((opened) => {
      if (left) return
      pricedItems.current = useShopState.getState().cart.items
      setPhase(opened.phase)
      setView(opened.view)
    })
    return () => {
      left = true
    }
  }, [hydrated, store, id, attempt])

  const checkoutId = view?.id ?? null
  useEffect(() => {
    if (underWay.current || syncing || phase === 'loading' || pricedItems.current === items) return
    pricedItems.current = items
    if (items.length === 0) setPhase('empty')
    else if (phase !== 'open' || checkoutId === null) setAttempt((count) => count + 1)
    else void show(readCheckout(store, checkoutId))
  }, [items, syncing, phase, checkoutId, store])

  return {
    phase,
    view,
    placing,
    retry: () => {
      setPhase('loading')
      setAttempt(attempt + 1)
    },
    keep: (part) => (view === null ? Promise.resolve() : show(keep(view.id, part))),
    async place(form) {
      if (view === null || underWay.current) return null
      underWay.current = true
      setPlacing(true)
      const { paymentMethod: _ours, ...body } = form
      const answer = await callApi<{ confirmation: string }>(store, `checkout/${view.id}/complete`, {
        method: 'POST',
        body: { ...body, servicePoint: form.servicePoint || null, total: view.total },
      })
      if (answer.ok) {
        emptyCartAfterOrder()
        location.assign(links.confirmation(store.code, answer.data.confirmation))
        return null
      }
      await catchUp(answer.status, form, view.id)
      underWay.current = false
      setPlacing(false)
      return refusalOf(answer)
    },
  }

  function keep(viewId: string, part: Partial<CheckoutForm>) {
    return callApi<CheckoutView>(store, `checkout/${viewId}`, { method: 'PATCH', body: keepable(part) })
  }

  async function show(asked: ReturnType<typeof readCheckout>): Promise<void> {
    const turn = ++latest.current
    const answer = await asked
    if (answer.ok && turn === latest.current) setView(answer.data)
  }

  /** Brings the page to what the server holds after it refused the order. */
  async function catchUp(status: number, form: CheckoutForm, viewId: string): Promise<void> {
    if (status === 404) {
      const created = await createCheckout(store)
      if (created.ok) await show(keep(created.data.id, form))
      return
    }
    if (status === 409) await syncCart(store)
    pricedItems.current = useShopState.getState().cart.items
    await show(readCheckout(store, viewId))
  }
}
