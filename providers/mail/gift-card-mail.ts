/** The mail that brings bought gift cards: their codes, what they hold, where they can be used. */
import { formatMoney } from '../../domain/money/money.ts'
import type { SoldCard } from '../../domain/gift-cards/gift-card-repository.server.ts'
import { companies } from '../../domain/stores/company.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

interface Words {
  subject: (count: number) => string
  greeting: (name: string) => string
  intro: string
  code: string
  use: string
  keep: string
  order: string
}

const words: Record<StoreCode, Words> = {
  sv: { subject: (count) => (count === 1 ? 'Ditt presentkort' : `Dina ${count} presentkort`), greeting: (name) => `Hej ${name}!`, intro: 'Här är presentkortet du köpte. Skicka koden vidare eller använd den själv.', code: 'Kod', use: 'Skriv koden i kassan. Det som blir över ligger kvar på kortet.', keep: 'Koden är värd pengar: den som har den kan handla för den.', order: 'Beställning' },
  no: { subject: (count) => (count === 1 ? 'Gavekortet ditt' : `Dine ${count} gavekort`), greeting: (name) => `Hei ${name}!`, intro: 'Her er gavekortet du kjøpte. Send koden videre eller bruk den selv.', code: 'Kode', use: 'Skriv koden i kassen. Det som blir til overs, ligger igjen på kortet.', keep: 'Koden er verdt penger: den som har den, kan handle for den.', order: 'Bestilling' },
  de: { subject: (count) => (count === 1 ? 'Ihr Geschenkgutschein' : `Ihre ${count} Geschenkgutscheine`), greeting: (name) => `Guten Tag ${name},`, intro: 'hier ist der Gutschein, den Sie gekauft haben. Geben Sie den Code weiter oder lösen Sie ihn selbst ein.', code: 'Code', use: 'Geben Sie den Code an der Kasse ein. Ein Rest bleibt als Guthaben erhalten.', keep: 'Der Code ist Geld wert: Wer ihn hat, kann damit bezahlen.', order: 'Bestellung' },
  da: { subject: (count) => (count === 1 ? 'Dit gavekort' : `Dine ${count} gavekort`), greeting: (name) => `Hej ${name}!`, intro: 'Her er gavekortet, du købte. Send koden videre, eller brug den selv.', code: 'Kode', use: 'Skriv koden ved kassen. Det, der bliver til overs, bliver på kortet.', keep: 'Koden er penge værd: den, der har den, kan handle for den.', order: 'Bestilling' },
} // prettier-ignore

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Subject, HTML and plain text; both say the same. */
export function giftCardMail(
  store: StoreCode,
  order: { number: string; name: string },
  cards: readonly SoldCard[],
): { subject: string; html: string; text: string } {
  const said = words[store]
  const company = companies[store]
  const money = (minor: number): string => formatMoney(minor, stores[store])
  const lines = [
    said.greeting(order.name),
    said.intro,
    ...cards.map((card) => `${card.name}, ${money(card.amountMinor)}. ${said.code}: ${card.code}`),
    said.use,
    said.keep,
    `${said.order}: ${order.number}`,
    `${company.name}, ${company.street}, ${company.postalCode} ${company.city}, ${company.email}`,
  ]
  const subject = said.subject(cards.length)
  const body = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${stores[store].iso}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:Verdana,Arial,sans-serif;font-size:14px;line-height:1.5;color:#1f2328">${body}</body></html>`,
  }
}
