/** Processes a batch of events of payment providers; each succeeds or fails independently. */
import type { JobResult } from 'pg-boss'
import type { FinalizeServices } from '../../domain/payments/finalize-payment.server.ts'
import { PaymentEventDelayed, processPaymentEvent } from '../../domain/payments/payment-events.server.ts'

/** How its workers fetch: without a pause as long as batches are full. */
export const paymentEventBatches = {
  batchSize: 10,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const

export function processPaymentEventBatch(
  services: FinalizeServices,
  batch: readonly { id: string; data: { eventId: number } }[],
): Promise<JobResult[]> {
  return Promise.all(
    batch.map(async ({ id, data }): Promise<JobResult> => {
      try {
        await processPaymentEvent(services, data.eventId)
        return { id, status: 'completed' }
      } catch (error) {
        const isDelayed = error instanceof PaymentEventDelayed
        if (!isDelayed)
          services.log.warn({ eventId: data.eventId, err: error }, 'a payment event could not be processed')
        return { id, status: 'failed', output: { code: isDelayed ? error.message : 'fault' } }
      }
    }),
  )
}
