/** A subscription in the contract's shape, with the price it would have now. */
import type { SubscriptionView } from './contract.ts'
import { toMajor } from '../../domain/money/money.ts'
import { readInterval } from '../../domain/intervals/interval.ts'
import { repeatableProviders } from './renewal-payment.server.ts'
import { promisedUnitMinor, withPromise } from '../../domain/pricing/promised-price.ts'
import { linePrice } from '../../domain/pricing/tiers.ts'
import type { ChangeServices } from './change-subscription.server.ts'
import { currentRenewal } from './subscription-repository.server.ts'
import { isOpenRenewal, type Renewal, type Subscription } from './subscription.ts'

export async function viewSubscription(
  { db, catalogue, providers }: Pick<ChangeServices, 'db' | 'catalogue' | 'providers'>,
  subscription: Subscription,
): Promise<SubscriptionView> {
  const { store, status, quantity, promisedPrices, intervalName, nextDueOn, endsOn } = subscription
  const address = subscription.recipient ?? subscription.address
  const [product] = catalogue.cartProducts(store, [subscription.productId])
  const hasPrice = product !== undefined && product.prices.normal.length + product.prices.campaign.length > 0
  const renewal = status === 'cancelled' ? null : await currentRenewal(db, subscription)
  const price = hasPrice
    ? withPromise(linePrice(product.prices, quantity, null), promisedPrices, quantity).priceMinor
    : null
  const mostMinor = promisedUnitMinor(promisedPrices, quantity)
  return {
    id: subscription.number,
    store,
    status,
    sku: subscription.sku,
    name: product?.name ?? subscription.name,
    slug: product?.slug ?? null,
    quantity,
    interval: intervalName,
    intervals: (product?.subscriptionIntervals ?? []).filter((name) => readInterval(name) !== null),
    next_on: status === 'active' && (endsOn === null || nextDueOn <= endsOn) ? nextDueOn : null,
    ends_on: status === 'cancelled' ? null : endsOn,
    price: price === null ? null : toMajor(price),
    price_at_most: mostMinor === null ? null : toMajor(mostMinor),
    address: { address: address.street, postalCode: address.postalCode, city: address.city },
    payment: { method: subscription.paymentProvider, label: subscription.paymentLabel },
    payment_methods: repeatableProviders(providers, store, subscription.customer.type),
    problem: problemOf(renewal),
    can_change: renewal?.status !== 'ordering',
  }
}

function problemOf(renewal: Renewal | null): string | null {
  if (!renewal || !isOpenRenewal(renewal.status)) return null
  if (renewal.status === 'out_of_stock') return 'out_of_stock'
  // Refused for a reason that has nothing to do with its payment, such as the limits of the buyer's orders.
  if (renewal.status === 'announced') return renewal.problem === null ? null : 'not_ordered'
  if (renewal.status !== 'payment_failed') return null
  return renewal.problem === 'authentication_required' ? 'confirm_payment' : 'payment_failed'
}
