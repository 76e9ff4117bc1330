import { defineModule } from '../../sdk/module.ts'
import { newsletter } from './declarations.ts'
import { newsletterRoutes } from './routes.server.ts'

export const module = defineModule(newsletter, { routes: newsletterRoutes })
