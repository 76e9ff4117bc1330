/** How mails begin. A name that a mail program would turn into a link is left out. */
import { looksLikeAddress } from '../../domain/mail/looks-like-address.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

const words: Record<StoreCode, { named: (name: string) => string; unnamed: string }> = {
  sv: { named: (name) => `Hej ${name}!`, unnamed: 'Hej!' },
  no: { named: (name) => `Hei ${name}!`, unnamed: 'Hei!' },
  de: { named: (name) => `Guten Tag ${name},`, unnamed: 'Guten Tag,' },
  da: { named: (name) => `Hej ${name}!`, unnamed: 'Hej!' },
}

export function greeting(store: StoreCode, name: string): string {
  const { named, unnamed } = words[store]
  const given = name.trim()
  return given === '' || looksLikeAddress(given) ? unnamed : named(given)
}
