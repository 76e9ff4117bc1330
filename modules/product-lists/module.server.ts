import { defineModule } from '../../sdk/module.ts'
import { productLists } from './declarations.ts'
import { tidyLists } from './product-list-repository.server.ts'
import { listRoutes } from './routes.server.ts'
import { customerListRoutes } from './staff-routes.server.ts'

export const module = defineModule(productLists, {
  routes: listRoutes,
  staffRoutes: customerListRoutes,
  tidy: tidyLists,
})
