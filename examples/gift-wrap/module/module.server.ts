/** What the server does for gift wrapping. */
import { defineModule, listCommand } from 'anode/module'
import { declarations } from './declarations.ts'
import { routes } from './routes.server.ts'
import { settings } from './settings.server.ts'
import { staffRoutes } from './staff-routes.server.ts'
import { wrappedOrderList } from './wrapped-order-list.server.ts'
import { confirmationLines, dropOrder, keepOrder, unmarkWrapped } from './wrapped-orders.server.ts'
import { wrappingList } from './wrapping-list.server.ts'

export const module = defineModule(declarations, {
  routes,
  staffRoutes,
  resources: [wrappingList, settings.list, wrappedOrderList],
  commands: {
    'gift-wrap': (withShop) =>
      listCommand(wrappedOrderList, withShop, {
        name: 'gift-wrap',
        description: 'list the orders that have wrapping, and say that one is wrapped',
        help: 'Examples:\n  anode gift-wrap list --state waiting\n  anode gift-wrap wrapped S100001',
        sentences: { already_wrapped: 'The order is wrapped already.' },
      }),
  },
  subscribers: {
    'gift-wrap': async (services, event) => {
      if (event.name === 'order.cancelled') await dropOrder(services.db, event.data.order)
      else await keepOrder(services, event.data.order)
    },
  },
  orderMailLines: ({ db }, order) => confirmationLines(db, order),
  reversals: {
    'gift_wrap_order.wrap': {
      permission: 'gift-wrap:wrap',
      reverse: (trx, actor, { objectId }) => unmarkWrapped(trx, actor, objectId),
    },
  },
})
