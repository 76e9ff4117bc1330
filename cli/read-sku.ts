/** The argument of commands that names a product. */
import { InvalidArgumentError } from 'commander'
import { toSku, type Sku } from '../domain/products/sku.ts'

/** The argument as an article number; whether a product has it is not checked. */
export function readSku(text: string): Sku {
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return toSku(text)
}
