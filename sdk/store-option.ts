import { InvalidArgumentError } from 'commander'
import { isStoreCode, storeCodes, type StoreCode } from '../domain/stores/stores.ts'

/** The codes of all stores in a sentence, as CLI help names them. */
export const storeChoices = `${storeCodes.slice(0, -1).join(', ')} or ${storeCodes.at(-1)!}`

/** Reads `--store`. */
export function readStore(value: string): StoreCode {
  if (isStoreCode(value)) return value
  throw new InvalidArgumentError(`It must be one of ${storeCodes.join(', ')}.`)
}
