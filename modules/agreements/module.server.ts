import { defineModule } from '../../sdk/module.ts'
import { agreements } from './declarations.ts'
import { customerAgreementRoutes } from './staff-routes.server.ts'

export const module = defineModule(agreements, {
  staffRoutes: customerAgreementRoutes,
  commands: {
    agreement: async (withShop) => (await import('./agreement-command.server.ts')).agreementCommand(withShop),
  },
})
