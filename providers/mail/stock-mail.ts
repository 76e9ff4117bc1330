/** The mail that keeps the promise made to who asked: the product can be bought again. It is the only one (CARD-11). */
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { plainMail, type MailText } from './plain-mail.ts'

interface Words {
  subject: (name: string) => string
  back: (name: string) => string
  hurry: string
  once: string
}

const words: Record<StoreCode, Words> = {
  sv: { subject: (name) => `Åter i lager: ${name}`, back: (name) => `Du bad oss höra av oss: ${name} finns i lager igen.`, hurry: 'Vi kan inte lägga undan någon, men här är vägen dit:', once: 'Det här är det enda mejlet om den varan. Din adress används inte till något annat.' },
  no: { subject: (name) => `Tilbake på lager: ${name}`, back: (name) => `Du ba oss gi beskjed: ${name} er på lager igjen.`, hurry: 'Vi kan ikke legge av noen, men her er veien dit:', once: 'Dette er den eneste e-posten om varen. Adressen din brukes ikke til noe annet.' },
  de: { subject: (name) => `Wieder da: ${name}`, back: (name) => `Sie wollten es wissen: ${name} ist wieder auf Lager.`, hurry: 'Zurücklegen können wir nichts, aber hier geht es direkt zum Artikel:', once: 'Dies ist die einzige E-Mail zu diesem Artikel. Ihre Adresse wird zu nichts anderem verwendet.' },
  da: { subject: (name) => `På lager igen: ${name}`, back: (name) => `Du bad os give besked: ${name} er på lager igen.`, hurry: 'Vi kan ikke lægge til side, men her er vejen dertil:', once: 'Det er den eneste mail om varen. Din adresse bruges ikke til andet.' },
} // prettier-ignore

/** `url`: the product's page. */
export function stockMail(store: StoreCode, product: { name: string; url: string }): MailText {
  const said = words[store]
  const { name, url } = product
  return plainMail(store, said.subject(name), [
    said.back(name),
    said.hurry,
    { link: url, words: name },
    said.once,
    stores[store].brand,
  ])
}
