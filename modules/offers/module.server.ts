import { defineModule } from '../../sdk/module.ts'
import { offers } from './declarations.ts'
import { offerResource } from './offer-resource.server.ts'
import { reversals } from './reversals.server.ts'
import { offerRoutes } from './routes.server.ts'
import { segmentResource } from './segment-resource.server.ts'

export const module = defineModule(offers, {
  routes: offerRoutes,
  resources: [offerResource, segmentResource],
  reversals,
  commands: {
    offer: async (withShop) => (await import('./offer-command.server.ts')).offerCommand(withShop),
    segment: async (withShop) => (await import('./offer-command.server.ts')).segmentCommand(withShop),
  },
})
