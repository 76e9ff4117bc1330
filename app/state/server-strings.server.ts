/** The words a page is rendered with on the server. */
import type { Strings } from '../../domain/content/message.ts'
import { stringsOf } from '../../domain/content/strings/all-strings.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export function serverStrings(store: StoreCode): Strings {
  return stringsOf(store)
}
