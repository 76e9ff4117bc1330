/** The checkout of this page: kept as the shopper fills it in, and placed once (CHECKOUT-02, 03, 10, 14). */
import { useRef, useState } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { callApi } from '../../state/api-client.ts'
import { emptyCartAfterOrder, syncCart } from '../../state/cart-actions.ts'
import type { CheckoutForm, CheckoutView, RejectedGiftCard } from './checkout-types.ts'
import { createCheckout, readCheckout, type CheckoutPhase } from './open-checkout.ts'
import { refusalOf, type PlaceRefusal } from './place-refusal.ts'
import { useCheckoutView, type ShownCheckout } from './use-checkout-view.ts'

export interface CheckoutSession {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Keeps part of the form; what a failed call did not keep goes along with the order. */
  keep(part: Partial<CheckoutForm>): Promise<void>
  /** Places the order; answers only when it was refused, otherwise the browser is on its way. */
  place(form: CheckoutForm): Promise<PlaceRefusal | null>
  placing: boolean
  retry(): void
  /** Pays with exactly these gift cards, codes or ids; answers those that cannot pay, null where nothing was answered. */
  payWith(cards: readonly string[]): Promise<RejectedGiftCard[] | null>
}

export function useCheckout(store: Store, id: string | undefined): CheckoutSession {
  const underWay = useRef(false)
  const [placing, setPlacing] = useState(false)
  const { phase, view, show, retry } = useCheckoutView(store, id, underWay)
  return {
    phase,
    view,
    placing,
    retry,
    keep: (part) => (view === null ? Promise.resolve() : show(keep(store, view.id, part))),
    async payWith(giftCardCodes) {
      if (view === null) return null
      const asked = callApi<CheckoutView>(store, `checkout/${view.id}`, {
        method: 'PATCH',
        body: { giftCardCodes },
      })
      await show(asked)
      const answer = await asked
      return answer.ok ? answer.data.rejected_gift_cards : null
    },
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
      await catchUp(store, answer.status, form, view.id, show)
      underWay.current = false
      setPlacing(false)
      return refusalOf(answer)
    },
  }
}

/** What is never kept before the order: a secret, and a consent. */
function keep(store: Store, checkoutId: string, part: Partial<CheckoutForm>) {
  const { identityNumber: _secret, acceptTerms: _consent, ...rest } = part
  const body = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  return callApi<CheckoutView>(store, `checkout/${checkoutId}`, { method: 'PATCH', body })
}

/** Brings the page to what the server holds after it refused the order; a checkout that is gone is opened anew. */
async function catchUp(
  store: Store,
  status: number,
  form: CheckoutForm,
  checkoutId: string,
  show: ShownCheckout['show'],
): Promise<void> {
  if (status === 404) {
    const created = await createCheckout(store)
    if (created.ok) await show(keep(store, created.data.id, form))
    return
  }
  if (status === 409) await syncCart(store)
  await show(readCheckout(store, checkoutId))
}
