import { InvalidArgumentError } from 'commander'
import { readInvoiceName, type InvoiceName } from '../../domain/invoices/invoice-state.ts'

/** Reads the name of an invoice: `sv-12`. */
export function readName(text: string): InvoiceName {
  const name = readInvoiceName(text)
  if (!name) throw new InvalidArgumentError('Store and number, such as sv-12.')
  return name
}
