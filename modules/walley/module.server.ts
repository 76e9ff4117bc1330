import { defineModule } from '../../sdk/module.ts'
import { accountOf } from './account.ts'
import { walley } from './declarations.ts'
import { createWalleyProviders } from './provider.server.ts'

export const module = defineModule(walley, {
  paymentAccounts: {
    walley: {
      open: (settings, { store, log }) => createWalleyProviders({ account: accountOf(settings), store, log }),
    },
  },
})
