import { defineModule } from '../../sdk/module.ts'
import { companyMails } from './company-mails.server.ts'
import { purchaseRequests } from './declarations.ts'
import { purchaseRequestRoutes } from './routes.server.ts'

export const module = defineModule(purchaseRequests, { routes: purchaseRequestRoutes, companyMails })
