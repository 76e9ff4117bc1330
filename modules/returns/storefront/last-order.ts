import { links } from '../../../app/links.ts'
import type { LastOrderPart } from '../../../app/pages/account/last-order-parts.ts'
import { awaitsDelivery } from '../../../domain/orders/order-states.ts'

/** The newest order on the overview of the account can be returned once it is delivered. */
export const lastOrder: LastOrderPart = {
  action: ({ id, store, status }) =>
    status === 'delivered'
      ? { label: 'order.return', href: links.account(store, `orders/return/${id}`) }
      : null,
  note: ({ status }) => (awaitsDelivery(status) ? 'order.return_later' : null),
}
