import { defineModule, purchaseEventPart } from '../../sdk/module.ts'
import { purchaseFields } from './contract.ts'
import { experiments } from './declarations.ts'
import { countVariants } from './experiment-repository.server.ts'
import { experimentRoutes } from './routes.server.ts'

export const module = defineModule(experiments, {
  routes: experimentRoutes,
  commands: {
    experiment: async (withShop) =>
      (await import('./experiment-command.server.ts')).experimentCommand(withShop),
  },
  purchaseEvent: purchaseEventPart(purchaseFields, (trx, { variants }, { store, now }) =>
    countVariants(trx, store, 'order', variants, now),
  ),
})
