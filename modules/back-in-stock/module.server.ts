import { defineModule } from '../../sdk/module.ts'
import { backInStock } from './declarations.ts'
import { stockNotificationRoutes } from './routes.server.ts'
import { sendStockMails } from './send-stock-mails.server.ts'

export const module = defineModule(backInStock, {
  routes: stockNotificationRoutes,
  jobs: {
    async 'stock-mails'(services) {
      await sendStockMails(services)
    },
  },
})
