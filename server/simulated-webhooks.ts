/**
 * Stripe posts events to endpoints that a person enters in its dashboard. The simulated accounts have no dashboard:
 * a shop that starts with the simulator enters its own address, through the API that Stripe has for it.
 */
import { callbackUrl } from '../domain/payments/callback-address.ts'
import { isStoreCode } from '../domain/stores/stores.ts'
import type { StripeAccount } from '../providers/stripe/stripe-account.ts'
import { createStripeClient } from '../providers/stripe/stripe-client.ts'
import { stripeEvents } from '../providers/stripe/stripe-events.ts'
import type { Config } from './config.ts'
import type { WarningLog } from '../domain/log/warning-log.ts'

/** Adds the endpoint of each store unless it is there. A simulator that does not answer is logged only. */
export async function registerSimulatedWebhooks(
  { stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>,
  log: WarningLog,
): Promise<void> {
  const register = async (store: string, account: StripeAccount): Promise<void> => {
    if (!isStoreCode(store)) return
    const url = callbackUrl(publicUrl, { provider: 'stripe', store, kind: 'notification' })
    const { webhookEndpoints } = createStripeClient(account)
    const { data } = await webhookEndpoints.list()
    if (!data.some((endpoint) => endpoint.url === url))
      await webhookEndpoints.create({ url, enabled_events: [...stripeEvents] })
  }
  try {
    await Promise.all(Object.entries(stripe).map(([store, account]) => register(store, account)))
  } catch (error) {
    log.warn({ reason: String(error) }, 'the simulated Stripe did not take the address of the webhooks')
  }
}
