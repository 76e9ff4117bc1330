/** Loader data of the return pages for an order, for a logged-in visitor (RETURN-01, 03, 06). */
import { redirect } from 'react-router'
import { formatDate } from '../../../domain/content/locale-formats.ts'
import { returnLabelPath } from '../return-paths.ts'
import {
  readReturns,
  shownReturnStatus,
  type OrderReturns,
  type TrackedReturn,
} from '../register-return.server.ts'
import { formatMoney } from '../../../domain/money/money.ts'
import type { Store, StoreCode } from '../../../domain/stores/stores.ts'
import { returnNumberOf } from '../return-mail-kind.ts'
import type { DepositProofStatus } from '../deposit-proof-repository.server.ts'
import { isoDay, localDay } from '../../../domain/stores/local-time.ts'
import { links } from '../../../app/links.ts'
import type { ShopContext } from '../../../app/shop-context.ts'
import type { ShownReturn } from './parts/return-list.tsx'

export interface ReturnableOrder extends Pick<OrderReturns, 'closed' | 'lines'> {
  /** The order number as shown. */
  number: string
  /** The last day for a return as text; null: not delivered yet. */
  lastDay: string | null
  returns: ShownReturn[]
  /** Deposits that may be refunded on proof; null: the order has none. */
  deposits: ShownDeposits | null
}

export interface ShownDeposits {
  left: number
  /** `YYYY-MM-DD` in the store's time zone. */
  today: string
  /** `day`: of the proof, as text. */
  proofs: { id: number; day: string; status: DepositProofStatus; rejection: string | null }[]
}

/**
 * Null: the order is not the visitor's, or does not exist. An order of another store redirects to its own
 * page (`linkOf`). Rejects if the database is unavailable.
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
  const { closed, lines, endsAt, returns, deposits } = await shop.read(readReturns, order)
  const { iso, timeZone } = shop.store
  return {
    number: order.number,
    closed,
    lines,
    lastDay: endsAt === null ? null : formatDate(new Date(endsAt - 1), iso, timeZone),
    returns: returns.map((entry) => shownReturn(entry, shop.store)),
    deposits: deposits && {
      left: deposits.left,
      today: isoDay(localDay(timeZone, shop.now)),
      proofs: deposits.proofs.map(({ id, proofOn, status, rejection }) => ({
        id,
        day: formatDate(new Date(proofOn), iso, 'UTC'),
        status,
        rejection,
      })),
    },
  }
}

function shownReturn(entry: TrackedReturn, shop: Store): ShownReturn {
  const { id, status, store, orderNumber, labelToken, registeredAt, items, rejection } = entry
  const { parcel, amountMinor, exchangeOrder } = entry
  const isExchange = items.some(({ exchange }) => exchange !== null)
  const shown = shownReturnStatus(status, parcel)
  return {
    id,
    status: shown,
    day: formatDate(registeredAt, shop.iso, shop.timeZone),
    labelUrl: returnLabelPath(store, labelToken),
    items: items.map(({ exchange, ...item }) => ({ ...item, exchange: exchange && { name: exchange.name } })),
    rejection,
    exchangeOrder:
      exchangeOrder === null ? null : { number: exchangeOrder, href: links.myOrder(store, exchangeOrder) },
    amount: amountMinor === null || (amountMinor === 0 && isExchange) ? null : formatMoney(amountMinor, shop),
    parcel: {
      path: `orders/${orderNumber}/returns/${returnNumberOf(id)}`,
      labelUrl:
        parcel?.status === 'booked' && parcel.hasLabel
          ? links.api(shop, `orders/${orderNumber}/returns/${returnNumberOf(id)}/label`)
          : null,
      trackingUrl: parcel?.trackingUrl ?? null,
    },
  }
}
