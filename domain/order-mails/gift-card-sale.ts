/** The gift cards of an order that were not refunded. Pure. */
import type { GiftCardSale } from '../gift-cards/sold-cards.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import type { Refund } from '../refunds/refund.ts'

export function giftCardSale(
  { id, snapshot }: { id: number; snapshot: Pick<OrderSnapshot, 'store' | 'currency' | 'lines'> },
  refunds: readonly Pick<Refund, 'lines'>[],
): GiftCardSale {
  const refunded = refunds.flatMap(({ lines }) => lines)
  const unitsBack = (uuid: string): number =>
    refunded.reduce((sum, line) => sum + (line.uuid === uuid ? line.quantity : 0), 0)
  return {
    orderId: id,
    store: snapshot.store,
    currency: snapshot.currency,
    lines: snapshot.lines
      .filter(({ kind }) => kind === 'giftCard')
      .map(({ uuid, name, unitMinor, quantity, giftRecipient }) => ({
        uuid,
        name,
        unitMinor,
        units: quantity - unitsBack(uuid),
        recipient: giftRecipient ?? null,
      })),
  }
}
