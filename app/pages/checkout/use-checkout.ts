/** The checkout of this page: saved as the shopper fills it in, and placed once (CHECKOUT-02, 03, 10, 14). */
import { useRef, useState } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import { orderLinks } from '../../order-links.ts'
import { callApi } from '../../state/api-client.ts'
import { syncCart } from '../../state/cart-actions.ts'
import { emptyCartAfterOrder } from '../../state/empty-cart-after-order.ts'
import type { CheckoutView, CompletedAnswer, RejectedGiftCard } from '../../../contract/checkout.ts'
import { optionalFields } from './checkout-fields.ts'
import type { CheckoutForm } from './checkout-types.ts'
import type { OrderApproval } from './order-approval.ts'
import { createUpdateQueue } from './update-queue.ts'
import { createCheckout, readCheckout, type CheckoutPhase } from './open-checkout.ts'
import type { MountedEmbed } from '../../features/payment-embeds/payment-embed.ts'
import { payAtProvider, payInEmbed } from './pay-in-embed.ts'
import { refusalOf, type PlaceRefusal } from './place-refusal.ts'
import { useCheckoutView, type ShownCheckout } from './use-checkout-view.ts'

export interface CheckoutSession {
  phase: CheckoutPhase
  view: CheckoutView | null
  /** Saves part of the form; if a save fails, its part is sent with the order. */
  keep(part: Partial<CheckoutForm>): Promise<void>
  /** Saves a choice, which may change the total. */
  choose(part: Partial<CheckoutForm>): Promise<void>
  /**
   * A choice or a changed cart is being priced: the displayed total is not final, so ordering is disabled.
   */
  updating: boolean
  /**
   * Places the order, or asks for its approval; resolves only if it was refused, otherwise the browser navigates away.
   */
  place(form: CheckoutForm, approval?: OrderApproval | null): Promise<PlaceRefusal | null>
  placing: boolean
  retry(): void
  /** Reads the checkout again. */
  refresh(): void
  /** The embed of a provider that is shown; null: none. */
  shows(embed: MountedEmbed | null): void
  /**
   * Pays with exactly these gift cards, codes or ids; resolves to the rejected ones, null if the request
   * failed.
   */
  payWith(cards: readonly string[]): Promise<RejectedGiftCard[] | null>
}

export function useCheckout(store: Store, id: string | undefined): CheckoutSession {
  const inFlight = useRef(false)
  const embed = useRef<MountedEmbed | null>(null)
  const [placing, setPlacing] = useState(false)
  const [choices, setChoices] = useState(0)
  const [send] = useState(() =>
    createUpdateQueue(({ id: checkoutId, ...body }: Kept) =>
      callApi<CheckoutView>(store, `checkout/${checkoutId}`, { method: 'PATCH', body }),
    ),
  )
  const { phase, view, show, repricing, retry } = useCheckoutView(store, id, {
    inFlight,
    idle: send.idle,
  })
  const reckon = async (asked: ReturnType<typeof send>) => {
    setChoices((count) => count + 1)
    await show(asked)
    setChoices((count) => count - 1)
  }
  return {
    phase,
    view,
    placing,
    updating: choices > 0 || repricing,
    retry,
    refresh: () => void (view && show(send.idle().then(() => readCheckout(store, view.id)))),
    shows: (mounted) => void (embed.current = mounted),
    async keep(part) {
      const kept = keptOf(part)
      if (view && Object.keys(kept).length > 0) await show(send({ id: view.id, ...kept }))
    },
    choose: async (part) => void (view && (await reckon(send({ id: view.id, ...keptOf(part) })))),
    async payWith(giftCardCodes) {
      if (view === null) return null
      const asked = send({ id: view.id, giftCardCodes })
      await reckon(asked)
      const answer = await asked
      return answer.ok ? answer.data.rejected_gift_cards : null
    },
    async place(form, approval = null) {
      if (view === null || inFlight.current) return null
      inFlight.current = true
      setPlacing(true)
      // The PATCH from the last blur may still be in flight; placed beside it, the order would miss that
      // change.
      await send.idle()
      const { paymentMethod, ...fields } = form
      const body = {
        ...fields,
        separateDelivery: form.separateDelivery && view.needs_delivery,
        servicePoint: form.servicePoint || null,
        total: view.total,
        amount_due: view.amount_due,
      }
      if (approval !== null) {
        const answer = await approval.ask(store, view.id, body)
        if (answer.ok) {
          emptyCartAfterOrder()
          location.assign(approval.pageAfter(store.code))
          return null
        }
        await catchUp(store, answer.status, form, view.id, show)
        inFlight.current = false
        setPlacing(false)
        return refusalOf(answer)
      }
      const choice = view.payment_choices[form.customerType].find(({ id: each }) => each === paymentMethod)
      if ((choice?.collects === 'fields' || choice?.collects === 'redirect') && view.amount_due > 0) {
        const paid = { ...body, provider: choice.provider, means: choice.offers[0] }
        const refusal =
          choice.collects === 'redirect'
            ? await payAtProvider(store, view.id, paid)
            : await payInEmbed(store, view.id, paid, embed.current)
        if (refusal === null) return null
        if (refusal.answer) await catchUp(store, refusal.answer.status, form, view.id, show)
        inFlight.current = false
        setPlacing(false)
        return refusal.answer ? refusalOf(refusal.answer) : refusal.declined
      }
      const answer = await callApi<CompletedAnswer>(store, `checkout/${view.id}/complete`, {
        method: 'POST',
        body: { ...body, ...(view.amount_due > 0 && { paymentMethod }) },
      })
      if (answer.ok) {
        if (!view.prepared) emptyCartAfterOrder()
        location.assign(orderLinks.confirmation(store.code, answer.data.confirmation))
        return null
      }
      await catchUp(store, answer.status, form, view.id, show)
      inFlight.current = false
      setPlacing(false)
      return refusalOf(answer)
    },
  }
}

/** The PATCH for the checkout `id`. */
type Kept = { id: string } & Record<string, unknown>

/** The personal number and the acceptance of the terms are never saved before the order. */
function keptOf(part: Partial<CheckoutForm>): Record<string, unknown> {
  const { identityNumber: _secret, acceptTerms: _consent, ...rest } = part
  const isKept = ([field, value]: [string, unknown]) => value !== '' || optionalFields.has(field)
  return Object.fromEntries(Object.entries(rest).filter(isKept))
}

/** Updates the page from the server after it refused the order; a missing checkout is created again. */
async function catchUp(
  store: Store,
  status: number,
  form: CheckoutForm,
  checkoutId: string,
  show: ShownCheckout['show'],
): Promise<void> {
  if (status === 404) {
    const created = await createCheckout(store)
    const body = keptOf(form)
    if (created.ok)
      await show(callApi<CheckoutView>(store, `checkout/${created.data.id}`, { method: 'PATCH', body }))
    return
  }
  if (status === 409) await syncCart(store)
  await show(readCheckout(store, checkoutId))
}
