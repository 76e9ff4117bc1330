/** What the pages of returns show of an order, for whoever is logged in (RETURN-01, 03, 06). */
import { redirect } from 'react-router'
import { formatDate } from '../../../domain/content/locale-formats.ts'
import { returnLabelPath } from '../../../domain/returns/return-label-path.ts'
import type { StoredReturn } from '../../../domain/returns/return-repository.server.ts'
import type { OrderReturns } from '../../../domain/returns/register-return.server.ts'
import type { Store, StoreCode } from '../../../domain/stores/stores.ts'
import type { ShopContext } from '../../shop-context.ts'
import type { ShownReturn } from './return-list.tsx'

export interface ReturnableOrder extends Pick<OrderReturns, 'closed' | 'lines'> {
  /** As the shop writes it. */
  number: string
  /** The last day for a return in words; null: not delivered yet. */
  lastDay: string | null
  returns: ShownReturn[]
}

/**
 * Null: the order is not the visitor's, whether or not there is one. An order of another store leads to its own
 * page (`linkOf`). Rejects when the database does not answer.
 */
export async function loadReturn(
  shop: ShopContext,
  number: string,
  linkOf: (store: StoreCode, number: string) => string,
): Promise<ReturnableOrder | null> {
  const session = await shop.session()
  const order = session && (await shop.orderOf(session, number))
  if (!order) return null
  const placedIn = order.snapshot.store
  if (placedIn !== shop.store.code) throw redirect(linkOf(placedIn, order.number))
  const { closed, lines, endsAt, returns } = await shop.returnsOf(order)
  const { iso, timeZone } = shop.store
  return {
    number: order.number,
    closed,
    lines,
    lastDay: endsAt === null ? null : formatDate(new Date(endsAt - 1), iso, timeZone),
    returns: returns.map((entry) => shownReturn(entry, shop.store)),
  }
}

function shownReturn(entry: StoredReturn, { iso, timeZone }: Store): ShownReturn {
  const { id, status, store, labelToken, registeredAt, items } = entry
  return {
    id,
    status,
    day: formatDate(registeredAt, iso, timeZone),
    labelUrl: returnLabelPath(store, labelToken),
    items,
  }
}
