/** Renders an invoice in a worker process. */
import type { InvoiceDocument } from '../../domain/invoices/invoice-document.ts'
import { createInvoiceRenderer } from './invoice-pdf.ts'

export const run = ({
  document,
  fontDirectory,
}: {
  document: InvoiceDocument
  fontDirectory: string
}): Promise<Buffer> => createInvoiceRenderer(fontDirectory)(document)
