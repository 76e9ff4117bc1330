/** How workers fetch jobs of which there may be many: without a pause as long as batches are full. */
export const jobBatches = {
  batchSize: 50,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const
