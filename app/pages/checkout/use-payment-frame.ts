/**
 * The open payment of a checkout in its provider's embed: opened once delivery is chosen, suspended while the cart
 * changes, updated on the server, then resumed (CHECKOUT-08, 09, 10); opened again when its session has ended. One
 * payment at a time: an answer that says that the payment can no longer be changed leads to its confirmation, never to
 * a second one.
 */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { CheckoutView, OpenedPayment } from '../../../contract/checkout.ts'
import type { PaymentEmbed } from '../../../domain/payments/payment-provider.ts'
import type { OfferedMeans } from '../../../domain/stores/store.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { orderLinks } from '../../order-links.ts'
import { callApi } from '../../state/api-client.ts'
import { withProviderOrder } from '../../state/provider-orders.ts'
import { useShopState } from '../../state/shop-state.ts'
import { mountEmbed, type MountedEmbed } from '../../features/payment-embeds/payment-embed.ts'

export type FrameState = 'opening' | 'shown' | 'updating' | 'failed'

export interface FramedPayment {
  /** Id of the payment method. */
  provider: string
  /** Which of the provider's choices; null: the provider asks in its frame. */
  means: OfferedMeans | null
  customerType: 'private' | 'business'
  view: CheckoutView
  /** The cart or a choice is being priced: the view is not the final one. */
  busy: boolean
  /** Reads the checkout again after the shopper changed something in the embed. */
  refresh(): void
  /** The embed that is shown; null: none. */
  shows(embed: MountedEmbed | null): void
}

interface Shown {
  orderId: string
  embed: MountedEmbed | null
}

export function usePaymentFrame(
  store: Store,
  container: RefObject<HTMLDivElement | null>,
  { provider, means, customerType, view, busy, refresh, shows }: FramedPayment,
): { state: FrameState; retry(): void } {
  const [state, setState] = useState<FrameState>('opening')
  const [attempt, setAttempt] = useState(0)
  const shown = useRef<Shown | null>(null)
  const queue = useRef(Promise.resolve())
  const content = contentOf(view)
  /** Payments whose session has ended once; a second time for the same one is a failure, not a reason to loop. */
  const ended = useRef(new Set<string>())
  const changed = useEffectEvent(() => refresh())
  const report = useEffectEvent((embed: MountedEmbed | null) => shows(embed))
  const expired = useEffectEvent(() => {
    const { orderId, embed } = shown.current ?? { orderId: '', embed: null }
    embed?.unmount()
    shown.current = null
    report(null)
    if (ended.current.has(orderId)) return setState('failed')
    ended.current.add(orderId)
    setAttempt((count) => count + 1)
  })

  useEffect(() => {
    shown.current?.embed?.suspend()
    if (busy) return
    let outdated = false
    setState(shown.current ? 'updating' : 'opening')
    const update = async () => {
      if (outdated) return
      const answer = await callApi<OpenedPayment>(store, `checkout/${view.id}/payment`, {
        method: 'POST',
        body: { provider, customerType, ...(means !== null && { means }) },
      })
      if (outdated) return
      if (!answer.ok) {
        const code = (answer.data as { code?: string } | null)?.code
        if (code === 'payment_in_progress') location.assign(orderLinks.confirming(store.code, view.id))
        else setState('failed')
        return
      }
      await show(answer.data)
    }
    const show = async ({ order_id: orderId, embed }: OpenedPayment) => {
      rememberOrder(store, provider, orderId)
      if (shown.current?.orderId === orderId) shown.current.embed?.resume()
      else {
        shown.current?.embed?.unmount()
        shown.current = null
        const mounted = await mountEmbed(container.current!, embed as unknown as PaymentEmbed, {
          changed,
          expired,
        })
        // The cart changed or the shopper left while the embed was loading: a following update mounts it again.
        if (outdated) {
          mounted?.unmount()
          return
        }
        shown.current = { orderId, embed: mounted }
        report(mounted)
      }
      setState('shown')
    }
    queue.current = queue.current.then(update, update)
    return () => {
      outdated = true
    }
  }, [store, provider, means, customerType, view.id, content, busy, attempt, container])

  useEffect(
    () => () => {
      shown.current?.embed?.unmount()
      shown.current = null
      report(null)
    },
    [],
  )

  return { state, retry: () => setAttempt((count) => count + 1) }
}

/** Everything that changes what is to be paid, or for what. */
function contentOf({
  items,
  total,
  amount_due,
  shippingMethod,
  gift_cards,
  applied_coupons,
}: CheckoutView): string {
  const lines = items.map(({ uuid, quantity, price }) => [uuid, quantity, price])
  return JSON.stringify([lines, total, amount_due, shippingMethod, gift_cards, applied_coupons])
}

/** The cart keeps the provider's id of its payment, with the store it belongs to (ENTITY-25). Written only when it is new. */
function rememberOrder({ code }: Store, provider: FramedPayment['provider'], id: string): void {
  const { cart } = useShopState.getState()
  const kept = withProviderOrder(cart, provider, id, code)
  if (kept !== cart) useShopState.setState({ cart: kept })
}
