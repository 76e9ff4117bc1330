import { defineModule } from '../../sdk/module.ts'
import { finders } from './declarations.ts'
import { finderRoutes } from './routes.server.ts'

export const module = defineModule(finders, { routes: finderRoutes })
