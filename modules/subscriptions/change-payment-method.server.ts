/**
 * A customer saves another card for a subscription in the provider's own form, or confirms the same one, as their bank
 * asks. The form is opened for the account's customer at the provider, so that nobody else's card can be attached.
 */
import type { Actor } from '../../domain/audit/actor.ts'
import type { PaymentEmbed } from '../../domain/payments/payment-provider.ts'
import { keepMethod, providerCustomer } from '../../domain/payments/saved-methods.server.ts'
import { changeSubscription, type ChangeAnswer, type ChangeServices } from './change-subscription.server.ts'
import { findSubscription } from './subscription-repository.server.ts'

export type OpenedSetup =
  | { ok: true; setupId: string; embed: PaymentEmbed }
  | { ok: false; code: 'unknown_subscription' | 'cancelled' | 'payment_unavailable' }

interface OfCustomer {
  number: string
  accountId: number
}

export async function openMethodSetup(
  services: ChangeServices,
  { number, accountId }: OfCustomer,
): Promise<OpenedSetup> {
  const subscription = await findSubscription(services.db, number, accountId)
  if (!subscription) return { ok: false, code: 'unknown_subscription' }
  if (subscription.status === 'cancelled') return { ok: false, code: 'cancelled' }
  const { store } = subscription
  const repeat = services.providers[store].stripe?.repeat
  const customer = await providerCustomer(services, { accountId, store, provider: 'stripe' })
  if (!repeat || customer === null) return { ok: false, code: 'payment_unavailable' }
  const opened = await repeat.openSetup(customer)
  return opened.ok ? opened : { ok: false, code: 'payment_unavailable' }
}

/**
 * Takes the card that the form has saved. `payment_unavailable`: it has saved none yet. Idempotent. A renewal that
 * waited for another card is tried again at once.
 */
export async function takeMethodSetup(
  services: ChangeServices,
  actor: Actor,
  { number, accountId, setupId }: OfCustomer & { setupId: string },
): Promise<ChangeAnswer> {
  const subscription = await findSubscription(services.db, number, accountId)
  if (!subscription) return { ok: false, code: 'unknown_subscription' }
  const { store } = subscription
  const customer = await providerCustomer(services, { accountId, store, provider: 'stripe' })
  const read = await services.providers[store].stripe?.repeat?.readSetup(setupId)
  if (!read?.ok || read.saved === null || read.saved.customer !== customer)
    return { ok: false, code: 'payment_unavailable' }
  const owner = { accountId, store, provider: 'stripe' as const }
  const methodId = await keepMethod(services.db, owner, read.saved, services.clock())
  const change = { kind: 'savedMethod' as const, provider: 'stripe' as const, methodId }
  return changeSubscription(services, actor, { number, accountId, change })
}
