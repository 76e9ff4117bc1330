/** The strings with which the server renders a page. */
import { formatMessage, type Strings } from '../../domain/content/message.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import type { Store, StoreCode } from '../../domain/stores/stores.ts'
import type { Translate } from '../../ui/strings.tsx'

export function serverStrings(store: StoreCode): Strings {
  return stringsOf(store)
}

/** The shop's strings in loaders: titles, descriptions. */
export function serverTranslate(store: Store): Translate {
  const strings = stringsOf(store.code)
  return (key, values) => {
    const message = strings[key] ?? ''
    return values ? formatMessage(message, values, store.iso) : message
  }
}
