/** The mail that brings bought gift cards: their codes, what they hold, where they can be used. */
import { formatMoney } from '../../domain/money/money.ts'
import type { SoldCard } from '../../domain/gift-cards/sold-cards.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { greeting } from './greeting.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: (count: number) => string
  intro: string
  code: string
  use: string
  keep: string
  order: string
}

const words: Record<StoreCode, Words> = {
  sv: { subject: (count) => (count === 1 ? 'Ditt presentkort' : `Dina ${count} presentkort`), intro: 'Här är presentkortet du köpte. Skicka koden vidare eller använd den själv.', code: 'Kod', use: 'Skriv koden i kassan. Det som blir över ligger kvar på kortet.', keep: 'Koden är värd pengar: den som har den kan handla för den.', order: 'Beställning' },
  no: { subject: (count) => (count === 1 ? 'Gavekortet ditt' : `Dine ${count} gavekort`), intro: 'Her er gavekortet du kjøpte. Send koden videre eller bruk den selv.', code: 'Kode', use: 'Skriv koden i kassen. Det som blir til overs, ligger igjen på kortet.', keep: 'Koden er verdt penger: den som har den, kan handle for den.', order: 'Bestilling' },
  de: { subject: (count) => (count === 1 ? 'Ihr Geschenkgutschein' : `Ihre ${count} Geschenkgutscheine`), intro: 'hier ist der Gutschein, den Sie gekauft haben. Geben Sie den Code weiter oder lösen Sie ihn selbst ein.', code: 'Code', use: 'Geben Sie den Code an der Kasse ein. Ein Rest bleibt als Guthaben erhalten.', keep: 'Der Code ist Geld wert: Wer ihn hat, kann damit bezahlen.', order: 'Bestellung' },
  da: { subject: (count) => (count === 1 ? 'Dit gavekort' : `Dine ${count} gavekort`), intro: 'Her er gavekortet, du købte. Send koden videre, eller brug den selv.', code: 'Kode', use: 'Skriv koden ved kassen. Det, der bliver til overs, bliver på kortet.', keep: 'Koden er penge værd: den, der har den, kan handle for den.', order: 'Bestilling' },
} // prettier-ignore

/** Subject, HTML and plain text; both say the same. */
export function giftCardMail(
  store: StoreCode,
  order: { number: string; name: string },
  cards: readonly SoldCard[],
): MailText {
  const said = words[store]
  const money = (minor: number): string => formatMoney(minor, stores[store])
  return plainMail(store, said.subject(cards.length), [
    greeting(store, order.name),
    said.intro,
    ...cards.map((card) => `${card.name} (${money(card.amountMinor)}). ${said.code}: ${card.code}`),
    said.use,
    said.keep,
    `${said.order}: ${order.number}`,
  ])
}
