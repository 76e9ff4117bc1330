/** Renders invoices in worker processes. */
import type { RenderInvoice } from '../../domain/invoices/invoice-document.ts'
import { WorkerFailure, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run } from './invoice-pdf-job.ts'

const invoiceJob = workerJob<typeof run>({ module: 'providers/invoice/invoice-pdf-job.ts', seconds: 60 })

/** `fontDirectory`: where the fonts are. The renderer throws WorkerFailure where a document takes too much. */
export function createInvoiceWorker(fontDirectory: string): RenderInvoice {
  return async (document) => {
    const answer = await runInWorker(invoiceJob, { document, fontDirectory })
    if (!answer.ok) throw new WorkerFailure(answer.code, invoiceJob.module)
    return answer.value
  }
}
