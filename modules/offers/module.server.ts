import { defineModule } from '../../sdk/module.ts'
import { offers } from './declarations.ts'
import { offerRoutes } from './routes.server.ts'

export const module = defineModule(offers, {
  routes: offerRoutes,
  commands: {
    offer: async (withShop) => (await import('./offer-command.server.ts')).offerCommand(withShop),
    segment: async (withShop) => (await import('./offer-command.server.ts')).segmentCommand(withShop),
  },
})
