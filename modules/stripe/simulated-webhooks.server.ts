/**
 * Stripe posts events to endpoints that a person enters in its dashboard. The simulated accounts have no dashboard:
 * a shop that starts with the simulator enters its own address, through the API that Stripe has for it.
 */
import type { WarningLog } from '../../domain/log/warning-log.ts'
import { callbackUrl } from '../../domain/payments/callback-address.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { StripeAccount } from './account.ts'
import { createStripeClient } from './client.server.ts'
import { stripeEvents } from './events.ts'

/** Adds the endpoint of a store unless it is there. A simulator that does not answer is logged only. */
export async function registerSimulatedWebhook(
  account: StripeAccount,
  { store, publicUrl, log }: { store: StoreCode; publicUrl: string; log: WarningLog },
): Promise<void> {
  const url = callbackUrl(publicUrl, { provider: 'stripe', store, kind: 'notification' })
  const { webhookEndpoints } = createStripeClient(account)
  try {
    const { data } = await webhookEndpoints.list()
    if (!data.some((endpoint) => endpoint.url === url))
      await webhookEndpoints.create({ url, enabled_events: [...stripeEvents] })
  } catch (error) {
    log.warn({ reason: String(error) }, 'the simulated Stripe did not take the address of the webhooks')
  }
}
