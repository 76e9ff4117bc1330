import { defineModule } from '../../sdk/module.ts'
import { webVitals } from './declarations.ts'
import { vitalsRoutes } from './routes.server.ts'
import { tidyVitals } from './vitals-repository.server.ts'

export const module = defineModule(webVitals, {
  routes: vitalsRoutes,
  tidy: tidyVitals,
  commands: {
    vitals: async (withShop) => (await import('./vitals-command.server.ts')).vitalsCommand(withShop),
  },
})
