/**
 * Pays in a provider's embed, or on its own page, where our own button starts the payment: first the pending order is
 * written, then it is confirmed.
 */
import type { CommittedAnswer } from '../../../contract/checkout.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { orderLinks } from '../../order-links.ts'
import { callApi, type ApiAnswer } from '../../state/api-client.ts'
import type { MountedEmbed } from '../../features/payment-embeds/payment-embed.ts'
import type { PlaceRefusal } from './place-refusal.ts'

/** `answer`: the order was refused. `declined`: the payment did not go through, or its fields are not complete. */
export type NotPaid =
  | { answer: Extract<ApiAnswer<unknown>, { ok: false }> }
  | { answer?: never; declined: PlaceRefusal }

/** Resolves only where it was not paid; otherwise the browser navigates to the confirmation. */
export async function payInEmbed(
  store: Store,
  checkoutId: string,
  body: object,
  embed: MountedEmbed | null,
): Promise<NotPaid> {
  if (!embed?.missing || !embed.confirm) return { declined: { code: 'payment_declined', message: null } }
  const missing = await embed.missing()
  if (missing !== null) return { declined: { code: 'payment_incomplete', message: missing || null } }
  const answer = await commit(store, checkoutId, body)
  if (!answer.ok) return { answer }
  const back = `${orderLinks.confirming(store.code, checkoutId)}&payment=${answer.data.payment}`
  const message = await embed.confirm(new URL(back, location.href).href)
  return { declined: { code: 'payment_declined', message } }
}

/** Leaves for the provider's page; resolves with a refusal where the shopper stays. */
export async function payAtProvider(store: Store, checkoutId: string, body: object): Promise<NotPaid | null> {
  const answer = await commit(store, checkoutId, body)
  if (!answer.ok) return { answer }
  const { redirect } = answer.data
  if (redirect === undefined) return { declined: { code: 'payment_declined', message: null } }
  // Back from there, a browser may show the page as it was left: its button is pressed, and its cart may be ordered.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true })
  location.assign(redirect)
  return null
}

/** Writes the pending order. A payment that cannot be changed any more leads to its confirmation. */
async function commit(store: Store, checkoutId: string, body: object): Promise<ApiAnswer<CommittedAnswer>> {
  const answer = await callApi<CommittedAnswer>(store, `checkout/${checkoutId}/payment/commit`, {
    method: 'POST',
    body: { ...body },
  })
  const code = answer.ok ? undefined : (answer.data as { code?: string } | null)?.code
  if (code === 'payment_in_progress') location.assign(orderLinks.confirming(store.code, checkoutId))
  return answer
}
