import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'
import { harbourPayments } from './payments.server.ts'

export const module = defineModule(declarations, {
  paymentAccounts: {
    'harbour-pay': {
      open: (settings, services) => ({ 'harbour-pay': harbourPayments(settings, services) }),
    },
  },
})
