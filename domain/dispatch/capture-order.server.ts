/**
 * Staff capture an order's payment apart from a shipment: again what the provider refused, or early where the store and
 * the method allow it. Never more than is authorized.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { subtractMinor, type Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { operationSums, requestOperation } from '../payments/payment-operations.server.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import { retryOperations } from '../payments/retry-operations.server.ts'
import { collectableMinor } from '../refunds/collected.ts'
import { refundsOf } from '../refunds/refund-repository.server.ts'
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
    if (provider.within) return { ok: false, code: 'invoiced_on_shipment' }
    const again = await retryOperations({ ...services, db: trx }, actor, number, ['capture'])
    if (again.ok) return { ok: true, retried: again.retried, amountMinor: null }
    const { captureMinor, pending } = await operationSums(trx, attempt.id)
    if (pending > 0) return { ok: false, code: 'waiting' }
    const toCollect = collectableMinor(snapshot, await refundsOf(trx, order.id))
    const amountMinor = subtractMinor(toCollect, captureMinor)
    if (amountMinor <= 0) return { ok: false, code: 'nothing_left' }
    if (attempt.status !== 'authorized' || (status !== 'received' && status !== 'processing'))
      return { ok: false, code: 'not_authorized' }
    const { earlyCapture } = storePolicies[snapshot.store]
    if (!earlyCapture.some((id) => id === attempt.provider)) return { ok: false, code: 'on_shipment' }
    const answer = await requestOperation(
      { ...services, db: trx },
      { ...order, attempt },
      {
        kind: 'capture',
        amountMinor,
        // By this form the books know that no shipment asked for it.
        idempotencyKey: `capture-${attempt.id}-early`,
        lines: [],
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
