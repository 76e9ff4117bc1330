import { serveWhileClosed } from '../../api/store-preview.ts'
import { defineModule } from '../../sdk/module.ts'
import { returns } from './declarations.ts'
import { demoOrderEnds } from './demo-orders.server.ts'
import { returnOrderMails } from './order-mails.server.ts'
import { customerPictureRoutes } from './picture-routes.server.ts'
import { returnRoutes } from './return-routes.server.ts'
import { returnResource } from './return-resource.server.ts'
import { searchPart } from './search-part.server.ts'
import { shownOfOrder } from './shown-of-order.server.ts'
import { staffCustomerPart, staffOrderPart } from './staff-parts.server.ts'
import { adminReturnRoutes } from './staff-routes.server.ts'
import { withdrawalMail } from './withdrawal-mail-template.server.ts'
import { withdrawalResource } from './withdrawal-resource.server.ts'
import { withdrawalRoutes } from './withdrawal-routes.server.ts'

export const module = defineModule(returns, {
  async routes(app, services) {
    serveWhileClosed(app)
    await app.register(returnRoutes, services)
    await app.register(customerPictureRoutes, services)
    await app.register(withdrawalRoutes, services)
  },
  mailTemplates: { 'withdrawal-mail': withdrawalMail },
  orderMails: { return: returnOrderMails },
  staffRoutes: adminReturnRoutes,
  resources: [withdrawalResource, returnResource],
  staffOrderPart,
  staffCustomerPart,
  demoOrderEnds,
  searchPart,
  shownOfOrder,
  commands: {
    deposit: async (withShop, withOrders) =>
      (await import('./deposit-command.server.ts')).depositCommand({ withShop, withOrders }),
    return: async (withShop, withOrders) =>
      (await import('./return-command.server.ts')).returnCommand({ withShop, withOrders }),
    withdrawal: async (withShop, withOrders) =>
      (await import('./withdrawal-command.server.ts')).withdrawalCommand({ withShop, withOrders }),
  },
})
