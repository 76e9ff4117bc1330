/** Renders an invoice in a worker process. */
import type { InvoiceDocument } from '../../domain/invoices/invoice-document.ts'
import { addModuleMethods } from '../../domain/shipping/module-methods.ts'
import { createInvoiceRenderer } from './invoice-pdf.ts'

addModuleMethods()

export const run = ({
  document,
  fontDirectory,
  hasMark,
}: {
  document: InvoiceDocument
  fontDirectory: string
  hasMark: boolean
}): Promise<Buffer> => createInvoiceRenderer(fontDirectory, { hasMark })(document)
