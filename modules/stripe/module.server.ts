import { defineModule } from '../../sdk/module.ts'
import { accountOf } from './account.ts'
import { stripe } from './declarations.ts'
import { createStripeProvider } from './provider.server.ts'
import { registerSimulatedWebhook } from './simulated-webhooks.server.ts'

export const module = defineModule(stripe, {
  paymentAccounts: {
    stripe: {
      open: (settings, { store, log, clock }) => ({
        stripe: createStripeProvider({ account: accountOf(settings, store), store, log, clock }),
      }),
      connectSimulator: (settings, { store, publicUrl, log }) =>
        registerSimulatedWebhook(accountOf(settings, store), { store, publicUrl, log }),
    },
  },
})
