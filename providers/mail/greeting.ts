/** The greeting of a mail. A name that a mail client would turn into a link is left out. */
import { fillMessage } from '../../domain/content/message.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { looksLikeAddress } from '../../domain/mail/looks-like-address.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export function greeting(store: StoreCode, name: string): string {
  const { named, unnamed } = textsOf(store).mails.greeting
  const given = name.trim()
  return given === '' || looksLikeAddress(given) ? unnamed : fillMessage(named, { name: given })
}
