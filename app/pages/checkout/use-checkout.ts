/**
 * The checkout of this page: opened for the cart or found by its id, kept as the shopper fills it in, and placed
 * once (CHECKOUT-02, 03, 14). Nothing typed is lost when a call fails.
 */
import { useEffect, useRef, useState } from 'react'
import { clearCheckout } from '../../../domain/cart/cart.ts'
import { codesOf, noDiscounts } from '../../../domain/coupons/discount-state.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { callApi, type ApiAnswer } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutForm, CheckoutView, FieldErrors } from './checkout-types.ts'

export type CheckoutPhase = 'loading' | 'empty' | 'unavailable' | 'open'

export type PlaceRefusal =
  | { code: 'invalid_fields'; errors: FieldErrors }
  | { code: 'total_changed' | 'lines_changed' | 'below_minimum' | 'refused'; message: string | null }

export interface CheckoutSession {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Keeps part of the form; a failed call is told by the next one. */
  keep(part: Partial<CheckoutForm>): Promise<void>
  /** Places the order; answers only when it was refused, otherwise the browser is on its way. */
  place(form: CheckoutForm): Promise<PlaceRefusal | null>
  placing: boolean
  retry(): void
}

export function useCheckout(store: Store, id: string | undefined): CheckoutSession {
  const hydrated = useShopState((state) => state.hydrated)
  const [phase, setPhase] = useState<CheckoutPhase>('loading')
  const [view, setView] = useState<CheckoutView | null>(null)
  const [placing, setPlacing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const underWay = useRef(false)

  useEffect(() => {
    if (!hydrated) return
    let left = false
    void openCheckout(store, id).then((opened) => {
      if (left) return
      setPhase(opened.phase)
      setView(opened.view)
    })
    return () => {
      left = true
    }
  }, [hydrated, store, id, attempt])

  return {
    phase,
    view,
    placing,
    retry: () => {
      setPhase('loading')
      setAttempt(attempt + 1)
    },
    async keep(part) {
      if (view === null) return
      const answer = await callApi<CheckoutView>(store, `checkout/${view.id}`, {
        method: 'PATCH',
        body: part,
      })
      if (answer.ok) setView(answer.data)
    },
    async place(form) {
      if (view === null || underWay.current) return null
      underWay.current = true
      setPlacing(true)
      const answer = await callApi<{ confirmation: string }>(store, `checkout/${view.id}/complete`, {
        method: 'POST',
        body: { ...form, servicePoint: form.servicePoint || null, total: view.total },
      })
      if (answer.ok) {
        leaveFor(store, answer.data.confirmation)
        return null
      }
      underWay.current = false
      setPlacing(false)
      await refresh()
      return refusalOf(answer)
    },
  }

  async function refresh() {
    if (view === null) return
    const answer = await callApi<CheckoutView>(store, `checkout/${view.id}`)
    if (answer.ok) setView(answer.data)
  }
}

interface Opened {
  phase: CheckoutPhase
  view: CheckoutView | null
}

async function openCheckout(store: Store, id: string | undefined): Promise<Opened> {
  const { cart, discount } = useShopState.getState()
  if (id !== undefined) {
    const found = await callApi<CheckoutView>(store, `checkout/${encodeURIComponent(id)}`)
    if (found.ok && found.data.status !== 'open' && found.data.confirmation) {
      leaveFor(store, found.data.confirmation)
      return { phase: 'loading', view: null }
    }
    if (found.ok && isSameCart(found.data, cart.items)) {
      useShopState.setState((state) => ({ cart: { ...state.cart, checkoutID: found.data.id } }))
      return { phase: 'open', view: found.data }
    }
    if (!found.ok && found.status !== 404) return { phase: 'unavailable', view: null }
  }
  if (cart.items.length === 0) return { phase: 'empty', view: null }
  const created = await callApi<CheckoutView>(store, 'checkout', {
    method: 'POST',
    body: { items: cart.items, coupons: codesOf(discount), campaignData: cart.campaignData },
  })
  if (!created.ok) return { phase: 'unavailable', view: null }
  useShopState.setState((state) => ({ cart: { ...state.cart, checkoutID: created.data.id } }))
  history.replaceState(history.state, '', links.checkout(store.code, created.data.id))
  return { phase: 'open', view: created.data }
}

/** Whether a checkout still holds what the cart holds; otherwise a new one is opened for the cart. */
function isSameCart(view: CheckoutView, items: readonly { sku: string; quantity: number }[]): boolean {
  const contents = (lines: readonly { sku: string; quantity: number }[]) =>
    lines
      .map(({ sku, quantity }) => `${sku}×${quantity}`)
      .sort()
      .join()
  return items.length === 0 || contents(view.items) === contents(items)
}

/** The order stands: cart, codes and checkout are emptied and the confirmation is shown (CHECKOUT-11). */
function leaveFor(store: Store, token: string): void {
  useShopState.setState((state) => ({
    cart: { ...clearCheckout(state.cart), items: [] },
    discount: noDiscounts(),
  }))
  location.assign(links.confirmation(store.code, token))
}

function refusalOf(answer: Extract<ApiAnswer<unknown>, { ok: false }>): PlaceRefusal {
  const code = (answer.data as { code?: string } | null)?.code
  if (answer.status === 422 && Object.keys(answer.errors).length > 0)
    return { code: 'invalid_fields', errors: answer.errors }
  if (code === 'total_changed' || code === 'lines_changed' || code === 'below_minimum')
    return { code, message: answer.message }
  return { code: 'refused', message: answer.message }
}
