/**
 * Staff capture an order's payment apart from a shipment: again what the provider refused, early where the store and the
 * method allow it, or afterwards where the order left before shipments were recorded. Never more than is authorized.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { subtractMinor, type Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { operationSums, requestOperation } from '../payments/payment-operations.server.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { retryOperations } from '../payments/retry-operations.server.ts'
import { collectableMinor } from '../refunds/collected.ts'
import type { Refund } from '../refunds/refund.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
import { shipmentPart, withoutUncollected, type ShipmentPart } from '../shipments/shipment-part.ts'
import { storePolicies } from '../stores/stores.ts'

export interface CaptureServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
}

export type CaptureAnswer =
  /** `retried`: refused captures that are sent again. `amountMinor`: captured early. Performed after the commit. */
  | { ok: true; retried: number; amountMinor: Minor | null }
  | {
      ok: false
      code:
        | 'unknown_order'
        /** An earlier capture, refund or release is not performed yet. */
        | 'waiting'
        /** Not authorized, or the order is not waiting for its shipment. */
        | 'not_authorized'
        | 'nothing_left'
        /** Our own invoice is issued on shipment. */
        | 'invoiced_on_shipment'
        /** The law of the country, or the provider's terms, ask for capture on shipment. */
        | 'on_shipment'
        | 'provider_unsupported'
    }

/** Captures what is authorized and not captured. Idempotent: a second call finds nothing left. */
export async function captureOrder(
  services: CaptureServices,
  actor: Actor,
  number: string,
): Promise<CaptureAnswer> {
  return audited(services.db, actor, async (trx, record): Promise<CaptureAnswer> => {
    const order = await lockOrder(trx, number)
    if (!order?.attempt) return { ok: false, code: 'unknown_order' }
    const { attempt, snapshot, status } = order
    const provider = services.providers[snapshot.store][attempt.provider]
    if (!provider) return { ok: false, code: 'provider_unsupported' }
    const leftUnrecorded = await leftWithoutShipment(trx, order)
    if (provider.within && !leftUnrecorded) return { ok: false, code: 'invoiced_on_shipment' }
    const again = await retryOperations({ ...services, db: trx }, actor, number, ['capture'])
    if (again.ok) return { ok: true, retried: again.retried, amountMinor: null }
    const { captureMinor, pending } = await operationSums(trx, attempt.id)
    if (pending > 0) return { ok: false, code: 'waiting' }
    const refunds = await refundsOf(trx, order.id)
    const toCollect = collectableMinor(snapshot, refunds)
    const amountMinor = subtractMinor(toCollect, captureMinor)
    if (amountMinor <= 0) return { ok: false, code: 'nothing_left' }
    const isWaiting = status === 'received' || status === 'processing'
    if (attempt.status !== 'authorized' || !(isWaiting || leftUnrecorded))
      return { ok: false, code: 'not_authorized' }
    const { earlyCapture } = storePolicies[snapshot.store]
    if (!leftUnrecorded && !earlyCapture.some((id) => id === attempt.provider))
      return { ok: false, code: 'on_shipment' }
    const answer = await requestOperation(
      { ...services, db: trx },
      { ...order, attempt },
      {
        kind: 'capture',
        amountMinor,
        // By this form the books know that no shipment asked for it.
        idempotencyKey: `capture-${attempt.id}-early`,
        lines: leftUnrecorded ? wholePart(snapshot, refunds).lines : [],
        isFinal: true,
        attempt: 'captured',
      },
    )
    if (!answer.ok) return answer
    const { store } = snapshot
    record({ action: 'payment.capture', object: ['payment', attempt.id], store, after: { amountMinor } })
    return { ok: true, retried: 0, amountMinor }
  })
}

/** Earlier releases recorded no shipments, and neither captured nor invoiced what left. */
async function leftWithoutShipment(
  trx: Kysely<DB>,
  { id, status }: { id: number; status: OrderStatus },
): Promise<boolean> {
  if (status !== 'shipped' && status !== 'delivered') return false
  const shipment = await trx.selectFrom('shipment').select('id').where('order_id', '=', id).executeTakeFirst()
  return shipment === undefined
}

/** What left, as the one shipment that the order had; our own invoice is made of its lines. */
function wholePart(snapshot: OrderSnapshot, refunds: readonly Refund[]): ShipmentPart {
  const units = new Map(snapshot.lines.map(({ uuid, quantity }) => [uuid, quantity]))
  return shipmentPart(withoutUncollected(snapshot, refunds), new Map(), units, { isFirst: true })
}
