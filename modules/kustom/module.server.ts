import { defineModule } from '../../sdk/module.ts'
import { accountOf } from './account.ts'
import { kustom } from './declarations.ts'
import { createKustomProvider } from './provider.server.ts'

export const module = defineModule(kustom, {
  paymentAccounts: {
    kustom: {
      // The method's id is from the time when the company was Klarna's.
      open: (settings, { store, log }) => ({
        klarna: createKustomProvider({ account: accountOf(settings), store, log }),
      }),
    },
  },
})
