import { subscriptionsOfAccount } from './subscription-repository.server.ts'
import { account, open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

declare module '../../test/access/owned-objects.ts' {
  interface ObjectsOfModules {
    /** Number of a subscription. */
    subscription: string
  }
}

export const moduleTests: ModuleTests = {
  convertsAmounts: { 'modules/subscriptions/view-subscription.server.ts': 'amounts of the API' },
  apiAccess: {
    'GET /api/subscriptions': account(),
    'PATCH /api/subscriptions/:id': account({
      params: { id: 'subscription' },
      body: { status: 'cancelled' },
      foreign: [404],
    }),
    'POST /api/subscriptions/:id/payment-method': account({
      params: { id: 'subscription' },
      foreign: [404],
    }),
    'POST /api/subscriptions/:id/payment-method/result': account({
      params: { id: 'subscription' },
      body: { setup: 'seti_1' },
      foreign: [404],
    }),
    'POST /api/contract-cancellations': open({
      body: {
        key: '00000000-0000-4000-8000-000000000002',
        name: 'Frida Främling',
        email: 'fremling@exempel.se',
      },
      owned: { contract: 'subscription' },
    }),
  },
  pageAccess: {
    '/:locale/cancel-subscription': open({ query: { contract: 'x' } }),
    '/:locale/my-account/subscriptions': account(),
  },
  pageTypes: { 'cancelled subscription': 'cancel-subscription' },
  // The customer's order has started it.
  async owned({ db, accountId }) {
    const [subscription] = await subscriptionsOfAccount(db, accountId, 1)
    return { subscription: subscription!.number }
  },
}
