import { defineModule } from '../../sdk/module.ts'
import { backInStock } from './declarations.ts'
import { stockNotificationRoutes } from './routes.server.ts'
import { stockNoticeMail } from './mail-templates.server.ts'
import { oweStockMails } from './owe-stock-mails.server.ts'

export const module = defineModule(backInStock, {
  routes: stockNotificationRoutes,
  jobs: {
    async 'stock-mails'(services) {
      await oweStockMails(services)
    },
  },
  mailTemplates: { 'stock-notice-mail': stockNoticeMail },
})
