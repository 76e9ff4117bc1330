/** Renders an invoice in a worker process. */
import type { InvoiceDocument } from '../../domain/invoices/invoice-document.ts'
import { addModuleMethods } from '../../domain/shipping/module-methods.ts'
import { createInvoiceRenderer } from './invoice-pdf.ts'

addModuleMethods()

export const run = ({
  document,
  fontDirectory,
}: {
  document: InvoiceDocument
  fontDirectory: string
}): Promise<Buffer> => createInvoiceRenderer(fontDirectory)(document)
