/** What the server does for gift wrapping. */
import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'
import { routes } from './routes.server.ts'
import { settings } from './settings.server.ts'
import { wrappedOrderList } from './wrapped-order-list.server.ts'
import { dropOrder, noteOrder, unmarkWrapped } from './wrapped-orders.server.ts'
import { wrappingList } from './wrapping-list.server.ts'

export const module = defineModule(declarations, {
  routes,
  resources: [wrappingList, settings.list, wrappedOrderList],
  subscribers: {
    'gift-wrap': async ({ db }, event) => {
      if (event.name === 'order.cancelled') await dropOrder(db, event.data.order)
      else await noteOrder(db, event.data.order)
    },
  },
  reversals: {
    'wrapped_order.done': {
      permission: 'gift-wrap:wrap',
      reverse: (trx, actor, { objectId }) => unmarkWrapped(trx, actor, objectId),
    },
  },
})
