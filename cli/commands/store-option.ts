import { InvalidArgumentError } from 'commander'
import { isStoreCode, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'

/** Reads `--store`. */
export function readStore(value: string): StoreCode {
  if (isStoreCode(value)) return value
  throw new InvalidArgumentError(`It must be one of ${storeCodes.join(', ')}.`)
}
