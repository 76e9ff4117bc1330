/** Renders invoices in worker processes. */
import type { RenderInvoice } from '../../domain/invoices/invoice-document.ts'
import { hasNameOfFile } from '../../domain/stores/shown-identity.ts'
import { WorkerFailure, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run } from './invoice-pdf-job.ts'

const invoiceJob = workerJob<typeof run>({ module: 'providers/invoice/invoice-pdf-job.ts', seconds: 60 })

/** `fontDirectory`: where the fonts are. The renderer throws WorkerFailure where a document takes too much. */
export function createInvoiceWorker(fontDirectory: string): RenderInvoice {
  return async (document) => {
    // A worker does not know what the merchant has set. The mark belongs to the names of the stores' files.
    const hasMark = hasNameOfFile(document.store)
    const answer = await runInWorker(invoiceJob, { document, fontDirectory, hasMark })
    if (!answer.ok) throw new WorkerFailure(answer.code, invoiceJob.module)
    return answer.value
  }
}
